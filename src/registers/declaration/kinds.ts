import { z } from 'zod';
import { decimalOf, integerOf, orNull, type Reader, record, trueOrFalse } from './columns.ts';
import { yearFirst } from './dates.ts';

/*
 * What a field of `registry` can be. Each is described by one plain sentence, for the contract and the documentation. With the
 * name of a column, or of a member of a JSON record, it is read from there, see `registryOf`.
 */

/** Where a field is read from. */
interface Source {
  column: string;
  /** Unset for a day that is written as all others of its register. */
  read?: ((text: string) => unknown) | undefined;
}
const sources = new WeakMap<z.ZodType, Source>();
export const sourceOf = (field: z.ZodType): Source | undefined => sources.get(field);

function field<Field extends z.ZodType>(schema: Field, meaning: string, column?: string, read?: Source['read']): Field {
  const described = schema.describe(meaning);
  if (column !== undefined) sources.set(described, { column, read });
  return described;
}

/** Each of these may be null: the register does not state it for every company. */
export const text = (meaning: string, column?: string, read: (text: string) => string | null = orNull) =>
  field(z.string().nullable(), meaning, column, read);
export const day = (meaning: string, column?: string, read?: (text: string) => string | null) =>
  field(z.iso.date().nullable(), meaning, column, read);
export const flag = (meaning: string, column?: string, read: (text: string) => boolean | null = trueOrFalse) =>
  field(z.boolean().nullable(), meaning, column, read);
export const integer = (meaning: string, column?: string) => field(z.int().nullable(), meaning, column, integerOf);
export const decimal = (meaning: string, column?: string) => field(z.number().nullable(), meaning, column, decimalOf);

/** These are never null; a list may be empty. */
export const given = {
  text: (meaning: string, column?: string) => field(z.string(), meaning, column, (text) => text),
  flag: (meaning: string) => field(z.boolean(), meaning),
};
export const texts = (meaning: string, column?: string, read?: (text: string) => string[]) =>
  field(z.array(z.string()), meaning, column, read);

/** An object, and a list of objects. */
export const group = <Shape extends z.ZodRawShape>(meaning: string, shape: Shape) => z.object(shape).describe(meaning);
export const list = <Shape extends z.ZodRawShape>(meaning: string, shape: Shape) => z.array(z.object(shape)).describe(meaning);

/** The same, if the object or list itself may be null. */
export const maybeGroup = <Shape extends z.ZodRawShape>(meaning: string, shape: Shape) =>
  z.object(shape).nullable().describe(meaning);
export const maybeList = <Shape extends z.ZodRawShape>(meaning: string, shape: Shape) =>
  z.array(z.object(shape)).nullable().describe(meaning);

export const numberValid = given.flag('Whether the check digit of the number is right.');
/** The same, where the column has the number. */
export const numberValidBy = (column: string, isValid: (number: string) => boolean) =>
  field(z.boolean(), 'Whether the check digit of the number is right.', column, isValid);

/** Readers of the fields that are not read from one column. */
type Others<Fields extends z.ZodObject, From> = { [Name in keyof z.infer<Fields>]?: Reader<z.infer<Fields>[Name], From> };

/** Reads `registry`: each field from the column that it declares, groups field by field, and the others by their own readers. */
export function registryOf<Fields extends z.ZodObject, From>(
  columns: { read<Value>(name: string, interpret: (text: string) => Value): Reader<Value, From> },
  fields: Fields,
  others: Others<Fields, From> = {},
  day: (text: string) => string | null = yearFirst,
): Reader<z.infer<Fields>, From> {
  const readerOf = (name: string, field: z.ZodType): Reader<unknown, From> => {
    const own = others[name as keyof typeof others];
    if (own) return own;
    const inner = field instanceof z.ZodNullable ? (field.unwrap() as z.ZodType) : field;
    const source = sourceOf(field) ?? sourceOf(inner);
    if (source) return columns.read<unknown>(source.column, source.read ?? day);
    if (inner instanceof z.ZodObject) return registryOf<typeof inner, From>(columns, inner, {}, day);
    throw new Error(`The field "${name}" has neither a column nor a reader.`);
  };
  const readers = Object.entries(fields.shape as z.ZodRawShape).map(([name, field]) => [
    name,
    readerOf(name, field as z.ZodType),
  ]);
  return record(Object.fromEntries(readers)) as unknown as Reader<z.infer<Fields>, From>;
}

const activity = z
  .object({
    code: text('In the classification that the scheme names.'),
    label: text('The meaning of the code, in the national language.'),
    scheme: given.text('The classification, with its edition.'),
    revision: text(
      'The revision of NACE that the classification extends; null if it extends none, or if the file does not say.',
    ).optional(),
    nace: z
      .object({
        revision: z.literal('2.1').describe('Of NACE.'),
        codes: z.array(z.string()).describe('Sections (`K`), divisions (`62`), groups (`62.1`) or classes (`62.10`).'),
        certainty: z
          .string()
          .meta({ 'x-extensible-enum': ['same', 'derived', 'several'] })
          .describe(
            '`same`: the code of the register. `derived`: the only code that it became. `several`: what it can have become.',
          ),
      })
      .nullable()
      .describe('The activity in NACE Rev. 2.1; null where no published table leads there.')
      .optional(),
  })
  .meta({ id: 'RegistryActivity', description: 'What a company does.' });

/** Every register has this field. */
const activities = z
  .object({
    unlicensed: z.array(activity).describe('What it does, the main activity first if the register states it.'),
    licensed: z.array(activity).describe('What it has a licence for.'),
  })
  .meta({ id: 'RegistryActivities', description: 'What a company does, by the classifications of its register.' });

/** The fields of a register as they are served. */
export const served = (fields: z.ZodObject) => fields.extend({ activities });
