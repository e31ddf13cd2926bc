import { Failure } from './errors.ts';

/** What a value that a client sends may be. Every door checks by the same rule, and says the same of it. */
export interface Rule<Value> {
  allows(value: Value): boolean;
  /** What must hold, said after the name of the value. */
  says: string;
}

export interface NumberRule extends Rule<number> {
  least: number;
  most: number;
}

export const wholeNumber = (least: number, most: number): NumberRule => ({
  least,
  most,
  allows: (value) => Number.isInteger(value) && value >= least && value <= most,
  says: `must be a whole number from ${least} to ${most}`,
});

type Values<Rules> = { [Name in keyof Rules]?: (Rules[Name] extends Rule<infer Value> ? Value : never) | null | undefined };

/** Throws one invalid_request that names every value that breaks its rule. What is not given breaks none. */
export function check<Rules extends Record<string, Rule<unknown>>>(rules: Rules, values: Values<Rules>): void {
  const broken = Object.entries(rules).filter(([name, rule]) => {
    const value = values[name];
    return value !== undefined && value !== null && !rule.allows(value);
  });
  if (broken.length > 0)
    throw new Failure('invalid_request', `${broken.map(([name, { says }]) => `${name}: ${says}`).join('; ')}.`);
}
