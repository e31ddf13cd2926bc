import { type Html, html } from '../page/html.ts';
import { type PlainSchema, plainSchema, type Resolve, type Schema, valuesOf } from './contract.ts';

/** Text in which backticks mark code. */
export const withCode = (text: string): Html[] =>
  text.split('`').map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** A field of a schema, or a parameter. */
interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
  description?: string | undefined;
  /** Of a parameter: query, path or header. */
  place?: string;
}

/** Fields as a tree: those with fields of their own are folded. */
export const fieldTree = (fields: Field[], resolve: Resolve, within: string[] = []): Html =>
  html`<ul class="tree">${fields.map((field) => html`<li>${fieldOf(field, resolve, within)}</li>`)}</ul>`;

/** The fields of a schema, of the items of a list, and of the alternatives. */
export function schemaTree(schema: Schema, resolve: Resolve, within: string[] = []): Html | undefined {
  const plain = plainSchema(schema, resolve);
  if (plain.items) return schemaTree(plain.items, resolve, named(plain, within));
  const { properties = {}, required = [], oneOf, component } = plain;
  if (component && within.includes(component)) return undefined;
  const fields = Object.entries(properties).map(([name, own]) => ({ name, schema: own, isRequired: required.includes(name) }));
  if (fields.length === 0) return undefined;
  return html`${fieldTree(fields, resolve, named(plain, within))}${oneOf && alternatives(oneOf)}`;
}

const named = ({ component }: PlainSchema, within: string[]): string[] => (component ? [...within, component] : within);

function fieldOf({ name, schema, isRequired, description, place }: Field, resolve: Resolve, within: string[]): Html {
  const plain = plainSchema(schema, resolve);
  const inner = schemaTree(schema, resolve, within);
  const values = valuesOf(plain);
  const head = html`<code class="field">${name}</code> <span class="faint">${typeOf(plain, resolve)}${limits(plain)}${
    place && html`, ${place}`
  }</span>${isRequired && place && html` <span class="badge warn">required</span>`}`;
  const text = description ?? schema.description ?? plain.description;
  const facts = [
    plain.default !== undefined && html`Default: <code>${String(plain.default)}</code>. `,
    values && html`<span class="values">${values.map((value) => html`<code>${String(value)}</code> `)}</span>`,
  ].filter(Boolean);
  const about = html`${text && html`<p>${withCode(text)}</p>`}${facts.length > 0 && html`<p>${facts}</p>`}`;
  return inner ? html`<details><summary>${head}</summary>${about}${inner}</details>` : html`${head}${about}`;
}

function typeOf(plain: PlainSchema, resolve: Resolve): string {
  const own = plain.items ? `list of ${typeOf(plainSchema(plain.items, resolve), resolve)}` : simpleType(plain);
  return plain.isNullable ? `${own} or null` : own;
}

const formats: Record<string, string> = { 'date-time': 'moment', date: 'day', uuid: 'UUID', uri: 'address' };

const simpleType = ({ component, type, format, anyOf, properties }: PlainSchema): string =>
  component ??
  (format && formats[format]) ??
  ([type ?? (properties ? 'object' : anyOf ? 'one of several' : 'any value')].flat().join(' or ') || 'any value');

/** The bounds of a number or of the length of a text: `, 1 to 100`. */
function limits({ type, format, minimum, maximum, minLength = 0, maxLength }: PlainSchema): string {
  const isNumber = [type].flat().some((one) => one === 'integer' || one === 'number');
  const most = isNumber ? maximum : maxLength;
  // The bounds of 32 and 53 bits, and the length of a moment, say nothing about the field.
  if (most === undefined || most >= 2 ** 31 - 1 || format) return '';
  const least = isNumber ? (minimum ?? 0) : minLength;
  const range = least === most ? '' : !isNumber && least <= 1 ? 'up to ' : `${least.toLocaleString('en-GB')} to `;
  return `, ${range}${most.toLocaleString('en-GB')}${isNumber ? '' : ' characters'}`;
}

/** Alternatives link to their components, which the page shows once. */
function alternatives(oneOf: Schema[]): Html | undefined {
  const links = oneOf.flatMap(({ title, properties = {} }) =>
    Object.entries(properties).flatMap(([field, { $ref }]) =>
      $ref ? [{ title, field, name: $ref.split('/').at(-1) ?? '' }] : [],
    ),
  );
  const [first] = links;
  return (
    first &&
    html`<details><summary>What <code>${first.field}</code> is in each country</summary>
      <ul class="types">${links.map(({ title, name }) => html`<li><a href="#${name}">${title ?? name}</a></li>`)}</ul></details>`
  );
}

/** The names of the components that alternatives refer to. */
export const alternativeNames = (schemas: Record<string, Schema>): string[] =>
  Object.values(schemas)
    .flatMap(({ oneOf = [] }) => oneOf.flatMap(({ properties = {} }) => Object.values(properties)))
    .flatMap(({ $ref }) => ($ref ? [$ref.split('/').at(-1) ?? ''] : []));
