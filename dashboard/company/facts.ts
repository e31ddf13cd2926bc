import type { Address } from '../../src/company/company.ts';
import { words } from '../format.ts';

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** All texts inside a value, each once. Codes and ids of places say nothing to people, but post codes do. */
function texts(value: unknown, name = ''): string[] {
  if (/(?<!post)code$|id$|type$|On$/i.test(name)) return [];
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim() === '' ? [] : [String(value).trim()];
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, one]) => texts(one, Array.isArray(value) ? '' : key));
  return [...new Set(inside)];
}

/** An address of a register in one line; empty if it has none. */
export const addressLine = (value: unknown): string =>
  isObject(value) && typeof value['full'] === 'string' && value['full'] !== '' ? value['full'] : texts(value).join(', ');

const isAddress = (name: string): boolean => /address$/i.test(name);

/** The addresses of a record, in words, the seat first. */
export const addressesOf = (registry: unknown): { label: string; line: string }[] =>
  Object.entries(isObject(registry) ? registry : {})
    .filter(([name]) => isAddress(name))
    .map(([name, value]) => ({ label: words(name), line: addressLine(value) }))
    .filter(({ line }) => line !== '')
    .sort((one, other) => Number(/postal|english/i.test(one.label)) - Number(/postal|english/i.test(other.label)));

/** An address as on a letter, line by line, with the name of its country if that is another one than the register's. */
export function addressBlock(address: Address | null, registered: string, countryName: (code: string) => string): string[] {
  if (!address) return [];
  const { lines, postalCode, locality, region, country, raw } = address;
  const town = [postalCode, locality].filter(Boolean).join(' ');
  const parts = [...lines, town, region ?? ''].filter((line) => line !== '');
  if (parts.length === 0 || (lines.length === 0 && raw)) return raw ? [raw] : parts;
  return country && country !== registered ? [...parts, countryName(country)] : parts;
}

interface Activity {
  code: string | null;
  label: string | null;
  scheme: string;
  nace?: { codes: readonly string[] } | null;
}

/** What a company does, in words. */
export const activitiesOf = (value: unknown): string[] => activitiesIn(value).map(({ text }) => text);

/** The same, each with its codes of NACE. */
export function activitiesIn(value: unknown): { text: string; codes: readonly string[] }[] {
  const { unlicensed = [], licensed = [] } = (isObject(value) ? value : {}) as Record<string, Activity[]>;
  const text = ({ code, label }: Activity): string => (label && code ? `${label} (${code})` : (label ?? code ?? ''));
  const entry = (one: Activity, more = '') => ({ text: text(one) + more, codes: one.nace?.codes ?? [] });
  return [...unlicensed.map((one) => entry(one)), ...licensed.map((one) => entry(one, ', licensed'))];
}

interface OtherName {
  kind: string;
  language: string | null;
  from: string | null;
  to: string | null;
  source?: string | null;
}

const languages = new Intl.DisplayNames('en', { type: 'language' });

/** What another name is, and when: `Previous, in Finnish, 2001-01-02 to 2004-05-06`. */
export function nameText({ kind, language, from, to, source }: OtherName): string {
  const time = from && to ? `${from} to ${to}` : from ? `since ${from}` : to ? `until ${to}` : '';
  return [words(kind), language && `in ${languages.of(language)}`, time, source].filter(Boolean).join(', ');
}

/** Full years since a day, in words. Empty without a day. */
export function ageOf(from: string | null, until: Date): string {
  if (from === null) return '';
  const start = new Date(from);
  const isBefore = until.getUTCMonth() * 100 + until.getUTCDate() < start.getUTCMonth() * 100 + start.getUTCDate();
  const years = until.getUTCFullYear() - start.getUTCFullYear() - Number(isBefore);
  if (years < 0) return '';
  return years === 0 ? 'under a year' : years === 1 ? '1 year' : `${years} years`;
}

export interface Change {
  path: string;
  old: unknown;
  new: unknown;
}

/** Every change updates these, so they are not news. The source row repeats what the other fields say. */
const isTechnical = ({ path }: Change): boolean => /^\/(updatedAt|provenance|sourceData)(\/|$)/.test(path);
export const isNews = (change: Change): boolean => !isTechnical(change);

const plain = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? 'nothing'
    : typeof value === 'object'
      ? ''
      : typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : `“${value}”`;

const fromTo = (subject: string, change: Change, text = plain): string => {
  const [old, now] = [text(change.old), text(change.new)];
  return old === '' || now === '' ? `${subject} changed.` : `${subject} changed from ${old} to ${now}.`;
};

const wholeRecord: Record<string, string> = {
  created: 'Appeared in the register.',
  removed: 'Disappeared from the register.',
  restored: 'Appeared in the register again.',
};

/** What changed in a record, in sentences. */
export function sentencesOf(type: string, changes: readonly Change[]): string[] {
  const whole = wholeRecord[type];
  if (whole) return [whole];
  const news = changes.filter(isNews);
  const has = (path: string) => news.some((change) => change.path === path);
  const sentences = news.flatMap((change) => sentenceOf(change, has));
  return sentences.length > 0 ? sentences : ['Only technical fields changed.'];
}

function sentenceOf(change: Change, has: (path: string) => boolean): string[] {
  const field = change.path.split('/').at(-1)?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '';
  switch (change.path) {
    case '/canonicalName':
      return [`Renamed from ${plain(change.old)} to ${plain(change.new)}.`];
    case '/status':
      return [fromTo('Status', change, (value) => words(String(value)).toLowerCase())];
    case '/legalForm':
      return [fromTo('Legal form', change)];
    case '/legalFormLabel':
    case '/endKind':
      return has('/legalForm') || has('/endedAt') ? [] : [fromTo(words(field), change)];
    case '/endedAt':
      return [change.new === null ? 'The end of the company was withdrawn.' : `Ended on ${change.new}.`];
    case '/registeredAt':
      return [fromTo('Date of registration', change)];
    case '/registrations':
      return has('/status') ? [] : ['Registrations changed.'];
    case '/registry/activities':
      return activitySentences(change);
    default:
      if (isAddress(field)) return [addressSentence(field, change)];
      // A register often says the same of the state, the form or the name in fields of its own.
      if (has('/status') && /stat(e|us)/i.test(field)) return [];
      if (has('/legalForm') && /form/i.test(field)) return [];
      if (has('/canonicalName') && /name/i.test(field)) return [];
      return [fromTo(words(field), change)];
  }
}

function addressSentence(field: string, change: Change): string {
  const line = addressLine(change.new);
  const isPostal = /postal|english/i.test(field);
  if (line === '') return `${words(field)} removed.`;
  return isPostal ? `${words(field)} changed to ${line}.` : `Moved to ${line}.`;
}

function activitySentences({ old, new: now }: Change): string[] {
  const [before, after] = [activitiesOf(old), activitiesOf(now)];
  const added = after.filter((one) => !before.includes(one)).map((one) => `New activity: ${one}.`);
  const ended = before.filter((one) => !after.includes(one)).map((one) => `Ended activity: ${one}.`);
  return added.length + ended.length > 0 ? [...added, ...ended] : ['Activities changed.'];
}
