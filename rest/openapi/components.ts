import { z } from 'zod';

export type Json = Record<string, unknown>;

/** Schemas with an id become components of the document, and are referenced elsewhere. */
export class Components {
  readonly schemas: Record<string, Json> = {};

  /** The JSON schema of a request or of an answer. */
  add(schema: z.ZodType, io: 'input' | 'output'): Json {
    const override: z.core.ToJSONSchemaParams['override'] = ({ jsonSchema }) => openEnded(jsonSchema, io);
    const { $schema, $defs = {}, id, ...own } = relocated(z.toJSONSchema(schema, { io, override }));
    for (const [name, { id: _, ...definition }] of Object.entries($defs)) this.#define(name, definition);
    if (typeof id !== 'string') return own;
    this.#define(id, own);
    return { $ref: `#/components/schemas/${id}` };
  }

  /** A name has one schema: two routes may not select different fields under it. */
  #define(name: string, schema: Json): void {
    const known = this.schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`There are two schemas of the name ${name}.`);
    this.schemas[name] = schema;
  }
}

/** Within v1 fields may be added to answers, so their schemas must allow additional properties. */
function openEnded(schema: Json, io: 'input' | 'output'): void {
  if (io === 'output' && schema['additionalProperties'] === false) delete schema['additionalProperties'];
}

const relocated = (schema: unknown): Json & { $defs?: Record<string, Json> } =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
