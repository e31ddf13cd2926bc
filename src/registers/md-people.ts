/** People in the cells of the Moldovan register. What cannot be parsed surely is left as text, so nothing is guessed. */

export interface Director {
  name: string;
  role: string | null;
}

export interface Founder {
  name: string;
  /** Per cent of the capital. */
  share: number | null;
}

export interface Beneficiary {
  name: string;
  /** ISO 3166-1 alpha-3, as the register has it. */
  country: string;
}

/** Two to four words of capital letters: a person. Everything else may be a firm, whose name may hold a comma. */
const person = /^\p{Lu}[\p{Lu}'’.-]+(?: \p{Lu}[\p{Lu}'’.-]*){1,3}$/u;
/** Words of firms that look like names of people. */
const firm =
  /(?<!\p{L})(?:SRL|SA|SC|S\.R\.L\.|S\.A\.|II|ÎI|GŢ|GȚ|CONSILIUL|PRIMĂRIA|MINISTERUL|AGENŢIA|AGENȚIA|STATUL|TOTAL|MEMBRI|SOCIETATEA|COMPANIA|FIRMA)(?!\p{L})/u;

const isPerson = (name: string) => person.test(name) && !firm.test(name);

/** Names alone: sure where there is one, or where each is a person. */
function names(text: string): string[] | undefined {
  const parts = text.split(/,\s*/).map((part) => part.trim());
  return parts.length === 1 || parts.every(isPerson) ? parts.filter((part) => part !== '') : undefined;
}

/** `NAME [Role], NAME [Role]`, or names alone. */
export function directorsOf(text: string): Director[] | undefined {
  if (!text.includes('[')) return names(text)?.map((name) => ({ name, role: null }));
  return items(text, /\s*([^[\]]+?)\s*\[([^[\]]*)\]\s*(?:,|$)/y, ([, name = '', role = '']) => ({
    name,
    role: role.trim() || null,
  }));
}

/** `NAME (40,00%), NAME (30,50%)`, or names alone. A comma before the share may be a joint stake or part of a name: not sure. */
export function foundersOf(text: string): Founder[] | undefined {
  if (!text.includes('%')) return names(text)?.map((name) => ({ name, share: null }));
  return items(text, /\s*([^,%]+?)\s*\((\d{1,3}(?:[,.]\d+)?)\s*%\)\s*(?:,|$)/y, ([, name = '', share = '']) => ({
    name,
    share: Number(share.replace(',', '.')),
  }));
}

/** `TOTAL 71 MEMBRI`: a number in the place of names. */
export function membersOf(text: string): number | undefined {
  const [, count] = /^TOTAL\s+(\d{1,9})\s+MEMBRI$/i.exec(text) ?? [];
  return count === undefined ? undefined : Number(count);
}

/** `NAME (MDA), NAME (ROU)`. */
export function beneficiariesOf(text: string): Beneficiary[] | undefined {
  return items(text, /\s*([^,()]+?)\s*\(([A-Z]{3})\)\s*(?:,|$)/y, ([, name = '', country = '']) => ({ name, country }));
}

/** All items of a list, or undefined where any of the text is not one. */
function items<Item>(text: string, pattern: RegExp, make: (match: RegExpExecArray) => Item): Item[] | undefined {
  const found: Item[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text);
    if (!match) return undefined;
    found.push(make(match));
  }
  return found;
}
