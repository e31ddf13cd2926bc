import type { LegalFormGroup } from '../company/values.ts';

/** From this score on, a record is taken for the company, unless the caller says otherwise. */
export const usualThreshold = 0.7;

/** What is known of the company that is looked for. */
export interface MatchQuery {
  name: string;
  /** ISO 3166 alpha-2. */
  country?: string | undefined;
  number?: string | undefined;
  lei?: string | undefined;
  /** As people write it: `GmbH`, `Private Limited Company`. */
  legalForm?: string | undefined;
  /** An ISO date, or the beginning of one: a year, or a year and a month. */
  registeredAt?: string | undefined;
  postalCode?: string | undefined;
  locality?: string | undefined;
}

/** A record that may be the company. */
export interface Candidate {
  name: string;
  otherNames?: readonly { name: string; kind: string }[] | undefined;
  country?: string | null | undefined;
  /** All of its national numbers. */
  numbers?: readonly string[] | undefined;
  lei?: string | null | undefined;
  legalForm?: string | null | undefined;
  legalFormGroup?: LegalFormGroup | null | undefined;
  status?: string | null | undefined;
  registeredAt?: string | null | undefined;
  postalCode?: string | null | undefined;
  locality?: string | null | undefined;
}

/** One reason for a score. The score of a match is the sum of `score * weight` of its features, from 0 to 1. */
export interface Feature {
  id: string;
  /** From 0 to 1: how far this is so. */
  score: number;
  /** A negative weight lowers the score of the match. */
  weight: number;
  /** A sentence for people. */
  explanation: string;
}

export const matchedNameKinds = ['current', 'previous', 'other'] as const;
export type MatchedNameKind = (typeof matchedNameKinds)[number];

export interface MatchedName {
  name: string;
  kind: MatchedNameKind;
}

export interface Score {
  score: number;
  matchedName: MatchedName;
  features: Feature[];
}
