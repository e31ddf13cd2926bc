import type { Address } from './company.ts';
import type { IdentifierRules } from './identifiers.ts';
import type { LegalFormRules } from './legal-forms.ts';
import type { ActivityRules } from './nace.ts';
import type { NameRules } from './other-names.ts';
import type { NumberRules } from './search-text.ts';

/** The longest time between two editions of each frequency. The words are those of DCAT's dct:accrualPeriodicity. */
export const daysBetweenUpdates = { daily: 1, weekly: 7, semimonthly: 16, monthly: 31 } as const;
export type UpdateFrequency = keyof typeof daysBetweenUpdates;

/** Data that is, or may be, about a natural person: its places in the record and in its source. Both are erased together. */
export interface PersonalData {
  /** JSON pointers into the record: /canonicalName, or such as /registry/directors. */
  fields?: readonly string[];
  /** Source columns, as sourceData names them; of several files: the file, or `file/column`. */
  columns?: readonly string[];
  /**
   * When it is about a person. Unset: always, so only the current record has it, and no change, history or snapshot.
   * `careOf`: if a line of an address says c/o. A pattern: if it matches the legal form, without case and diacritics.
   */
  when?: 'careOf' | RegExp;
}

/** What a register declares about its companies: how their records are made, found, published and erased. */
export interface RegisterRules extends NumberRules, NameRules, LegalFormRules, ActivityRules, IdentifierRules {
  /** In lower case, as in commands. */
  id: string;
  country: { code: string; name: string; nativeName: string };
  name: string;
  /** The scheme of the national numbers. It is part of every entity's id, so it never changes. */
  scheme: string;
  /** The scheme of a national number, if the register uses several. Unset: the one above. */
  numberScheme?(number: string): string;
  licence: string;
  /** Where the file is published. An import may state another URL. */
  sourceUrl: string;
  /** How often the publisher has a new file or update. Data is old when one was missed. */
  updateFrequency: UpdateFrequency;
  /**
   * Raise it when the meaning of rows or the other names change: the next import then processes every record, even of the same
   * file.
   */
  revision: number;
  /** Fields that may be about persons, names included: erasures clear them, and changes and snapshots leave them out. */
  persons?: readonly PersonalData[];
  /**
   * The address among the typed national fields. Fields may be missing, or null after an erasure: what is withheld there is
   * withheld here too.
   */
  address?(registry: Record<string, unknown>): Address | null;
  /** The names of the locality of the address, if the register has several columns for it. Each of them finds the record. */
  localities?(registry: Record<string, unknown>): readonly string[];
  /** Whether it states which activities a company has a licence for: those of the kind `licensed`. */
  hasLicensedActivities?: boolean;
  /**
   * The number from which the id of a company is made, the same for every spelling. Different companies must have different
   * numbers. The publisher's spelling should stay unchanged, or ids would change. Unset: the normalized number.
   */
  idNumber?(number: string): string;
}
