import type { ExecutionResult } from 'graphql';
import { type Cost, unitsFor } from '../kernel/cost.ts';

/** A field of an operation that costs something, or has fields below it that do. */
export interface PricedPart {
  cost: Cost | undefined;
  /** The number of items that are charged, whatever the answer has. */
  asked: number | undefined;
  /** A list that is charged by its items. Else a field is charged once for each record that it is in. */
  isByItem: boolean;
  /** By their names in the answer. */
  parts: ReadonlyMap<string, PricedPart>;
}

/** A value in an answer, and the path to it. */
interface Place {
  value: unknown;
  path: string;
}

/**
 * The units of what a root field delivered, which are never more than those of what was asked for. A record that a page does not
 * have is not charged, and neither is a value that is null because of an error.
 */
export function deliveredUnits(name: string, part: PricedPart, { data, errors = [] }: ExecutionResult): number {
  const failed = new Set(errors.flatMap(({ path = [] }) => path.map((_step, place) => `/${path.slice(0, place + 1).join('/')}`)));
  const isThere = ({ value, path }: Place) => (value !== null && value !== undefined) || !failed.has(path);
  const itemsOf = ({ value, path }: Place): Place[] =>
    Array.isArray(value) ? value.flatMap((item, place) => itemsOf({ value: item, path: `${path}/${place}` })) : [{ value, path }];
  const unitsOf = (own: string, { cost, asked, isByItem, parts }: PricedPart, around: readonly Place[]): number => {
    const places = around
      .map(({ value, path }) => ({ value: (value as Record<string, unknown>)[own], path: `${path}/${own}` }))
      .filter(isThere);
    const items = places.flatMap(itemsOf).filter(isThere);
    const objects = items.filter(({ value }) => typeof value === 'object' && value !== null);
    return Math.max(
      cost ? unitsFor(cost, asked ?? (isByItem ? items : places).length) : 0,
      ...[...parts].map(([inner, below]) => unitsOf(inner, below, objects)),
    );
  };
  return unitsOf(name, part, [{ value: data ?? {}, path: '' }]);
}
