import { readFileSync } from 'node:fs';
import type { RegisterRules } from '../../company/register.ts';

type Table = NonNullable<RegisterRules['legalForms']>;
type LegalForm = Table['all'][number];

/** Without case, diacritics and punctuation: files spell a form in several ways. */
const plain = (form: string): string =>
  form
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The legal forms of a register, by all of their spellings. */
export class LegalForms implements Table {
  readonly all: readonly LegalForm[];
  readonly #exact = new Map<string, LegalForm>();
  readonly #plain = new Map<string, LegalForm>();
  readonly #endings: [ending: string, form: LegalForm][] = [];

  /** A form is given with all of its spellings. `* filialas` is every form that ends with this word. */
  constructor(forms: readonly (LegalForm & { spellings: readonly string[] })[]) {
    this.all = forms.map(({ code, group }) => ({ code, group }));
    for (const [place, { spellings }] of forms.entries()) {
      const form = this.all[place] as LegalForm;
      for (const spelling of spellings) {
        if (spelling.startsWith('* ')) this.#endings.push([` ${plain(spelling)}`, form]);
        else this.#exact.set(spelling, form);
        this.#plain.set(plain(spelling), form);
      }
    }
  }

  of(form: string): LegalForm | undefined {
    const known = this.#exact.get(form);
    if (known) return known;
    const text = plain(form);
    return this.#plain.get(text) ?? this.#endings.find(([ending]) => text.endsWith(ending))?.[1];
  }
}

/** A row of the table: the spellings, the code, the group and a remark. */
export function legalFormRows(file: URL) {
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [spellings = '', code = '', group = '', ...remark] = line.split(';');
    return {
      spellings: spellings.split('|'),
      code: code === '' ? null : code,
      group: group as LegalForm['group'],
      remark: remark.join(';'),
    };
  });
}

/** The table that stands beside a register: `form|other spelling;code;group;remark`, with a header. */
export const legalFormsIn = (file: URL): LegalForms => new LegalForms(legalFormRows(file));
