import type { Columns } from '../../declaration/columns.ts';
import type { Activity, EndKind } from '../../declaration/register.ts';
import { States } from '../../declaration/states.ts';
import type { Cell } from '../../files/table.ts';

/** By juridical situation. */
export const situations = new States({
  active: {
    '000': 'normal',
    '001': 'creation',
    '002': 'prolongation',
    '003': 'replacement of its number',
    '020': 'all shares in one hand',
    '021': 'merger by absorption',
    '022': 'merger into a new entity',
    '023': 'division',
    '024': 'division by absorption',
    '025': 'division into new entities',
    '026': 'mixed division',
    '042': 'moratorium revoked',
    '043': 'moratorium ended',
    '090': 'new statutes',
    '100': 'identification',
  },
  winding_up: {
    '010': 'dissolution by law',
    '012': 'voluntary dissolution, liquidation',
    '013': 'dissolution by a court, or nullity',
    '112': 'liquidation reopened',
  },
  insolvent: {
    '030': 'composition before bankruptcy',
    '031': 'composition after bankruptcy',
    '040': 'provisional moratorium',
    '041': 'final moratorium',
    '048': 'bankruptcy opened, excusable',
    '049': 'bankruptcy opened, not excusable',
    '050': 'bankruptcy opened',
    '091': 'moratorium, judicial reorganisation',
  },
  dissolved: {
    '006': 'its number was replaced',
    '011': 'a foreign entity left Belgium',
    '014': 'liquidation closed',
    '015': 'an entity without legal personality stopped',
    '016': 'a natural person stopped',
    '017': 'a natural person was transferred',
    '018': 'identification stopped',
    '019': 'an entity of a foreign register stopped',
    '051': 'bankruptcy closed, excusable',
    '052': 'bankruptcy closed, not excusable',
    '053': 'bankruptcy closed',
    '111': 'struck off by a register of the EEA',
    '999': 'file annulled',
  },
});

/** The end of a liquidation, and of a bankruptcy. */
export const endKinds = new Map<string, EndKind>([
  ['014', 'liquidated'],
  ['051', 'bankrupt'],
  ['052', 'bankrupt'],
  ['053', 'bankrupt'],
]);

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
