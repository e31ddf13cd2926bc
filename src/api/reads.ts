import {
  type DocumentNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { collectFields, collectSubfields } from 'graphql/execution/collectFields.js';
import { getFieldDef } from 'graphql/execution/execute.js';
import { getArgumentValues } from 'graphql/execution/values.js';
import { declarationOf } from '../graphql/declaration.ts';
import { fragmentsOf } from '../graphql/root-fields.ts';
import { unitsFor } from '../kernel/cost.ts';
import type { PricedPart } from './delivered.ts';
import { checkLimit, operationLimits } from './operation-limits.ts';

type Fields = ReturnType<typeof collectFields>;

/** What a field costs if it delivers all that is asked for. */
interface Price extends PricedPart {
  units: number;
}

/**
 * Walks through an operation as its execution would, without calling resolvers. Wrong arguments and conditions are reported here
 * as the client's mistake, before the execution. The records that would be read are counted and limited. Returns what each root
 * field costs at most, by its name in the answer.
 */
export function checkReads(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  root: GraphQLObjectType,
  variables: Record<string, unknown>,
): Map<string, Price> {
  const fragments = fragmentsOf(document);
  let reads = 0;
  /** The units of each field for `records` records: the largest of its own cost and those below it. */
  const walk = (type: GraphQLObjectType, fields: Fields, records: number, outer: Record<string, unknown>): Map<string, Price> => {
    const prices = new Map<string, Price>();
    for (const [name, nodes] of fields) {
      const [node] = nodes;
      const field = node && getFieldDef(schema, type, node);
      if (!field) continue;
      const args = getArgumentValues(field, node, variables);
      checkTexts(args, field.name);
      const { readsRecord, cost, asked, records: below } = declarationOf(field);
      if (readsRecord) reads += records * Number(readsRecord);
      const inner = getNamedType(field.type);
      const inside = records * Math.max(0, below?.(args, outer) ?? 1);
      const isList = isListType(getNullableType(field.type));
      const count = asked?.(args);
      const own = cost ? unitsFor(cost, count ?? (isList ? inside : records)) : 0;
      const selected = isObjectType(inner) ? collectSubfields(schema, fragments, variables, inner, nodes) : undefined;
      const parts = isObjectType(inner) && selected ? walk(inner, selected, inside, args) : new Map<string, Price>();
      const units = Math.max(own, ...[...parts.values()].map((part) => part.units));
      const priced = new Map([...parts].filter(([, part]) => part.units > 0));
      prices.set(name, { units, cost, asked: count, isByItem: isList && below !== undefined, parts: priced });
    }
    return prices;
  };
  const prices = walk(root, collectFields(schema, fragments, variables, root, operation.selectionSet), 1, {});
  checkLimit('Records', operationLimits.reads, reads);
  return prices;
}

/** Refuses texts that are too long, and NUL characters, which the database cannot store. */
function checkTexts(value: unknown, name: string): void {
  if (typeof value === 'string' && (value.length > operationLimits.text || value.includes('\0')))
    throw new GraphQLError(`${name}: text in an argument may have at most ${operationLimits.text} characters, and no NUL.`);
  if (value !== null && typeof value === 'object') for (const inner of Object.values(value)) checkTexts(inner, name);
}
