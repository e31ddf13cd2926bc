import type { z } from 'zod';
import type { mdFields } from './fields.ts';

/** People in the cells of the Moldovan register. Text that cannot be parsed reliably stays text, so nothing is guessed. */

type Lists = z.infer<typeof mdFields>;
type Director = NonNullable<Lists['directors']>[number];
type Founder = NonNullable<Lists['founders']>[number];
type Beneficiary = NonNullable<Lists['beneficiaries']>[number];

/** Two to four words of capital letters: a person. Anything else may be a firm, whose name may contain a comma. */
const person = /^\p{Lu}[\p{Lu}'’.-]+(?: \p{Lu}[\p{Lu}'’.-]*){1,3}$/u;
/** Words of firms that look like names of people. */
const firm = {
  short: /(?<!\p{L})(?:SRL|SA|SC|S\.R\.L\.|S\.A\.|II|ÎI|GŢ|GȚ|FIRMA)(?!\p{L})/u,
  long: /(?<!\p{L})(?:CONSILIUL|PRIMĂRIA|MINISTERUL|AGENŢIA|AGENȚIA|STATUL|SOCIETATEA|COMPANIA)(?!\p{L})/u,
};
/** Words that stand for people without naming them: `TOTAL 71 MEMBRI`, `MEMBRII ASOCIAŢIEI`, `COLECTIVUL DE MUNCĂ`. */
const placeholder = /^(?:TOTAL|MEMBRII?|COLECTIVUL)(?!\p{L})/iu;

const isPerson = (name: string) => person.test(name) && !firm.short.test(name) && !firm.long.test(name);

/** Only names. This is reliable if there is one name, or if each is a person. */
function names(text: string): string[] | undefined {
  const parts = spaced(text).split(/, ?/);
  const sure = parts.length === 1 ? parts[0] !== '' : parts.every(isPerson);
  return sure && !parts.some((part) => placeholder.test(part)) ? parts : undefined;
}

/** `NAME [Role], NAME [Role]`, or only names. A comma before the role may separate people or be part of a name: unreliable. */
export function directorsOf(text: string): Director[] | undefined {
  if (!/[[\]]/.test(text)) return names(text)?.map((name) => ({ name, role: null }));
  return items(text, /([^,[\]]+?) ?\[ ?([^[\]]*?) ?\] ?(?:, ?|$)/y, ([, name = '', role = '']) => ({ name, role: role || null }));
}

/** All texts in the brackets of roles, closed or not, even if the list cannot be parsed. */
export function rolesIn(text: string): string {
  return Array.from(text.matchAll(/\[([^[\]]*)/g), ([, role]) => role).join('; ');
}

/** `NAME (40,00%), NAME (30,50%)`, or only names. A comma before the share may be a joint stake or part of a name: unreliable. */
export function foundersOf(text: string): Founder[] | undefined {
  if (!text.includes('%')) return names(text)?.map((name) => ({ name, share: null }));
  const founders = items(text, /([^,%]+?) ?\( ?(\d{1,3}(?:[,.]\d{1,9})?) ?%\) ?(?:, ?|$)/y, ([, name = '', share = '']) => ({
    name,
    share: Number(share.replace(',', '.')),
  }));
  return founders?.every(({ name, share }) => share <= 100 && !placeholder.test(name)) ? founders : undefined;
}

/** `TOTAL 71 MEMBRI`: a number instead of names. */
export function membersOf(text: string): number | undefined {
  const [, count] = /^TOTAL (\d{1,9}) MEMBRI$/i.exec(spaced(text)) ?? [];
  return count === undefined ? undefined : Number(count);
}

/** `NAME (MDA), NAME (ROU)`. */
export function beneficiariesOf(text: string): Beneficiary[] | undefined {
  return items(text, /([^,()]+?) ?\(([A-Z]{3})\) ?(?:, ?|$)/y, ([, name = '', country = '']) => ({ name, country }));
}

/** All items of a list, or undefined if part of the text is no item. */
function items<Item>(text: string, pattern: RegExp, make: (match: RegExpExecArray) => Item): Item[] | undefined {
  const list = spaced(text);
  const found: Item[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < list.length) {
    const match = pattern.exec(list);
    if (!match) return undefined;
    found.push(make(match));
  }
  return found.length > 0 && !list.endsWith(',') ? found : undefined;
}

/** Replaces several spaces or a line break by one space. */
const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
