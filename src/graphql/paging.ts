import { check, wholeNumber } from '../kernel/rules.ts';
import type { Paged } from './page-meta.schema.ts';

/** The limits of the lists that operators see. Few people use these lists, and rarely far beyond the first pages. */
export const pageLimits = { usual: 25, most: 100, deepest: 10_000 };
const rules = { page: wholeNumber(1, pageLimits.deepest), pageSize: wholeNumber(1, pageLimits.most) };

export interface Page<Item> extends Paged {
  items: Item[];
}

/** One page of a list: how many there are, and the part that is asked for. */
export async function pageOf<Item>(
  { page, pageSize }: Pick<Paged, 'page' | 'pageSize'>,
  count: () => Promise<number>,
  read: (part: { skip: number; take: number }) => Promise<Item[]>,
): Promise<Page<Item>> {
  check(rules, { page, pageSize });
  const [total, items] = await Promise.all([count(), read({ skip: (page - 1) * pageSize, take: pageSize })]);
  return { page, pageSize, total, items };
}
