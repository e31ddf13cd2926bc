import { Failure } from './errors.ts';

/** The allowed values of an input. REST and GraphQL check the same rule and report it in the same words. */
export interface Rule<Value> {
  allows(value: Value): boolean;
  /** The requirement, written so that it can follow the name of the value: `must be a whole number from 1 to 10`. */
  message: string;
}

export interface PatternRule extends Rule<string> {
  pattern: RegExp;
}

export interface TextRule extends Rule<string> {
  /** In characters. */
  most: number;
}

export interface NumberRule extends Rule<number> {
  least: number;
  most: number;
  /** The value where none is sent. */
  usual: number;
}

export const matching = (pattern: RegExp, message: string): PatternRule => ({
  pattern,
  allows: (text) => pattern.test(text),
  message,
});

export const wholeNumber = (least: number, most: number, usual = least): NumberRule => ({
  least,
  most,
  usual,
  allows: (value) => Number.isInteger(value) && value >= least && value <= most,
  message: `must be a whole number from ${least} to ${most}`,
});

/** A name that a person gives to something: at most `most` characters, an emoji counts as one. Trim it before. */
export const givenName = (most: number): TextRule => ({
  most,
  // PostgreSQL cannot store unpaired surrogates.
  allows: (text) => text !== '' && [...text].length <= most && !/[\p{Cc}\p{Cs}]/u.test(text),
  message: `must have 1 to ${most} characters, none of them a control character`,
});

/** An error lists no more problems, so that it stays short. */
export const maxProblems = 10;

type Values<Rules> = { [Name in keyof Rules]?: (Rules[Name] extends Rule<infer Value> ? Value : never) | null | undefined };

/** Throws one invalid_request that names every value that breaks its rule. Missing values are allowed. */
export function check<Rules extends Record<string, Rule<unknown>>>(rules: Rules, values: Values<Rules>): void {
  const broken = Object.entries(rules).filter(([name, rule]) => {
    const value = values[name];
    return value !== undefined && value !== null && !rule.allows(value);
  });
  if (broken.length > 0)
    throw new Failure('invalid_request', `${broken.map(([name, { message }]) => `${name}: ${message}`).join('; ')}.`);
}
