import { type DocumentNode, type GraphQLSchema, getOperationAST, Kind } from 'graphql';
import { collectFields } from 'graphql/execution/collectFields.js';
import { getVariableValues } from 'graphql/execution/values.js';

interface Declared {
  pothosOptions?: { authScopes?: { registry?: boolean } };
}

/**
 * The names in the answer of an operation's registry fields: each is one unit. Whatever is open to the scope `registry` is one, so a new field of
 * company data cannot be forgotten. Aliases count, fragments are looked into, and what is skipped costs nothing.
 * Without variables it is asked what a document costs that skips nothing.
 */
export function registryFields(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
  variables?: Record<string, unknown>,
): string[] {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) return [];
  const { coerced } = variables ? getVariableValues(schema, operation.variableDefinitions ?? [], variables) : { coerced: {} };
  // Variables that don't fit are told by the execution, before any field is asked.
  if (!coerced) return [];
  const fragments = Object.fromEntries(
    document.definitions.flatMap((part) => (part.kind === Kind.FRAGMENT_DEFINITION ? [[part.name.value, part]] : [])),
  );
  const declared = root.getFields();
  return [...collectFields(schema, fragments, coerced, root, operation.selectionSet)]
    .filter(([, [node]]) => {
      const { pothosOptions } = (declared[node?.name.value ?? '']?.extensions ?? {}) as Declared;
      return pothosOptions?.authScopes?.registry === true;
    })
    .map(([name]) => name);
}
