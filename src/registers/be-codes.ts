import type { Columns } from './columns.ts';
import type { Cell } from './files/table.ts';
import type { Activity } from './register.ts';

/** The text of a code of a category, or null where the list has none. */
type CodeTexts = (category: string, code: string) => string | null;

/**
 * The texts of code.csv. The country has several languages, and a form must be called the same in every record: so it is the
 * Dutch and the French text together.
 */
export function codeTexts(columns: Columns, list: readonly string[][]): CodeTexts {
  const [category, code] = [columns.need('Category'), columns.need('Code')];
  const [language, description] = [columns.need('Language'), columns.need('Description')];
  const texts = new Map<string, { nl?: string; fr?: string }>();
  for (const row of list) {
    const key = `${category(row)} ${code(row)}`;
    const known = texts.get(key) ?? {};
    if (language(row) === 'NL') known.nl = description(row);
    else if (language(row) === 'FR') known.fr = description(row);
    else continue;
    texts.set(key, known);
  }
  const joined = new Map([...texts].map(([key, { nl, fr }]) => [key, [...new Set([nl, fr].filter(Boolean))].join(' / ')]));
  return (asked, value) => joined.get(`${asked} ${value}`) ?? null;
}

const rank: Record<string, number> = { MAIN: 0, SECO: 1, ANCI: 2 };

/**
 * Editions of NACE stand side by side, for each group (VAT, social security, …): of each group the newest edition counts. Main
 * activities come first.
 */
export function activitiesReader(columns: Columns, texts: CodeTexts): (rows: readonly (readonly Cell[])[]) => Activity[] {
  const [group, version] = [columns.need('ActivityGroup'), columns.need('NaceVersion')];
  const [code, classification] = [columns.need('NaceCode'), columns.need('Classification')];
  return (rows) => {
    const newest = new Map<string, string>();
    for (const row of rows) {
      const known = newest.get(group(row));
      if (!known || version(row) > known) newest.set(group(row), version(row));
    }
    const seen = new Set<string>();
    return rows
      .filter((row) => newest.get(group(row)) === version(row))
      .map((row) => ({ rank: rank[classification(row)] ?? 3, version: version(row), code: code(row) }))
      .sort((one, other) => one.rank - other.rank)
      .filter((one) => seen.size < seen.add(`${one.version} ${one.code}`).size)
      .map((one) => ({
        kind: 'unlicensed',
        scheme: `NACE-BEL-${one.version}`,
        code: one.code,
        label: texts(`Nace${one.version}`, one.code),
      }));
  };
}
