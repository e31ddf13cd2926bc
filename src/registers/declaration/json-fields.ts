import { digitsOf, isRawNumber } from '../../kernel/lossless-json.ts';
import type { JsonObject, JsonValue } from '../files/table.ts';
import type { Reader } from './columns.ts';
import { yearFirst } from './dates.ts';

/*
 * Reads values from the records of a JSON file. Members may be missing, null, or of the wrong type. That must not stop an import,
 * so each function returns the value or an empty one.
 */

type Member = JsonValue | undefined;

const nothing: JsonObject = {};

/** A text without surrounding blanks, and without NUL characters, which the database refuses. Numbers become texts. */
export function textIn(value: Member): string {
  if (typeof value === 'string') return (value.includes('\0') ? value.replaceAll('\0', '') : value).trim();
  return digitsOf(value) ?? '';
}

/** The members of a record, read as the columns of a row are; `euId.value` is a member of a member. */
export const members = {
  read<Value>(path: string, interpret: (text: string) => Value): Reader<Value, JsonObject> {
    const [first = '', second] = path.split('.');
    if (second === undefined) return (record) => interpret(textIn(record[first]));
    return (record) => interpret(textIn(objectIn(record[first])[second]));
  },
};

/** A text, or null if there is none. */
export const textOrNull = (value: Member): string | null => textIn(value) || null;

export const dayIn = (value: Member): string | null => yearFirst(textIn(value));

export function objectIn(value: Member): JsonObject {
  return isObject(value) ? value : nothing;
}

/** The objects of a list. */
export function objectsIn(value: Member): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Sorted by a day, the latest first; objects without it come last. */
export function latestFirst(objects: readonly JsonObject[], day: string): JsonObject[] {
  return objects.toSorted((one, other) => compare(textIn(other[day]), textIn(one[day])));
}

function isObject(value: Member): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
