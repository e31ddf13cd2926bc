import { z } from 'zod';
import { type Columns, type Reader, record } from './columns.ts';
import { yearFirst } from './dates.ts';
import { sourceOf } from './kinds.ts';

/** Readers of the fields that are not read from one column. */
type Others<Fields extends z.ZodObject> = { [Name in keyof z.infer<Fields>]?: Reader<z.infer<Fields>[Name]> };

/** Reads `registry`: each field from the column that it declares, groups field by field, and the others by their own readers. */
export function registryOf<Fields extends z.ZodObject>(
  columns: Columns,
  fields: Fields,
  others: Others<Fields> = {},
  day: (text: string) => string | null = yearFirst,
): Reader<z.infer<Fields>> {
  const readerOf = ([name, field]: [string, z.ZodType]): [string, Reader<unknown>] => {
    const own = others[name as keyof typeof others];
    if (own) return [name, own];
    const inner = field instanceof z.ZodNullable ? (field.unwrap() as z.ZodType) : field;
    const source = sourceOf(field) ?? sourceOf(inner);
    if (source) return [name, columns.read<unknown>(source.column, source.read ?? day)];
    if (inner instanceof z.ZodObject) return [name, registryOf(columns, inner, {}, day)];
    throw new Error(`The field "${name}" has neither a column nor a reader.`);
  };
  return record(Object.fromEntries(Object.entries(fields.shape as z.ZodRawShape).map((one) => readerOf(one as never)))) as Reader<
    z.infer<Fields>
  >;
}
