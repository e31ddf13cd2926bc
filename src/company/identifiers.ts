import { plainNumber } from './company.ts';
import type { LeiName } from './lei.ts';
import { normalize } from './normalization.ts';
import type { OtherName } from './other-names.ts';
import { bareNumber, type NumberRules, type Searched, searchText, separator } from './search-text.ts';
import { spellings, wordsOf } from './words.ts';

/** How companies of a register are found by identifiers of other schemes. */
export interface IdentifierRules {
  lei?: {
    /** The codes of GLEIF's list of registration authorities whose numbers are those of this register. */
    authorities: readonly string[];
    /** The number as the search text of a record has it. Unset: normalized, as the register normalizes its numbers. */
    number?(typed: string): string;
  };
  /** Set where a document shows the form of its European unique identifiers. */
  euid?: {
    /** Country and register, with the full stop. */
    prefix: string;
    /** The identifier among the typed national fields. Unset: the prefix and the national number. */
    of?(registry: Record<string, unknown>): unknown;
  };
}

/** An identifier of a record. */
export interface RecordIdentifier {
  scheme: string;
  value: string;
  /** In the words of its source. */
  status: string | null;
  /** ISO date. */
  since: string | null;
  /** Whether its source calls the company by a name that has nothing in common with those of the record. */
  doubtful: boolean;
  source: string;
}

/** A typed number, as the search text of a record has it after a separator. */
export function numberKey({ country, normalizeNumber = plainNumber, lei }: NumberRules & IdentifierRules, typed: string): string {
  const spell = lei?.number ?? normalizeNumber;
  return normalize(
    spell(bareNumber(typed, country.code) === plainNumber(typed) ? typed : typed.trim().slice(country.code.length)),
  );
}

/** The keys of a record: its numbers in every spelling that its search text has. */
export const numberKeys = (searched: Omit<Searched, 'name'>, rules: NumberRules): string[] =>
  searchText({ ...searched, name: '' }, rules)
    .split(separator)
    .slice(1);

/** Words that companies without anything in common share: legal forms, and words between others. */
const common = new Set(
  [
    ...spellings.flat(),
    ...`ab ag as asa aps bv bvba nv sa sas sasu sarl sprl srl spa sro spol snc sci scs scp scop eurl gie gaec earl sel
      selarl oy oyj ry ou mtu sia uab ik mb vsi kb hb ek llp lp llc cic pty gmbh kg ohg se eeig asbl vzw ivzw commv
      comm vof cv cvba akciova spolecnost spolocnost rucenim obmedzenym omezenym aktiebolag aksjeselskap osakeyhtio
      osauhing aktsiaselts akcine bendrove uzdaroji sabiedriba ierobezotu atbildibu akciju societate cu raspundere
      limitata societatea pe actiuni societe anonyme proprietary private public limited company unlimited the a of
      and de la le les du des d l van der den het og och ja in un si`.split(/\s+/),
  ].map(normalize),
);

const latin = /\p{Script=Latin}/u;

/** The words that distinguish a name, or all of them if it has only common ones. */
function tellingWords(name: string): Set<string> {
  const words = wordsOf(name);
  const telling = words.filter((word) => !common.has(word));
  return new Set(telling.length > 0 ? telling : words);
}

function haveSomethingInCommon(one: string, other: string): boolean {
  const [words, others] = [tellingWords(one), tellingWords(other)];
  if ([...words].some((word) => others.has(word))) return true;
  // Without anything between the words: `L.A.W.S.` and `Laws` are the same.
  const [shorter = '', longer = ''] = [words, others].map((some) => [...some].join('')).sort((a, b) => a.length - b.length);
  return shorter.length > 3 && longer.includes(shorter);
}

/**
 * Whether no name of a source has anything in common with a name of the record. Names in different scripts cannot be compared.
 */
export function isDoubtful(given: readonly string[], known: readonly string[]): boolean {
  const pairs = given.flatMap((one) => known.map((other) => [one, other] as const));
  const comparable = pairs.filter(([one, other]) => latin.test(one) === latin.test(other));
  return comparable.length > 0 && !comparable.some(([one, other]) => haveSomethingInCommon(one, other));
}

const plainly = (name: string): string => wordsOf(name).join(' ');

/** The names that a source has and the record has not, whatever the punctuation. */
export function furtherNames(
  given: readonly LeiName[],
  canonicalName: string,
  others: readonly Pick<OtherName, 'name'>[],
  source: string,
): OtherName[] {
  const known = new Set([canonicalName, ...others.map(({ name }) => name)].map(plainly));
  return given.flatMap(({ name, kind, language }) => {
    if (name.trim() === '' || known.size === known.add(plainly(name)).size) return [];
    return [{ name, kind, language, from: null, to: null, source }];
  });
}
