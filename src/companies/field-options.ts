import { z } from 'zod';
import { fullRecordCost } from '../company/limits.ts';
import { type Declaration, declare } from '../graphql/declaration.ts';

/* The options that many fields of company data share. */

/** A string and no enum, because the contract and the sources let the list grow. */
export const oneOf = (values: readonly string[]) => z.string().meta({ 'x-extensible-enum': [...values] });
export const countryCode = z.string().length(2);
export const isoDate = z.iso.date();
export const freeForm = z.record(z.string(), z.unknown());

/** The values of a list, as a description names them. */
export const quoted = (values: readonly string[]): string => values.map((value) => `\`${value}\``).join(', ');

/** A field that may be null. */
export const nullable = (description: string, value?: z.ZodType) =>
  ({ nullable: true, description, extensions: declare(value ? { value } : {}) }) as const;

/** A field that may be null, and that the contract of REST lets an answer leave out. */
export const optional = (description: string, more: Declaration = {}) =>
  ({ nullable: true, description, extensions: declare({ optional: true, ...more }) }) as const;

/** A field that only the full record has. */
export const ofFullRecord = (more: Declaration = {}) => declare({ readsRecord: true, cost: fullRecordCost, ...more });
