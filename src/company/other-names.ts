import { normalize } from './normalization.ts';
import { separator } from './search-text.ts';
import { unusualWords } from './words.ts';

/** What a further name is: a former one, one of the business, one in another language, one in Latin letters, or its sound. */
export const nameKinds = ['previous', 'trading', 'alternative', 'transliterated', 'reading'] as const;

/** A name that a company has or had besides its canonical one. */
export interface OtherName {
  name: string;
  kind: (typeof nameKinds)[number];
  /** ISO 639-1, if the register states it. */
  language: string | null;
  /** ISO dates, if the register states them. */
  from: string | null;
  to: string | null;
  /** Where the name comes from, if that is not the register of the record. */
  source?: string | null;
}

/** How the other names of a register are found. */
export interface NameRules {
  /** The other names among the typed national fields. Fields may be missing, or null after an erasure. */
  otherNames?(registry: Record<string, unknown>): readonly OtherName[];
}

const none: readonly OtherName[] = [];

/** The other names of a record: none is empty, repeats the current name, or comes twice. */
export function otherNamesOf(
  rules: NameRules | undefined,
  { canonicalName, registry }: { canonicalName: string; registry: object },
): readonly OtherName[] {
  const all = rules?.otherNames?.(registry as Record<string, unknown>) ?? none;
  if (all.length === 0) return none;
  const known = new Set<string>();
  return all.filter((one) => {
    if (one.name.trim() === '' || one.name === canonicalName) return false;
    return known.size < known.add(JSON.stringify(one)).size;
  });
}

/** What the search index has of the names of a record besides its search text. */
export interface IndexedNames {
  /** The normalized other names, joined by the separator; null if there are none. */
  otherNames: string | null;
  /** The unusual words of the current name and of each other name, joined by the separator; null if no name has any. */
  words: string | null;
}

/** The search text begins with the normalized current name. */
export function indexedNames(searchText: string, others: readonly OtherName[]): IndexedNames {
  const words = unusualWords(searchText.slice(0, searchText.indexOf(separator)));
  if (others.length === 0) return { otherNames: null, words: words || null };
  const normalized = others.map(({ name }) => normalize(name));
  const all = [words, ...normalized.map(unusualWords)];
  return { otherNames: normalized.join(separator), words: all.some((one) => one !== '') ? all.join(separator) : null };
}
