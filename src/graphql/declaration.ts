import type { GraphQLField } from 'graphql';
import type { z } from 'zod';
import type { Cost } from '../kernel/cost.ts';
import type { ErrorCode } from '../kernel/errors.ts';

/**
 * What a field declares of itself beside its type, for the doors through which it is asked. Metering adds the limit of
 * sessions.
 */
export interface Declaration {
  /** The REST routes alone ask for it: the GraphQL endpoint doesn't know it. */
  internal?: true;
  /** Its value is read from the database once for each record. A number: it costs as much as so many of these reads. */
  readsRecord?: true | number;
  /**
   * What it costs, for as many records as it is asked for. Every root field of company data says so. Of all costs in a root field
   * the largest counts.
   */
  cost?: Cost;
  /** Of a root field: the failure that null stands for. */
  absent?: ErrorCode;
  /** How many records the selection below it is answered for, at most. */
  records?: (args: Record<string, unknown>) => number;
  /** What its values are where its type does not say it all. The contract of REST shows it. */
  value?: z.ZodType;
  /** The contract of REST lets it be missing. */
  optional?: true;
}

interface PothosExtensions {
  pothosOptions?: { authScopes?: Partial<Record<'public' | 'registry' | 'account' | 'operator', boolean>> };
}

/** For the `extensions` of a field: `extensions: declare({ limit: 'keys' })`. */
export const declare = (declaration: Declaration) => ({ declaration });

export const declarationOf = ({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): Declaration =>
  (extensions as { declaration?: Declaration }).declaration ?? {};

/** Who may ask for a root field, by its authScopes. */
export const scopesOf = ({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>) =>
  (extensions as PothosExtensions).pothosOptions?.authScopes ?? {};
