import { orNull, record, trueOrFalse } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { registryOf } from '../../declaration/kinds.ts';
import { ofDigits, plainNumber } from '../../declaration/numbers.ts';
import type { Register } from '../../declaration/register.ts';
import { inState, statesOf } from '../../declaration/states.ts';
import { textRegister } from '../../layouts/text-register.ts';
import { noFields, norwegianAddress } from './fields.ts';

/** Norway: Enhetsregisteret, the Central Coordinating Register for Legal Entities. */
export const no: Register = textRegister(
  {
    id: 'no',
    country: { code: 'NO', name: 'Norway', nativeName: 'Norge' },
    name: 'Enhetsregisteret',
    scheme: 'NO-BRC',
    licence: 'NLOD 2.0',
    sourceUrl: 'https://data.brreg.no/enhetsregisteret/api/enheter/lastned/csv',
    updateFrequency: 'daily',
    downloads: [{ url: 'https://data.brreg.no/enhetsregisteret/api/enheter/lastned/csv', file: 'enheter.csv.gz', type: 'gzip' }],
    revision: 3,
    fields: noFields,
    // The file does not say which edition of the classification (SN2007 or SN2025) a code is of.
    classifications: { 'NO-SN': '2 or 2.1' },
    address: norwegianAddress,
    registeredAt:
      'the day of the entry in Enhetsregisteret. Older registers moved there on 19 February 1995: for that day it is the day ' +
      'of founding, or null',
    states: statesOf('no').list,
    // Sole traders.
    hasPersons: true,
    persons: [
      { fields: ['/registry/email'], columns: ['epostadresse'] },
      { fields: ['/registry/phone'], columns: ['telefon'] },
      { fields: ['/registry/mobile'], columns: ['mobil'] },
      { fields: ['/registry/businessAddress'], columns: ['forretningsadresse.adresse'], when: 'careOf' },
      { fields: ['/registry/postalAddress'], columns: ['postadresse.adresse'], when: 'careOf' },
      {
        fields: [
          ...['/canonicalName', '/registry/website', '/registry/businessAddress/lines', '/registry/postalAddress/lines'],
          // In their own words.
          ...['/registry/purpose', '/registry/activity'],
        ],
        columns: [
          ...['navn', 'hjemmeside', 'forretningsadresse.adresse', 'postadresse.adresse'],
          ...['vedtektsfestetFormaal', 'aktivitet'],
        ],
        when: /^(?:enk|pers)$/,
      },
    ],
    // Companies that pay VAT write MVA after the number.
    lei: { authorities: ['RA000472', 'RA000473'] },
    normalizeNumber: (typed) => ofDigits(9)(plainNumber(typed).replace(/MVA$/, '')),
    written: /^(?:\d{3} \d{3} \d{3}|\d{9})(?: ?MVA)?$/,
  },
  { delimiter: ',' },
  (columns) => {
    const entered = columns.need('registreringsdatoenhetsregisteret', yearFirst);
    const bankrupt = columns.need('konkurs', trueOrFalse);
    const windingUp = columns.need('underAvvikling', trueOrFalse);
    const forced = columns.need('underTvangsavviklingEllerTvangsopplosning', trueOrFalse);
    const founded = columns.read('stiftelsesdato', yearFirst);
    const deleted = columns.maybe('slettedato');
    // The edition of 2026 has days for insolvency without bankruptcy.
    const reconstruction = columns.maybe('underRekonstruksjonsforhandlingDato');
    const foreignInsolvency = columns.maybe('underUtenlandskInsolvensbehandlingDato');
    const industries = [1, 2, 3].map((n) =>
      record({
        kind: () => 'unlicensed' as const,
        scheme: () => 'NO-SN',
        code: columns.need(`naeringskode${n}.kode`),
        label: columns.text(`naeringskode${n}.beskrivelse`),
      }),
    );
    return record({
      number: columns.need('organisasjonsnummer'),
      name: columns.need('navn'),
      legalForm: columns.need('organisasjonsform.kode', orNull),
      legalFormLabel: columns.text('organisasjonsform.beskrivelse'),
      state: (cells) => {
        if (deleted(cells) !== '') return inState.dissolved;
        if (bankrupt(cells) || reconstruction(cells) !== '' || foreignInsolvency(cells) !== '') return inState.insolvent;
        return windingUp(cells) || forced(cells) ? inState.winding_up : inState.active;
      },
      registeredAt: (cells) => registrationDay(entered(cells), founded(cells)),
      enteredOn: entered,
      endedAt: columns.read('slettedato', yearFirst),
      registry: registryOf(columns, noFields),
      activities: (cells) => industries.map((industry) => industry(cells)).filter(({ code }) => code !== ''),
    });
  },
);

/** The day on which the register began with the entries of other registers. */
const takenOver = '1995-02-19';

/** The day of this takeover is no day of registration. */
function registrationDay(entered: string | null, founded: string | null): string | null {
  if (entered !== takenOver) return entered;
  return founded !== null && founded < takenOver ? founded : null;
}
