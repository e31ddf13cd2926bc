import type { GraphQLField } from 'graphql';
import type { z } from 'zod';
import type { Cost } from '../kernel/cost.ts';
import type { ErrorCode } from '../kernel/errors.ts';

/** What a field declares beside its type, for the REST routes and the GraphQL endpoint. Metering adds the limit of sessions. */
export interface Declaration {
  /** Only REST routes use it: the GraphQL endpoint does not have it. */
  internal?: true;
  /** Its value is read from the database once for each record. A number: it counts as that many reads. */
  readsRecord?: true | number;
  /**
   * What it costs, by the number of requested records; a list counts its own items. Every root field of company data declares
   * it. The largest cost inside a root field counts.
   */
  cost?: Cost;
  /** The number of items that are charged, if that is not the number of records. */
  asked?: (args: Record<string, unknown>) => number;
  /** The failure that a null root field means. */
  absent?: ErrorCode;
  /** The largest number of records that the selection below it is resolved for. `outer`: the arguments of the field around it. */
  records?: (args: Record<string, unknown>, outer: Record<string, unknown>) => number;
  /** The schema of its values in the REST contract, if its GraphQL type is not precise enough. */
  value?: z.ZodType;
  /** It is optional in the REST contract. */
  optional?: true;
}

/** The options of a field that may be null, and of a moment that may be. */
export const nullable = (description: string) => ({ nullable: true, description }) as const;
export const nullableDate = (description: string) => ({ type: 'DateTime', ...nullable(description) }) as const;

/** For the `extensions` of a field: `extensions: declare({ limit: 'keys' })`. */
export const declare = (declaration: Declaration) => ({ declaration });

export const declarationOf = ({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): Declaration =>
  (extensions as { declaration?: Declaration }).declaration ?? {};
