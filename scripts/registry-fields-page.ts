import { registers } from '../src/registers/index.ts';

const introduction = `# The fields of \`registry\`

Made from the code of the registers by \`npm run generate\`. The contract has the same as a schema for each country, such
as \`RegistryGB\`. More fields may come.

A dot leads into an object, as in \`address.postCode\`. Brackets lead into each item of a list, as in
\`previousNames[].name\`. A field that may be null is null where the register does not tell it, or where it was erased.
Codes and texts are those of the register. A record that an earlier build imported may lack a field until its register
is imported again.

## Every country

`;

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  /** An object that may be null. */
  anyOf?: [Schema, Schema];
}
type Schemas = Record<string, Schema>;

const kinds: Record<string, string> = { string: 'text', boolean: 'true or false', integer: 'whole number', object: 'object' };

function kindOf({ type = 'object', format, items }: Schema): string {
  const [own = 'object', ...others] = [type].flat();
  const kind = own === 'array' ? `list of ${items?.type === 'string' ? 'texts' : 'objects'}` : (kinds[own] ?? own);
  return (format === 'date' ? 'day' : kind) + (others.includes('null') ? ', or null' : '');
}

/** A row for each field, and behind it those for the fields below it. */
function rowsOf(properties: Record<string, Schema>, schemas: Schemas, prefix = ''): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const whole = resolved(field, schemas);
    const below = whole.properties ?? (whole.items && resolved(whole.items, schemas).properties) ?? {};
    const path = prefix + name;
    return [
      `| \`${path}\` | ${kindOf(whole)} | ${whole.description} |`,
      ...rowsOf(below, schemas, `${path}${whole.items ? '[]' : ''}.`),
    ];
  });
}

function resolved(field: Schema, schemas: Schemas): Schema {
  const { anyOf: [object] = [], ...whole } = schemas[field.$ref?.split('/').at(-1) ?? ''] ?? field;
  return object ? { ...object, ...whole, type: ['object', 'null'] } : whole;
}

const table = (rows: readonly string[]): string => `| field | type | meaning |\n|---|---|---|\n${rows.join('\n')}\n`;

/** Every field of `registry`, country by country, from the components of the contract. */
export function registryFieldsPage(document: Record<string, unknown>): string {
  const { schemas } = document['components'] as { schemas: Schemas };
  const sections = registers
    .toSorted((one, other) => one.country.name.localeCompare(other.country.name))
    .map(({ country }) => {
      const { activities, ...own } = schemas[`Registry${country.code}`]?.properties ?? {};
      return `## ${country.name}\n\n${table(rowsOf(own, schemas))}`;
    });
  const everywhere = rowsOf({ activities: schemas['RegistryActivities'] ?? {} }, schemas);
  return [introduction + table(everywhere), ...sections].join('\n');
}
