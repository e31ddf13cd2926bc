import { type GraphQLSchema, isObjectType, parse } from 'graphql';
import type { Route } from '../rest/route/route.ts';
import { registryFields, rootFields } from '../src/api/index.ts';
import { declarationOf } from '../src/graphql/declaration.ts';
import { type Cost, priceOf } from '../src/kernel/cost.ts';

interface Row {
  cost: Cost;
  rest: string[];
  graphql: string[];
}

/** What costs what, as a table of Markdown, from what the fields of the schema and the routes declare. */
export function costsTable(schema: GraphQLSchema, routes: readonly Route[]): string {
  const rows = new Map<string, Row>();
  const rowOf = (cost: Cost): Row => {
    const row = rows.get(cost.of) ?? { cost, rest: [], graphql: [] };
    rows.set(cost.of, row);
    return row;
  };
  for (const route of routes) {
    const name = `\`${route.method.toUpperCase()} ${route.path}\``;
    for (const { field } of registryFields(rootFields(schema, parse(route.document)))) {
      const { cost } = declarationOf(field);
      // A file is paid for by what it has, and not by the field that finds it.
      if (cost && !route.file) rowOf(cost).rest.push(name);
      if (route.cost && route.cost.of !== cost?.of) rowOf(route.cost).rest.push(name);
    }
  }
  const roots = [schema.getQueryType(), schema.getMutationType()];
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) {
      const { cost } = declarationOf(field);
      if (cost) rowOf(cost).graphql.push(roots.includes(type) ? `\`${field.name}\`` : `\`${type.name}.${field.name}\``);
    }
  }
  const lines = [...rows.values()].map(
    ({ cost, rest, graphql }) => `| ${cost.of} | ${rest.join(', ')} | ${graphql.join(', ')} | ${priceOf(cost)} |`,
  );
  return ['| what | REST | GraphQL | units |', '|---|---|---|---|', ...lines].join('\n');
}

/** A text with what stands between two marks of a name replaced. */
export function withBlock(text: string, name: string, block: string): string {
  const [start, end] = [`<!-- ${name}: written by npm run generate -->`, `<!-- end of ${name} -->`];
  const [place, after] = [text.indexOf(start), text.indexOf(end)];
  if (place < 0 || after < place) throw new Error(`The text has no marks of ${name}.`);
  // Markdown ends what began with a mark at the next empty line.
  return `${text.slice(0, place)}${start}\n\n${block}\n\n${text.slice(after)}`;
}
