import { escapeHtml } from '../../src/kernel/html-page.ts';

/** HTML that is complete and escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | undefined | null | false | readonly Value[];

const textOf = (value: Value): string => {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  return value === undefined || value === null || value === false ? '' : escapeHtml(String(value));
};

/** HTML with values in it. Every value is escaped, unless it is HTML of this kind itself. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.reduce((text, part, place) => text + textOf(values[place - 1]) + part));
