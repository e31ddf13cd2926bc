import { normalize } from '../company/normalization.ts';
import { wordsOfNormalized } from '../company/words.ts';
import type { Services } from '../graphql/context.ts';
import type { CompanyRecord } from '../records/index.ts';
import { type Filter, matchesWords } from '../search/index.ts';

/** Whether a name matches what was typed. The number of its record may be a part of that. */
export type NameMatcher = (name: string, number: string | null) => boolean;

/** Decides for one name what the index decides for all names. Undefined if nothing was typed. */
export function nameMatcher({ q, mode }: Filter, isFuzzy: boolean): NameMatcher | undefined {
  const text = normalize((q ?? '').trim());
  if (text === '') return undefined;
  const typed = wordsOfNormalized(text);
  if (mode === 'words') return (name, number) => matchesWords({ typed, isFuzzy }, normalize(name), normalize(number ?? ''));
  return (name, number) => normalize(name).includes(text) || normalize(number ?? '').includes(text);
}

/** The ways in which a suggestion may match, the best first: the typed text or its words, and words with typing mistakes. */
export function suggestionMatchers(q: string): NameMatcher[] {
  const [text, words, fuzzy] = [
    nameMatcher({ q }, false),
    nameMatcher({ q, mode: 'words' }, false),
    nameMatcher({ q, mode: 'words' }, true),
  ];
  return text && words && fuzzy ? [(...name) => text(...name) || words(...name), fuzzy] : [];
}

/** A record, and the ways in which it may match, the best first. */
type Matched = CompanyRecord & { matchers?: readonly NameMatcher[] };

/** The other name that matches best, unless the current name matches as well. */
export async function matchedNameOf(record: Matched, { records, derived, identifiers }: Services): Promise<string | null> {
  const { canonicalName, number, matchers = [] } = record;
  if (matchers.length === 0 || matchers[0]?.(canonicalName, number)) return null;
  const part = await records.part(record, 'registry');
  const own = part ? derived.otherNames({ ...record, registry: part.registry }) : [];
  const others = part ? [...own, ...(await identifiers.furtherNames(record, part.registry))] : [];
  for (const matches of matchers) {
    if (matches(canonicalName, number)) return null;
    const found = others.find(({ name }) => matches(name, number));
    if (found) return found.name;
  }
  return null;
}
