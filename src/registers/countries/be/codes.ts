import type { Columns } from '../../declaration/columns.ts';
import type { Activity } from '../../declaration/register.ts';
import type { Cell } from '../../files/table.ts';

/** The text of a code of a category, or null if the list has none. */
type CodeTexts = (category: string, code: string) => string | null;

/**
 * The texts of code.csv. The country has several languages, and a form must have the same name in every record, so the name is
 * the Dutch and the French text together.
 */
export function codeTexts(columns: Columns, list: readonly string[][]): CodeTexts {
  const category = columns.need('Category');
  const code = columns.need('Code');
  const language = columns.need('Language');
  const description = columns.need('Description');
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
  return (wanted, value) => joined.get(`${wanted} ${value}`) ?? null;
}

const rank: Record<string, number> = { MAIN: 0, SECO: 1, ANCI: 2 };

/**
 * The file has several editions of NACE for each group (VAT, social security, …). Of each group the newest edition is used. Main
 * activities come first.
 */
export function activitiesReader(columns: Columns, texts: CodeTexts): (rows: readonly (readonly Cell[])[]) => Activity[] {
  const group = columns.need('ActivityGroup');
  const version = columns.need('NaceVersion');
  const code = columns.need('NaceCode');
  const classification = columns.need('Classification');
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
