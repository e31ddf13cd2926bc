import { z } from 'zod';

type Data = Record<string, unknown>;

/** A part of a body: how it is read from the data of the operation, and its schema. */
export class Part {
  readonly read: (data: Data) => unknown;
  readonly schema: (data: z.ZodObject) => z.ZodType;

  constructor(read: Part['read'], schema: Part['schema']) {
    this.read = read;
    this.schema = schema;
  }
}

/** The body of an answer. Both the sent body and its documentation come from it. */
export type Template = Part | string | boolean | { readonly [name: string]: Template };

/** The value at this path in the data of the operation; the names of a path are separated by dots. */
export function from(path: string): Part {
  const names = path.split('.');
  return new Part(
    (data) => {
      let value: unknown = data;
      for (const name of names) value = (value as Data)[name];
      return value;
    },
    (schema) => names.reduce<z.ZodType>((inner, name) => fieldOf(inner, name, path), schema),
  );
}

function fieldOf(schema: z.ZodType, name: string, path: string): z.ZodType {
  const field = schema instanceof z.ZodObject ? schema.shape[name] : undefined;
  if (!field) throw new Error(`The document selects nothing at ${path}.`);
  return field as z.ZodType;
}

/** The same for a field that is left out of its object if it is null. */
export function unlessNull(path: string): Part {
  const { read, schema } = from(path);
  return new Part(
    (data) => read(data) ?? undefined,
    (data) => {
      const field = schema(data);
      if (!(field instanceof z.ZodNullable)) throw new Error(`The field at ${path} is never null.`);
      return (field.unwrap() as z.ZodType).optional().meta({ description: field.description });
    },
  );
}

/** The object at this path without some of its fields. */
export function without(path: string, ...names: string[]): Part {
  const whole = from(path);
  const kept = (object: object) => Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
  return new Part(
    (data) => kept(whole.read(data) as object),
    (schema) => {
      const all = whole.schema(schema) as z.ZodObject;
      return z.object(kept(all.shape)).meta({ description: all.description });
    },
  );
}

/** The length of the list at this path. */
export function countOf(path: string): Part {
  const list = from(path);
  return new Part(
    (data) => (list.read(data) as unknown[]).length,
    (schema) => {
      if (!(list.schema(schema) instanceof z.ZodArray)) throw new Error(`There is no list at ${path}.`);
      return z.int32().min(0);
    },
  );
}

/** An object with the fields of several objects. */
export function merged(...templates: Template[]): Part {
  const parts = templates.map(partOf);
  return new Part(
    (data) => Object.assign({}, ...parts.map((part) => part.read(data))),
    (schema) => z.object(Object.assign({}, ...parts.map((part) => (part.schema(schema) as z.ZodObject).shape))),
  );
}

/** A component of the contract with this name. An object that a fragment selects has the fragment's name without this. */
export function named(id: string, template: Template, description?: string): Part {
  const part = partOf(template);
  return new Part(part.read, (schema) => part.schema(schema).meta({ id, ...(description && { description }) }));
}

export function partOf(template: Template): Part {
  if (template instanceof Part) return template;
  if (typeof template !== 'object')
    return new Part(
      () => template,
      () => z.literal(template),
    );
  const parts = Object.entries(template).map(([name, inner]) => [name, partOf(inner)] as const);
  return new Part(
    (data) => {
      const body: Data = {};
      for (const [name, part] of parts) body[name] = part.read(data);
      return body;
    },
    (schema) => z.object(Object.fromEntries(parts.map(([name, part]) => [name, part.schema(schema)]))),
  );
}
