import { readFileSync } from 'node:fs';
import { dayInName } from '../src/registers/declaration/file-date.ts';
import type { Register } from '../src/registers/declaration/register.ts';
import { registers } from '../src/registers/index.ts';
import { withBlock } from './costs-table.ts';

/** What the `guide.md` of a register may say. */
const known = [
  'publisher and file',
  'how often',
  'number, with check digit',
  'number as people write it',
  'other numbers',
  'other names',
  'natural persons',
  'labels of legal forms',
  'labels of activities',
  'classification of activities',
  'how its edition is known',
  ...['lines', 'postalCode', 'locality', 'region', 'country', 'raw'].map((part) => `address ${part}`),
  'day in the content',
  'untried',
];
const needed = ['publisher and file', 'number, with check digit', 'number as people write it', 'natural persons'];

interface Guide {
  register: Register;
  /** The text of a line. */
  of(line: string): string | undefined;
  /** What else to know. */
  note: string;
}

function guideOf(register: Register): Guide {
  const text = readFileSync(new URL(`../src/registers/countries/${register.id}/guide.md`, import.meta.url), 'utf8');
  const lines = new Map([...text.matchAll(/^\| ([^|]+) \| (.+) \|$/gm)].map(([, name = '', said = '']) => [name, said]));
  const wrong = [...lines.keys()].filter((line) => !known.includes(line));
  const missing = needed.filter((line) => !lines.has(line));
  if (wrong.length > 0) throw new Error(`${register.id}/guide.md has lines that no table has: ${wrong.join(', ')}.`);
  if (missing.length > 0) throw new Error(`${register.id}/guide.md lacks: ${missing.join(', ')}.`);
  return { register, of: (line) => lines.get(line), note: text.replaceAll(/^(?:#.*|\|.*)\n/gm, '').trim() };
}

const guides = registers.map(guideOf);

/** A row for each register that has one of the columns; `–` for the others. */
function table(columns: Record<string, (guide: Guide) => string | undefined>): string {
  const rows = guides
    .map((guide) => [guide.register.id, Object.values(columns).map((read) => read(guide))] as const)
    .filter(([, cells]) => cells.some((cell) => cell !== undefined))
    .map(([id, cells]) => `| \`${id}\` | ${cells.map((cell) => cell ?? '–').join(' | ')} |`);
  return [`| | ${Object.keys(columns).join(' | ')} |`, `|${'---|'.repeat(Object.keys(columns).length + 1)}`, ...rows].join('\n');
}

const line =
  (name: string) =>
  ({ of }: Guide) =>
    of(name);

const frequencies = { daily: 'daily', weekly: 'weekly', semimonthly: 'twice a month', monthly: 'monthly' };

/** How the day of a file is known, the surest way first. */
const dayOf = ({ register: { dated }, of }: Guide): string =>
  dated
    .map((way) => {
      if (way === 'content') return of('day in the content') ?? 'the content';
      if (way === 'packed') return 'the day of its packing';
      if (way === 'downloaded') return 'the day of the download';
      return way === dayInName ? 'a day that somebody put into the name' : 'the name';
    })
    .join(', else ');

const schemes = ({ register: { classifications = {} } }: Guide): string | undefined =>
  Object.keys(classifications)
    .map((scheme) => `\`${scheme}\``)
    .join(', ') || undefined;

/** What is said of each register, by the names of the blocks in the guide. */
const blocks = {
  sources: table({
    country: ({ register }) => register.country.name,
    'publisher and file': line('publisher and file'),
    'how often': ({ register, of }) => of('how often') ?? `${frequencies[register.updateFrequency]}, full`,
    licence: ({ register }) => register.licence,
  }),
  mapped: table({
    'number, with check digit': line('number, with check digit'),
    'activities (scheme)': schemes,
    'other names': line('other names'),
  }),
  persons: table({ 'natural persons': line('natural persons') }),
  labels: table({ '`legalFormLabel`': line('labels of legal forms'), 'labels of activities': line('labels of activities') }),
  classifications: table({
    'classification, and since when': line('classification of activities'),
    'how it is known': line('how its edition is known'),
  }),
  addresses: table({
    lines: line('address lines'),
    postalCode: line('address postalCode'),
    locality: line('address locality'),
    region: line('address region'),
    country: line('address country'),
    raw: line('address raw'),
  }),
  numbers: table({
    'written, beside the plain number': line('number as people write it'),
    'other numbers of a record': line('other numbers'),
  }),
  days: table({ 'known by': dayOf }),
  notes: guides
    .filter(({ note }) => note !== '')
    .map(({ register, note }) => `### ${register.country.name}\n\n${note}`)
    .join('\n\n'),
  untried: table({ 'not tried': line('untried') }),
};

/** The guide to the registers, with what each says of itself. */
export const registersPage = (text: string): string =>
  Object.entries(blocks).reduce((page, [name, block]) => withBlock(page, name, block), text);
