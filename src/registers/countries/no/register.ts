import { type Columns, decimalOf, integerOf, orNull, type Reader, record } from '../../declaration/columns.ts';
import { yearFirst } from '../../declaration/dates.ts';
import { dayInName } from '../../declaration/file-date.ts';
import { legalFormsIn } from '../../declaration/legal-forms.ts';
import { ofDigits, plainNumber } from '../../declaration/numbers.ts';
import type { EntityStatus, Register } from '../../declaration/register.ts';
import { textRegister } from '../../layouts/text-register.ts';
import { norwegianAddress } from './address.ts';
import { noFields } from './fields.ts';

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
    dated: [dayInName, 'packed', 'downloaded'],
    revision: 3,
    fields: noFields,
    legalForms: legalFormsIn(new URL('./legal-forms.csv', import.meta.url)),
    // The file does not say which edition of the classification (SN2007 or SN2025) a code is of.
    classifications: { 'NO-SN': '2 or 2.1' },
    address: norwegianAddress,
    registeredAt:
      'the day of the entry in Enhetsregisteret. Older registers moved there on 19 February 1995: for that day it is the day ' +
      'of founding, or null',
    states: [
      { state: '`slettedato` has a day', status: 'dissolved' },
      { state: '`konkurs` is true', status: 'insolvent' },
      { state: '`underRekonstruksjonsforhandlingDato` has a day', status: 'insolvent' },
      { state: '`underUtenlandskInsolvensbehandlingDato` has a day', status: 'insolvent' },
      { state: '`underAvvikling` is true', status: 'winding_up' },
      { state: '`underTvangsavviklingEllerTvangsopplosning` is true', status: 'winding_up' },
      { state: 'none of these', status: 'active' },
    ],
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
    const number = columns.need('organisasjonsnummer');
    const name = columns.need('navn');
    const form = columns.need('organisasjonsform.kode');
    const formText = columns.maybe('organisasjonsform.beskrivelse');
    const registered = columns.need('registreringsdatoenhetsregisteret');
    const bankrupt = columns.need('konkurs');
    const windingUp = columns.need('underAvvikling');
    const forced = columns.need('underTvangsavviklingEllerTvangsopplosning');
    const founded = columns.read('stiftelsesdato', yearFirst);
    const deleted = columns.maybe('slettedato');
    // The edition of 2026 has days for insolvency without bankruptcy.
    const reconstruction = columns.maybe('underRekonstruksjonsforhandlingDato');
    const foreignInsolvency = columns.maybe('underUtenlandskInsolvensbehandlingDato');
    const industries = [1, 2, 3].map((n) => ({
      code: columns.need(`naeringskode${n}.kode`),
      label: columns.maybe(`naeringskode${n}.beskrivelse`),
    }));
    const details = detailsOf(columns);

    const statusOf: Reader<EntityStatus> = (cells) => {
      if (deleted(cells) !== '') return 'dissolved';
      if (truth(bankrupt(cells)) || reconstruction(cells) !== '' || foreignInsolvency(cells) !== '') return 'insolvent';
      return truth(windingUp(cells)) || truth(forced(cells)) ? 'winding_up' : 'active';
    };

    return (cells) => {
      const enteredOn = yearFirst(registered(cells));
      const deletedOn = yearFirst(deleted(cells));
      return {
        number: number(cells),
        name: name(cells),
        status: statusOf(cells),
        legalForm: orNull(form(cells)),
        legalFormLabel: orNull(formText(cells)),
        registeredAt: registrationDay(enteredOn, founded(cells)),
        endedAt: deletedOn,
        registry: {
          legalFormCode: orNull(form(cells)),
          bankrupt: truth(bankrupt(cells)),
          windingUp: truth(windingUp(cells)),
          forcedWindingUp: truth(forced(cells)),
          deletedOn,
          ...details(cells),
        },
        activities: industries.flatMap(({ code, label }) =>
          code(cells) === ''
            ? []
            : [{ kind: 'unlicensed' as const, scheme: 'NO-SN', code: code(cells), label: orNull(label(cells)) }],
        ),
        registrations: [{ scheme: 'NO-BRC', number: number(cells), status: null, validFrom: enteredOn, validTo: deletedOn }],
      };
    };
  },
);

/** The day on which the register began with the entries of other registers. */
const takenOver = '1995-02-19';

/** The day of this takeover is no day of registration. */
function registrationDay(entered: string | null, founded: string | null): string | null {
  if (entered !== takenOver) return entered;
  return founded !== null && founded < takenOver ? founded : null;
}

function truth(text: string): boolean | null {
  return text === 'true' ? true : text === 'false' ? false : null;
}

/** Addresses have their lines in one cell, with a literal /n between them. */
const lines = (text: string): string[] =>
  text
    .split(/\/n|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function detailsOf(columns: Columns) {
  const address = (prefix: string) =>
    record({
      lines: columns.read(`${prefix}.adresse`, lines),
      postTown: columns.read(`${prefix}.poststed`, orNull),
      postCode: columns.read(`${prefix}.postnummer`, orNull),
      municipality: columns.read(`${prefix}.kommune`, orNull),
      municipalityCode: columns.read(`${prefix}.kommunenummer`, orNull),
      country: columns.read(`${prefix}.land`, orNull),
      countryCode: columns.read(`${prefix}.landkode`, orNull),
    });
  return record({
    legalFormText: columns.read('organisasjonsform.beskrivelse', orNull),
    auxiliaryUnitCode: columns.read('hjelpeenhetskode.kode', orNull),
    auxiliaryUnitText: columns.read('hjelpeenhetskode.beskrivelse', orNull),
    employees: columns.read('antallAnsatte', integerOf),
    hasRegisteredEmployees: columns.read('harRegistrertAntallAnsatte', truth),
    website: columns.read('hjemmeside', orNull),
    email: columns.read('epostadresse', orNull),
    phone: columns.read('telefon', orNull),
    mobile: columns.read('mobil', orNull),
    businessAddress: address('forretningsadresse'),
    postalAddress: address('postadresse'),
    sectorCode: columns.read('institusjonellSektorkode.kode', orNull),
    sectorText: columns.read('institusjonellSektorkode.beskrivelse', orNull),
    lastAccountsYear: columns.read('sisteInnsendteAarsregnskap', integerOf),
    foundedOn: columns.read('stiftelsesdato', yearFirst),
    articlesOn: columns.read('vedtektsdato', yearFirst),
    purpose: columns.read('vedtektsfestetFormaal', orNull),
    activity: columns.read('aktivitet', orNull),
    language: columns.read('maalform', orNull),
    parent: columns.read('overordnetEnhet', orNull),
    inVatRegister: columns.read('registrertIMvaRegisteret', truth),
    vatRegisteredOn: columns.read('registreringsdatoMerverdiavgiftsregisteret', yearFirst),
    voluntaryVatReason: columns.read('frivilligMvaRegistrertBeskrivelser', orNull),
    inVoluntaryRegister: columns.read('registrertIFrivillighetsregisteret', truth),
    voluntaryRegisteredOn: columns.read('registreringsdatoFrivillighetsregisteret', yearFirst),
    inBusinessRegister: columns.read('registrertIForetaksregisteret', truth),
    businessRegisteredOn: columns.read('registreringsdatoForetaksregisteret', yearFirst),
    inFoundationRegister: columns.read('registrertIStiftelsesregisteret', truth),
    inPartyRegister: columns.read('registrertIPartiregisteret', truth),
    inGroup: columns.read('erIKonsern', truth),
    capital: record({
      amount: columns.read('kapital.belop', decimalOf),
      currency: columns.read('kapital.valuta', orNull),
      shares: columns.read('kapital.antallAksjer', decimalOf),
      type: columns.read('kapital.type', orNull),
      paidIn: columns.read('kapital.innbetalt', decimalOf),
      registeredOn: columns.read('kapital.innfortDato', yearFirst),
    }),
    home: record({
      registerName: columns.read('utenlandskRegisterNavn', orNull),
      registrationNumber: columns.read('registreringsnummerIHjemlandet', orNull),
      legalFormCode: columns.read('foretaksformIHjemlandet.kode', orNull),
      legalFormText: columns.read('foretaksformIHjemlandet.beskrivelse', orNull),
      lawCountry: columns.read('underlagtLovgivningLand', orNull),
      lawCountryCode: columns.read('underlagtLovgivningLandKode', orNull),
    }),
    auditWaivedOn: columns.read('fravalgRevisjonDato', yearFirst),
    bankruptOn: columns.read('konkursdato', yearFirst),
    windingUpOn: columns.read('underAvviklingDato', yearFirst),
    reconstructionOn: columns.read('underRekonstruksjonsforhandlingDato', yearFirst),
    foreignInsolvencyOn: columns.read('underUtenlandskInsolvensbehandlingDato', yearFirst),
    dissolvedForMissingManagerOn: columns.read('tvangsopplostPgaManglendeDagligLederDato', yearFirst),
    dissolvedForMissingAuditorOn: columns.read('tvangsopplostPgaManglendeRevisorDato', yearFirst),
    dissolvedForMissingAccountsOn: columns.read('tvangsopplostPgaManglendeRegnskapDato', yearFirst),
    dissolvedForIncompleteBoardOn: columns.read('tvangsopplostPgaMangelfulltStyreDato', yearFirst),
    woundUpForMissingDeletionOn: columns.read('tvangsavvikletPgaManglendeSlettingDato', yearFirst),
  });
}
