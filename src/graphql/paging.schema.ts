import type { ObjectRef } from '@pothos/core';
import { check, wholeNumber } from '../kernel/rules.ts';
import { builder } from './builder.ts';
import { type Paged, PageMeta } from './page-meta.schema.ts';

/** The limits of the lists that operators see. Few people use these lists, and rarely far beyond the first pages. */
const rules = { page: wholeNumber(1, 10_000), pageSize: wholeNumber(1, 100, 25) };

export interface Page<Item> extends Paged {
  items: Item[];
}

type Schema = typeof builder.$inferSchemaTypes;

/** The type of a page of a list that operators see. */
export const operatorPage = <Item>(name: string, item: ObjectRef<Schema, Item>) =>
  builder.objectRef<Page<Item>>(name).implement({
    authScopes: { operator: true },
    fields: (t) => ({
      items: t.field({ type: [item], resolve: ({ items }) => items }),
      meta: t.field({ type: PageMeta, resolve: (page) => page }),
    }),
  });

/** The arguments that select a page. */
export const pagingArgs = builder.args((t) => ({
  page: t.int({ required: true, defaultValue: rules.page.usual }),
  pageSize: t.int({ required: true, defaultValue: rules.pageSize.usual, description: `1 to ${rules.pageSize.most}.` }),
}));

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
