import { type Columns, orNull, record } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { dayInName } from '../../declaration/file-date.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { inThrees, plainNumber } from '../../declaration/numbers.ts';
import type { Part } from '../../declaration/part.ts';
import { type Register, RowProblem } from '../../declaration/register.ts';
import { inState, statesOf } from '../../declaration/states.ts';
import { joinedRegister } from '../../layouts/joined-register.ts';
import { LatestDay } from '../../layouts/text-register.ts';
import { lithuanianAddress, ltFields } from './fields.ts';

const common = ['ja_kodas', 'ja_pavadinimas', 'adresas', 'ja_reg_data', 'form_kodas', 'form_pavadinimas'];
const key = (columns: Columns) => columns.need('ja_kodas');
const parts: readonly Part[] = [
  {
    name: 'JAR_IREGISTRUOTI',
    file: 'JAR_IREGISTRUOTI.csv',
    role: 'companies',
    key,
    passing: ['formavimo_data'],
    usualColumns: [...common, 'stat_kodas', 'stat_pavadinimas', 'stat_data_nuo', 'formavimo_data'],
  },
  {
    name: 'JAR_ISREGISTRUOTI',
    file: 'JAR_ISREGISTRUOTI.csv',
    role: 'companies',
    key,
    passing: ['formavimo_data'],
    usualColumns: [...common, 'isreg_data', 'formavimo_data'],
  },
];

const inBoth = (column: string) => parts.map(({ name }) => `${name}/${column}`);

/** By code; 0 means no legal status. During reorganisations, conversions and mergers a company stays active. */
const states = statesOf('lt');

/** Lithuania: the Register of Legal Entities (JAR), a file of the registered ones and one of those struck off. No activities. */
export const lt: Register = joinedRegister(
  {
    id: 'lt',
    country: { code: 'LT', name: 'Lithuania', nativeName: 'Lietuva' },
    name: 'Register of Legal Entities',
    scheme: 'LT-RC',
    licence: 'CC BY 4.0',
    sourceUrl: 'https://www.registrucentras.lt/aduomenys/',
    updateFrequency: 'daily',
    downloads: parts.map(({ file }) => ({
      url: `https://www.registrucentras.lt/aduomenys/?byla=${file}`,
      file,
      type: 'text',
    })),
    dated: ['content', dayInName],
    revision: 2,
    fields: ltFields,
    address: lithuanianAddress,
    registeredAt: 'the day of registration',
    states: states.list,
    persons: [
      { fields: ['/registry/address/full'], columns: inBoth('adresas'), when: 'careOf' },
      // An individual enterprise has the name of its owner.
      {
        fields: ['/canonicalName', '/registry/address/full'],
        columns: [...inBoth('ja_pavadinimas'), ...inBoth('adresas')],
        when: /^individuali i/,
      },
    ],
    lei: { authorities: ['RA000430'] },
    normalizeNumber: plainNumber,
    written: inThrees,
  },
  parts,
  { delimiter: '|' },
  (columnsOf) => {
    const read = ({ name: part }: Part) => {
      const columns = columnsOf(part);
      const isRegistered = part === 'JAR_IREGISTRUOTI';
      const formCode = columns.need('form_kodas', orNull);
      const form = columns.text('form_pavadinimas');
      return record({
        number: columns.need('ja_kodas'),
        name: columns.need('ja_pavadinimas'),
        state: isRegistered ? columns.need('stat_kodas', states.of) : () => inState.dissolved,
        stateText: columns.text('stat_pavadinimas'),
        legalForm: (cells) => form(cells) ?? formCode(cells),
        registeredAt: columns.read('ja_reg_data', yearFirst),
        endedAt: isRegistered ? columns.read('isreg_data', yearFirst) : columns.need('isreg_data', yearFirst),
        registry: registryOf(columns, ltFields),
      });
    };
    const days = parts.map(({ name: part }) => new LatestDay(columnsOf(part).maybe('formavimo_data')));
    const [registered, struckOff] = parts.map(read) as [ReturnType<typeof read>, ReturnType<typeof read>];
    return {
      day: () =>
        days
          .flatMap(({ day }) => day ?? [])
          .sort()
          .at(-1),
      company: (rows) => {
        for (const [place, { name: part }] of parts.entries()) for (const one of rows(part)) days[place]?.see(one);
        // The files may be of different days: a company in both was struck off in between.
        const gone = rows('JAR_ISREGISTRUOTI').at(-1);
        const entry = gone ? struckOff(gone) : registered(rows('JAR_IREGISTRUOTI').at(-1) ?? []);
        if (!/^\d+$/.test(entry.number)) throw new RowProblem('the national number is not made of digits', entry.number);
        return entry;
      },
    };
  },
);
