import { type Html, html } from '../page/html.ts';
import {
  accessOf,
  answerOf,
  type Entry,
  type PlainSchema,
  plainSchema,
  type Resolve,
  type Schema,
  valuesOf,
} from './contract.ts';
import { exampleBody, firstValue } from './example.ts';

/** A field of the form. Its name says where the value goes: `path:id`, `query:page`, `header:Range`, `body:name`. */
interface Field {
  place: string;
  name: string;
  schema: Schema;
  isRequired: boolean;
  /** Filled in at first. */
  value?: string;
  placeholder?: string;
}

/** More optional fields than this are folded, and headers always. */
const unfolded = 3;

/** A form that sends the request of an operation. The script of the page sends it and shows the answer. */
export function tryForm(entry: Entry, resolve: Resolve): Html {
  const { operationId, method, path, summary } = entry;
  const fields = [...parameterFields(entry, resolve), ...(bodyFields(entry, resolve) ?? [])];
  const first = fields.filter(({ isRequired, value }) => isRequired || value !== undefined);
  const more = fields.filter((field) => !first.includes(field));
  const answer = answerOf(entry);
  return html`<form class="tryit scripted" aria-label="Try: ${summary}" data-method="${method}" data-path="${path}"
        data-access="${accessOf(entry)}" data-answer="${answer}" data-summary="${summary}">
        ${first.length > 0 && html`<div class="fields">${first.map((field) => input(field, resolve))}</div>`}
        ${!bodyFields(entry, resolve) && bodyText(entry, resolve)}
        ${
          more.length > 0 &&
          html`<details${isShort(more) && html` open`}><summary>Optional (${more.length})</summary>
          <div class="fields">${more.map((field) => input(field, resolve))}</div></details>`
        }
        <p class="buttons"><button class="main">Send<span class="unseen"> ${summary}</span></button></p>
        <p class="outcome" role="status" id="${operationId}-outcome"></p>
        <div class="answer"></div>
      </form>`;
}

const isShort = (fields: Field[]) => fields.length <= unfolded && fields.every(({ place }) => place !== 'header');

const parameterFields = ({ parameters = [] }: Entry, resolve: Resolve): Field[] =>
  parameters.map(resolve).map((parameter) => ({
    place: parameter.in,
    name: parameter.name,
    schema: parameter.schema,
    isRequired: parameter.required === true,
    placeholder: String(parameter.example ?? ''),
    // An id of the contract is one that no record has.
    ...((parameter.name === 'q' || (parameter.required && parameter.in === 'query')) && { value: firstValue(parameter) }),
  }));

/** The fields of a body. Undefined if the body holds lists or objects, which are typed as JSON. */
function bodyFields({ requestBody }: Entry, resolve: Resolve): Field[] | undefined {
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema) return [];
  const { properties = {}, required = [] } = plainSchema(schema, resolve);
  const all = Object.entries(properties).map(([name, own]) => ({ name, plain: plainSchema(own, resolve) }));
  const isFlat = ({ plain }: { plain: PlainSchema }) => plain.type !== undefined && !plain.properties && !plain.items;
  if (all.length === 0 || !all.every(isFlat)) return undefined;
  return all.map(({ name, plain }) => ({
    place: 'body',
    name,
    schema: plain,
    isRequired: required.includes(name),
    placeholder: String(plain.examples?.[0] ?? plain.default ?? ''),
  }));
}

function bodyText(entry: Entry, resolve: Resolve): Html | undefined {
  const example = exampleBody(entry, resolve);
  if (example === undefined) return undefined;
  return html`<label class="wide">Body, as JSON
      <textarea name="json:" rows="8" spellcheck="false">${JSON.stringify(example, null, 2)}</textarea></label>`;
}

function input({ place, name, schema, isRequired, value, placeholder = '' }: Field, resolve: Resolve): Html {
  const plain = plainSchema(schema, resolve);
  const common = html`name="${place}:${name}"${isRequired && html` required`}`;
  const choices = valuesOf(plain) ?? (isType(plain, 'boolean') ? [true, false] : undefined);
  const label = (field: Html, note = '') =>
    html`<label><span><code>${name}</code>${isRequired && html` <small>required</small>`}${
      note && html` <small>${note}</small>`
    }</span>${field}</label>`;
  if (choices) {
    const none = plain.default === undefined ? '' : `${String(plain.default)} (default)`;
    return label(
      html`<select ${common}>${!isRequired && html`<option value="">${none}</option>`}${choices
        .filter((choice) => isRequired || choice !== plain.default)
        .map((choice) => html`<option>${String(choice)}</option>`)}</select>`,
    );
  }
  const given = value !== undefined && html` value="${value}"`;
  if (plain.format === 'date') return label(html`<input ${common} type="date"${given} />`);
  if (plain.format === 'date-time') return label(html`<input ${common} type="datetime-local" step="1"${given} />`, 'your time');
  if (isType(plain, 'integer') || isType(plain, 'number'))
    return label(html`<input ${common} type="number" data-json${limit('min', plain.minimum)}${limit('max', plain.maximum)}${given}
      placeholder="${String(plain.default ?? placeholder)}" />`);
  return label(html`<input ${common} autocomplete="off" spellcheck="false"${limit('maxlength', plain.maxLength)}${given}
    placeholder="${placeholder}" />`);
}

const isType = ({ type }: PlainSchema, name: string): boolean => [type].flat().includes(name);
const limit = (name: 'min' | 'max' | 'maxlength', value: number | undefined): Html | false =>
  value !== undefined && html` ${name}="${value}"`;
