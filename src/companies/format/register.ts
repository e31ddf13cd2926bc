import type { NumberRules } from './search-text.ts';

/**
 * Something that is about a natural person, or can be: where the record has it and where its source does. Both are erased
 * together.
 */
export interface PersonalData {
  /** JSON pointers into the record: /canonicalName, or such as /registry/directors. */
  fields?: readonly string[];
  /** Source columns, as sourceData names them; of several files: the file, or `file/column`. */
  columns?: readonly string[];
  /**
   * When it is about a person. Unset: always, so it is in the current record alone, and in no change, history or snapshot.
   * `careOf`: lines of an address, where they say c/o. A pattern: in records of legal forms that it finds, without case and
   * diacritics.
   */
  when?: 'careOf' | RegExp;
}

/** What of a register is about natural persons, as the register declares it. */
export interface PersonalFields {
  /** Where persons can be, names included: what an erasure reaches, and what changes and snapshots leave out. */
  persons?: readonly PersonalData[];
}

/** What a register declares about its companies: how their records are made, found, published and erased. */
export interface RegisterRules extends NumberRules, PersonalFields {
  /** In lower case, as the command takes it. */
  id: string;
  country: { code: string; name: string; nativeName: string };
  name: string;
  /** Of the national numbers; part of every entity's id, so it never changes. */
  scheme: string;
  licence: string;
  /** Where the file is published, unless the import is told otherwise. */
  sourceUrl: string;
  /** Raised when rows come to mean something else: the next import then goes through every record, even of the same file. */
  revision: number;
  /** Whether it tells which activities a company has a licence for: those of the kind `licensed`. */
  hasLicensedActivities?: boolean;
  /**
   * The number as the id of its company is made of it, however a file spells it. Different companies must stay different. What
   * the publisher writes should stay as it is, or ids would change. Unset: the normalized number.
   */
  idNumber?(number: string): string;
}
