import type { RegisterRules } from '../../company/register.ts';
import { linesOf } from './labels.ts';

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

/** A row of `legal-forms.csv`: `form|other spelling;code;group;remark`. */
export function legalFormRows(register: string) {
  const [, ...lines] = linesOf(`${register}/legal-forms`);
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

/** The legal forms of a register, by all of their spellings. `* filialas` is every form that ends with this word. */
export function legalFormsOf(register: string): Table {
  const exact = new Map<string, LegalForm>();
  const normalized = new Map<string, LegalForm>();
  const endings: [ending: string, form: LegalForm][] = [];
  const all = legalFormRows(register).map(({ spellings, code, group }) => {
    const form = { code, group };
    for (const spelling of spellings) {
      if (spelling.startsWith('* ')) endings.push([` ${plain(spelling)}`, form]);
      else exact.set(spelling, form);
      normalized.set(plain(spelling), form);
    }
    return form;
  });
  return {
    all,
    of(form) {
      const known = exact.get(form);
      if (known) return known;
      const text = plain(form);
      return normalized.get(text) ?? endings.find(([ending]) => text.endsWith(ending))?.[1];
    },
  };
}
