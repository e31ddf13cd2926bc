import { z } from 'zod';
import { filters } from '../../../src/company/filters/filters.ts';
import { pageRules } from '../../../src/company/limits.ts';
import type { NumberRule, Rule } from '../../../src/kernel/rules.ts';
import type { Operations } from '../../operations.generated.ts';

/** How many entries a list has by default, and at most. */
export const listed = { usual: 5, most: 25 };

export const number = ({ least, most, message }: Pick<NumberRule, 'least' | 'most' | 'message'>) =>
  z.int(message).min(least, message).max(most, message);
export const text = ({ allows, message, most }: Rule<string> & { most?: number }) =>
  z
    .string()
    .refine(allows, message)
    .meta(most === undefined ? {} : { maxLength: most });

export const id = z.guid('must be an id from another tool').describe('From another tool.');
export const country = z
  .string()
  .regex(filters.country.rule.pattern, filters.country.rule.message)
  .describe(filters.country.tool.says);
export const paging = {
  page: number({ ...pageRules.page, most: 10_000, message: 'must be a whole number from 1 to 10000' }).optional(),
  limit: number({ least: 1, most: listed.most, message: `must be a whole number from 1 to ${listed.most}` })
    .default(listed.usual)
    .describe('Entries.'),
};

export const summary = z.object({
  id: z.string(),
  name: z.string(),
  country: z.string(),
  number: z.string().optional(),
  status: z.string(),
  legalForm: z.string().optional(),
  registered: z.string().optional(),
  ended: z.string().optional(),
  matchedName: z.string().optional(),
});
export const page = { total: z.int(), page: z.int(), pages: z.int() };

type Entity = Operations['mcpMatch']['data']['match'][number]['results'][number]['entity'];

export const summaryOf = (entity: Entity & { matchedName?: string | null }): z.input<typeof summary> => ({
  id: entity.id,
  name: entity.canonicalName,
  country: entity.countryCode,
  number: entity.number ?? undefined,
  status: entity.status,
  legalForm: entity.legalFormLabel ?? entity.legalForm ?? undefined,
  registered: entity.registeredAt ?? undefined,
  ended: entity.endedAt ?? undefined,
  matchedName: entity.matchedName ?? undefined,
});

export const pageOf = ({ total, page, pageCount }: { total: number; page: number; pageCount: number }) => ({
  total,
  page,
  pages: pageCount,
});

/** `12 companies, 5 shown. For more: page 2.` */
export function counted(shown: number, { total, page, pages }: ReturnType<typeof pageOf>, one: string, several: string): string {
  const sum = `${total.toLocaleString('en')} ${total === 1 ? one : several}, ${shown} shown.`;
  return page < pages ? `${sum} For more: page ${page + 1}.` : sum;
}

/** A change of a record. Values are texts: what is not a single value is given as JSON. */
export const change = z.object({
  at: z.string(),
  type: z.string(),
  reason: z.string(),
  fields: z.array(z.object({ field: z.string(), old: z.string().optional(), new: z.string().optional() })),
  moreFields: z.int().optional(),
});

type Entry = Operations['mcpHistory']['data']['entityHistory']['items'][number];
/** How many fields of a change are given. */
const maxFields = 20;
const shownOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};
/** What every import changes, and what the other fields say already. */
const omitted = /^\/(?:updatedAt|provenance|sourceData)|^$/;

/** Of a record as a whole, it is only said that it came or went. */
export function changeOf({ at, type, reason, changes }: Entry): z.input<typeof change> {
  const listedChanges = changes.filter(({ path }) => !omitted.test(path));
  const fields = listedChanges.slice(0, maxFields).map(({ path, old, new: now }) => ({
    field: path.slice(1).replaceAll('/', '.'),
    old: shownOf(old),
    new: shownOf(now),
  }));
  const more = listedChanges.length - fields.length;
  return { at, type, reason, fields, moreFields: more > 0 ? more : undefined };
}
