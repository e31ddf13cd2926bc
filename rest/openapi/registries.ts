import { registers, served } from '../../src/registers/index.ts';
import type { Components, Json } from './components.ts';

/**
 * A component for the `registry` of each country, such as `RegistryGB`. `countryCode` decides which one applies, so exactly one
 * alternative matches a record. They are open: fields may be added, and a country without a component may have any fields.
 */
export function describeRegistries(components: Components): void {
  const { EntityDetail: record } = components.schemas;
  if (!record) return;
  const countries = registers.map(({ country, fields }) => {
    const id = `Registry${country.code}`;
    components.add(served(fields).meta({ id, description: `National fields of ${country.name}.` }), 'output');
    components.schemas[id] = { ...(slim(components.schemas[id]) as Json), required: ['activities'], additionalProperties: true };
    const registry = { $ref: `#/components/schemas/${id}` };
    return { title: country.name, properties: { countryCode: { const: country.code }, registry } };
  });
  const others = { not: { enum: registers.map(({ country }) => country.code) } };
  record['oneOf'] = [...countries, { title: 'Any other country', properties: { countryCode: others } }].map(open);
}

/** Each alternative describes two fields, and allows all others. */
const open = (schema: Json): Json => ({ ...schema, required: ['countryCode'], additionalProperties: true });

/**
 * A schema without redundant parts: the pattern of a day, which its format implies, and the bounds of whole numbers. No field is
 * required, because records that were imported before a field was added lack it.
 */
function slim(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(slim);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { pattern, minimum, maximum, required, anyOf, ...kept } = schema as Json & { anyOf?: Json[] };
  const [one, other, ...more] = anyOf ?? [];
  // "A value or null" becomes one type.
  if (one && typeof one['type'] === 'string' && other?.['type'] === 'null' && more.length === 0)
    return slim({ ...one, ...kept, type: [one['type'], 'null'] });
  return Object.fromEntries(
    Object.entries({ ...kept, ...(anyOf && { anyOf }) }).map(([name, value]) => [
      name,
      name === 'properties' ? slimAll(value) : slim(value),
    ]),
  );
}

/** The names of fields may be keywords of JSON Schema. */
const slimAll = (properties: unknown): Json =>
  Object.fromEntries(Object.entries(properties as Json).map(([name, field]) => [name, slim(field)]));
