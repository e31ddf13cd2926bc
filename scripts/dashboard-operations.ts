import {
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  typeFromAST,
  validate,
} from 'graphql';

const scalars: Record<string, string> = { Int: 'number', Float: 'number', Boolean: 'boolean', JSON: 'unknown' };

/** TypeScript for the operations of the dashboard: a text and the types of variables and answer for each. */
export function dashboardOperations(schema: GraphQLSchema, source: string): string {
  const document = parse(source, { noLocation: true });
  const mistakes = validate(schema, document);
  if (mistakes.length > 0) throw new Error(mistakes.map(({ message }) => message).join(' '));
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const part of document.definitions) if (part.kind === Kind.FRAGMENT_DEFINITION) fragments.set(part.name.value, part);
  const inputs = new Map<string, string>();

  const typeOf = (type: GraphQLType, selection?: SelectionSetNode): string => {
    if (isNonNullType(type)) return bare(type.ofType, selection);
    return `${bare(type, selection)} | null`;
  };
  const bare = (type: GraphQLType, selection?: SelectionSetNode): string => {
    if (isListType(type)) return `(${typeOf(type.ofType, selection)})[]`;
    if (isObjectType(type) && selection) return fieldsOf(type, selection);
    if (isEnumType(type))
      return type
        .getValues()
        .map(({ name }) => `'${name}'`)
        .join(' | ');
    if (isInputObjectType(type)) return inputOf(type);
    return scalars[getNamedType(type).name] ?? 'string';
  };
  const inputOf = (type: GraphQLType & { name: string; getFields(): Record<string, { name: string; type: GraphQLType }> }) => {
    const lines = Object.values(type.getFields()).map((field) => `  ${field.name}?: ${typeOf(field.type)};`);
    inputs.set(type.name, `export interface ${type.name} {\n${lines.join('\n')}\n}`);
    return type.name;
  };
  const fieldsOf = (type: GraphQLObjectType, { selections }: SelectionSetNode): string => {
    const fields = selections.map((part) => {
      if (part.kind === Kind.INLINE_FRAGMENT) throw new Error('The dashboard has no inline fragments.');
      if (part.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(part.name.value) as FragmentDefinitionNode;
        return fieldsOf(type, fragment.selectionSet).slice(2, -2);
      }
      const field = type.getFields()[part.name.value];
      return `${part.alias?.value ?? part.name.value}: ${typeOf(field?.type as GraphQLType, part.selectionSet)}`;
    });
    return `{ ${fields.join('; ')} }`;
  };
  const operationOf = (operation: OperationDefinitionNode): string => {
    const name = operation.name?.value ?? '';
    const root = schema.getRootType(operation.operation) as GraphQLObjectType;
    const variables = (operation.variableDefinitions ?? []).map(({ variable, type }) => {
      const known = typeFromAST(schema, type as never) as GraphQLType;
      return `${variable.name.value}${isNonNullType(known) ? '' : '?'}: ${typeOf(known)}`;
    });
    const text = [operation, ...spreadIn(operation, fragments)].map(print).join('\n').replaceAll(/\s+/g, ' ');
    const types = `${fieldsOf(root, operation.selectionSet)}, { ${variables.join('; ')} }`;
    return `export const ${name[0]?.toLowerCase()}${name.slice(1)} = '${text}' as Operation<${types}>;`;
  };

  const operations = document.definitions.filter((part) => part.kind === Kind.OPERATION_DEFINITION).map(operationOf);
  return [
    '// Made of operations.graphql and the schema by `npm run generate`.',
    'declare const types: unique symbol;',
    '/** The text of an operation, with the types of its answer and its variables. */',
    'export type Operation<Data, Variables> = string & { [types]?: [Data, Variables] };',
    ...inputs.values(),
    ...operations,
    '',
  ].join('\n\n');
}

function spreadIn(node: OperationDefinitionNode, fragments: Map<string, FragmentDefinitionNode>): FragmentDefinitionNode[] {
  const text = print(node);
  return [...fragments.values()].filter(({ name }) => text.includes(`...${name.value}`));
}
