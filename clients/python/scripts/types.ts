/** The types of the contract, as Python's TypedDicts. */

interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly string[];
  const?: unknown;
  format?: string;
  description?: string | undefined;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  additionalProperties?: unknown;
}

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface Contract {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** What the calls of the client take and give, by the names of their types. */
const parameters = {
  SearchParameters: 'searchEntities',
  FacetParameters: 'getEntityFacets',
  SuggestParameters: 'suggestEntities',
  ChangesParameters: 'listChanges',
};
const answers = {
  SearchPage: 'searchEntities',
  FacetsAnswer: 'getEntityFacets',
  HistoryPage: 'getEntityHistory',
  GroupAnswer: 'getEntityGroup',
  ChangesPage: 'listChanges',
  WatchedCompaniesPage: 'listWatchedCompanies',
  WebhookDeliveriesPage: 'listWebhookDeliveries',
  AlertsPage: 'listAlerts',
};
/** Messages to webhook endpoints. */
const messages = {
  WatchListChangedMessage: 'receive_watch_list_changed',
  AlertRaisedMessage: 'receive_alert_raised',
  EndpointTestMessage: 'receive_endpoint_test',
};
/** Lists in a body or an answer, by the type of an item. */
const inputs = {
  LookupItem: ['lookUpEntities', 'items'],
  MatchQuery: ['matchCompanies', 'queries'],
  NewAlertChoice: ['changeAlertChoices', 'choices'],
} as const;
const results = { MatchResult: 'matchCompanies', WatchedCompany: 'listWatchedCompanies' };
/** Schemas that nothing above leads to. */
const roots =
  /^(?:Country|Entity(?:Suggestion|Lookup|Detail|Filter)|Snapshot|Register|Account|(?:Created)?ApiKey|ApiPlan|Member(?:ship)?|(?:Created)?Invitation|InvitationOffer|WatchList|WatchedChange|(?:Created)?WebhookEndpoint|AlertChoices)$/;
/** National fields, for those who know the country. */
const national = /^Registry[A-Z]{2}$/;

const pascal = (name: string): string => name.replace(/^./, (letter) => letter.toUpperCase());
export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export function pythonTypes(contract: Contract): string {
  const writer = new Writer(contract.components.schemas);
  const operations = [...Object.values(contract.paths), ...Object.values(contract.webhooks)].flatMap((methods) =>
    Object.values(methods),
  );
  const operation = (id: string) => operations.find(({ operationId }) => operationId === id) ?? missing(id);
  const json = (content: Record<string, { schema: Schema }> | undefined) =>
    content?.['application/json']?.schema ?? missing('body');
  const answer = (id: string) => json(operation(id).responses['200']?.content);
  for (const [name, id] of Object.entries(parameters)) writer.parameters(name, operation(id));
  for (const [name, [id, list]] of Object.entries(inputs))
    writer.object(name, json(operation(id).requestBody?.content).properties?.[list]?.items ?? missing(list));
  for (const [name, id] of Object.entries(messages)) writer.object(name, json(operation(id).requestBody?.content));
  for (const [name, id] of Object.entries(answers)) writer.object(name, answer(id));
  for (const [name, id] of Object.entries(results)) writer.object(name, answer(id).properties?.['data']?.items ?? missing(id));
  for (const name of Object.keys(contract.components.schemas)) if (roots.test(name) || national.test(name)) writer.reach(name);
  return writer.text();
}

class Writer {
  readonly #schemas: Record<string, Schema>;
  /** By name, so that the order of the file depends on names alone. */
  readonly #classes = new Map<string, string>();

  constructor(schemas: Record<string, Schema>) {
    this.#schemas = schemas;
  }

  /** The schema of a name, and what it leads to. */
  reach(name: string): string {
    if (!this.#classes.has(name)) this.object(name, this.#schemas[name] ?? missing(name));
    return name;
  }

  object(name: string, schema: Schema): string {
    this.#classes.set(name, '');
    const fields = Object.entries(schema.properties ?? {}).map(([key, value]) => {
      const type = this.#type(value, name + pascal(key));
      return { key, type: schema.required?.includes(key) ? type : `NotRequired[${type}]`, description: value.description };
    });
    this.#classes.set(name, classOf(name, 'TypedDict', fields, schema.description));
    return name;
  }

  /** The parameters of the query, as keyword arguments. */
  parameters(name: string, { parameters: all = [] }: Operation): void {
    const fields = all
      .filter(({ in: place }) => place === 'query')
      .map(({ name: key, required, description, schema }) => ({
        key: snake(key),
        type: required ? `Required[${this.#wide(schema, description)}]` : `${this.#wide(schema, description)} | None`,
        description,
      }));
    this.#classes.set(name, classOf(name, 'CallOptions, total=False', fields));
  }

  /** A list may be given as a list, a day as a date, a moment as a datetime. */
  #wide(schema: Schema, description = ''): string {
    const type = this.#type(schema, '');
    if (schema.format === 'date') return `${type} | date`;
    if (schema.format === 'date-time') return `${type} | datetime`;
    return description.includes('with commas between') ? `${type} | Sequence[str]` : type;
  }

  #type(schema: Schema, name: string): string {
    if (schema.$ref) return this.reach(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1));
    if (schema.enum) return `Literal[${schema.enum.map((value) => JSON.stringify(value)).join(', ')}]`;
    if (schema.const !== undefined)
      return `Literal[${typeof schema.const === 'boolean' ? pascal(`${schema.const}`) : JSON.stringify(schema.const)}]`;
    if (schema.anyOf) return union(schema.anyOf.map((one) => this.#type(one, name)));
    return union([schema.type ?? 'any'].flat().map((kind) => this.#kind(kind, schema, name)));
  }

  #kind(kind: string, schema: Schema, name: string): string {
    if (kind === 'array') return `list[${this.#type(schema.items ?? {}, name)}]`;
    if (kind === 'object') return schema.properties ? this.object(name, schema) : 'dict[str, Any]';
    return { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }[kind] ?? 'Any';
  }

  text(): string {
    const names = [...this.#classes.keys()].toSorted();
    return [
      '# Written by npm run generate from openapi.json. Do not edit.',
      '"""The types of what the service takes and gives, as its contract has them."""',
      '',
      'from __future__ import annotations',
      '',
      'from collections.abc import Sequence',
      'from datetime import date, datetime',
      'from typing import Any, Literal, NotRequired, Required, TypedDict',
      '',
      'from ._options import CallOptions',
      '',
      `__all__ = [\n${names.map((name) => `    "${name}",\n`).join('')}]`,
      ...names.map((name) => `\n\n${this.#classes.get(name)}`),
      '',
    ].join('\n');
  }
}

interface Field {
  key: string;
  type: string;
  description?: string | undefined;
}

const keywords = /^(?:from|in|is|as|class|def|not|or|and|if|else|for|while|with|import|global|pass|return|try|None|True|False)$/;

/** Keys that Python cannot have as names need the other form, whose comments are those of its fields. */
function classOf(name: string, base: string, fields: readonly Field[], description?: string): string {
  const isPlain = fields.every(({ key }) => /^[a-zA-Z_]\w*$/.test(key) && !keywords.test(key));
  if (!isPlain) {
    const lines = fields.map(
      ({ key, type, description: text }) => `${comment(text)}        ${JSON.stringify(key)}: ${quoted(type)},\n`,
    );
    return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)`;
  }
  const lines = fields.map(({ key, type, description: text }) => `    ${key}: ${type}\n${docstring(text)}`);
  return `class ${name}(${base}):\n${docstring(description)}${description && fields.length > 0 ? '\n' : ''}${lines.join('') || '    pass\n'}`.trimEnd();
}

/** In the other form types are values: one that has a name of ours is in quotes, for that may come later. */
const quoted = (type: string): string =>
  /\b(?!None\b|NotRequired\b|Literal\b|Any\b)[A-Z]\w+\b/.test(type.replaceAll(/"[^"]*"/g, '')) ? `'${type}'` : type;

const docstring = (text: string | undefined): string => (text ? `    """${wrapped(text, 4)}"""\n` : '');
const comment = (text: string | undefined): string =>
  text
    ? wrapped(text, 8)
        .split('\n')
        .map((line) => `        # ${line.trim()}\n`)
        .join('')
    : '';

/** Lines of at most 110 columns. */
function wrapped(text: string, indent: number): string {
  const lines: string[] = [];
  for (const word of text.replaceAll('\\', '\\\\').split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 106 - indent) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

function missing(what: string): never {
  throw new Error(`The contract has no ${what}.`);
}
