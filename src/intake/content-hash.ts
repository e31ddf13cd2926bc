import { hash } from 'node:crypto';
import type { IndexedNames } from '../company/other-names.ts';
import { isRawNumber } from '../kernel/lossless-json.ts';

const special = /[\\\t\n\r]/;
const replacements: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string =>
  special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => replacements[character] ?? character) : text;
/** JSON contains no control characters, so only its backslashes must be escaped. */
const escapedJson = (json: string): string => (json.includes('\\') ? json.replaceAll('\\', '\\\\') : json);
const orNull = (text: string | null): string => (text === null ? '\\N' : escaped(text));

/**
 * All content of a record from its source. Three of the values are JSON. Other names, words and the key of the address are not
 * part of its hash.
 */
export interface RecordContent extends IndexedNames {
  /** What the index has of its address, in hexadecimal. */
  address: string | null;
  number: string;
  name: string;
  status: string;
  legalForm: string | null;
  registeredAt: string | null;
  endedAt: string | null;
  endKind: string | null;
  legalFormLabel: string | null;
  registry: string;
  cells: string;
  registrations: string;
  unlicensed: readonly number[];
  licensed: readonly number[];
  searchText: string;
}

/**
 * The hash of a record's content: the revision of the mapping and a hash of the values, joined so that no two lists of values
 * give the same text. It must never change, or every record would seem changed.
 */
export function contentHash(revision: number, content: RecordContent): string {
  const { number, name, status, legalForm, registeredAt, registry, cells, registrations, unlicensed, licensed } = content;
  const facts = `${escaped(number)}\t${escaped(name)}\t${status}\t${orNull(legalForm)}\t${orNull(registeredAt)}`;
  const end =
    content.endedAt === null && content.endKind === null ? '' : `\t${orNull(content.endedAt)}\t${orNull(content.endKind)}`;
  const json = `${escapedJson(registry)}\t${escapedJson(cells)}\t${escapedJson(registrations)}`;
  const label = content.legalFormLabel === null ? '' : `\t${escaped(content.legalFormLabel)}`;
  const activities = `{${unlicensed.join(',')}}\t{${licensed.join(',')}}`;
  const text = `${facts}${end}\t${json}\t${activities}\t${escaped(content.searchText)}${label}`;
  return revision.toString(16).padStart(4, '0') + hash('sha1', text, 'hex');
}

/** A quick check. Text inside a string may match too: that only costs the slower check. */
const mayHaveEmpty = /:(?:null|""|\[\]|\{\})/;

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && !isRawNumber(value) && Object.keys(value).length === 0);

/** Without the members that have no value. The items of a list keep their places. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, filled(member)] as const)
      .filter(([, member]) => !isEmpty(member)),
  );
}

/** A record of a JSON file for the comparison. A new member without a value is no change, so such members are left out. */
export function comparedJson(record: object, json: string): string {
  return mayHaveEmpty.test(json) ? JSON.stringify(filled(record)) : json;
}
