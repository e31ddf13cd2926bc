/** Prints the answers of an OpenAPI document as TypeScript types: the tests read bodies by them. */
interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}
interface Operation {
  operationId: string;
  /** A file has another media type. */
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const names: Record<string, string> = { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' };

function typeOf({ $ref, const: constant, enum: values, anyOf, type = 'unknown', ...shape }: Schema): string {
  const { items, properties, required = [] } = shape;
  if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1);
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...shape, type: one })).join(' | ');
  if (type === 'array') return `Array<${typeOf(items ?? {})}>`;
  if (type !== 'object') return names[type] ?? 'unknown';
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(field)}`,
  );
  return fields.length > 0 ? `{ ${fields.join('; ')} }` : 'Record<string, unknown>';
}

export function contractTypes(document: unknown): string {
  const { paths, components } = document as Document;
  const bodies = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId, responses }) => {
      const schemas = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      const types = schemas.flatMap(([, { content }]) => content?.['application/json'] ?? []).map(({ schema }) => typeOf(schema));
      return types.length > 0 ? [`  ${operationId}: ${types.join(' | ')};`] : [];
    });
  const types = Object.entries(components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`);
  return `// Printed from the contract by \`npm run generate\`.
${types.join('\n')}

/** What each operation answers with where it succeeds. */
export interface Bodies {
${bodies.join('\n')}
}
`;
}
