import { type Columns, integerOf, orNull, type Reader, record } from './columns.ts';
import { yearFirst } from './dates.ts';
import type { EntityStatus, Register } from './register.ts';
import { textRegister } from './text-register.ts';

/** Norway: Enhetsregisteret, the Central Coordinating Register for Legal Entities. */
export const no: Register = textRegister(
  {
    id: 'no',
    country: { code: 'NO', name: 'Norway', nativeName: 'Norge' },
    name: 'Enhetsregisteret',
    scheme: 'NO-BRC',
    licence: 'NLOD 2.0',
    sourceUrl: 'https://data.brreg.no/enhetsregisteret/api/enheter/lastned/csv',
    revision: 1,
  },
  { delimiter: ',' },
  (columns) => {
    const [number, name] = [columns.need('organisasjonsnummer'), columns.need('navn')];
    const form = columns.need('organisasjonsform.kode');
    const registered = columns.need('registreringsdatoenhetsregisteret');
    const [bankrupt, windingUp] = [columns.need('konkurs'), columns.need('underAvvikling')];
    const forced = columns.need('underTvangsavviklingEllerTvangsopplosning');
    const deleted = columns.maybe('slettedato');
    const industries = [1, 2, 3].map((n) => ({
      code: columns.need(`naeringskode${n}.kode`),
      label: columns.maybe(`naeringskode${n}.beskrivelse`),
    }));
    const details = detailsOf(columns);

    const statusOf: Reader<EntityStatus> = (cells) => {
      if (deleted(cells) !== '') return 'dissolved';
      if (truth(bankrupt(cells))) return 'insolvent';
      return truth(windingUp(cells)) || truth(forced(cells)) ? 'winding_up' : 'active';
    };

    return (cells) => {
      const registeredAt = yearFirst(registered(cells));
      const deletedOn = yearFirst(deleted(cells));
      return {
        number: number(cells),
        name: name(cells),
        status: statusOf(cells),
        legalForm: orNull(form(cells)),
        registeredAt,
        registry: {
          legalFormCode: orNull(form(cells)),
          bankrupt: truth(bankrupt(cells)),
          windingUp: truth(windingUp(cells)),
          forcedWindingUp: truth(forced(cells)),
          ...details(cells),
        },
        activities: industries.flatMap(({ code, label }) =>
          code(cells) === ''
            ? []
            : [{ kind: 'unlicensed' as const, scheme: 'NO-SN', code: code(cells), label: orNull(label(cells)) }],
        ),
        registrations: [{ scheme: 'NO-BRC', number: number(cells), status: null, validFrom: registeredAt, validTo: deletedOn }],
      };
    };
  },
);

function truth(text: string): boolean | null {
  return text === 'true' ? true : text === 'false' ? false : null;
}

/** Addresses have their lines in one cell, with a literal /n between them. */
const lines = (text: string): string[] =>
  text
    .split(/\/n|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

function detailsOf(columns: Columns): Reader<Record<string, unknown>> {
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
    website: columns.read('hjemmeside', orNull),
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
    inVoluntaryRegister: columns.read('registrertIFrivillighetsregisteret', truth),
    inBusinessRegister: columns.read('registrertIForetaksregisteret', truth),
    inFoundationRegister: columns.read('registrertIStiftelsesregisteret', truth),
    bankruptOn: columns.read('konkursdato', yearFirst),
    windingUpOn: columns.read('underAvviklingDato', yearFirst),
    dissolvedForMissingManagerOn: columns.read('tvangsopplostPgaManglendeDagligLederDato', yearFirst),
    dissolvedForMissingAuditorOn: columns.read('tvangsopplostPgaManglendeRevisorDato', yearFirst),
    dissolvedForMissingAccountsOn: columns.read('tvangsopplostPgaManglendeRegnskapDato', yearFirst),
    dissolvedForIncompleteBoardOn: columns.read('tvangsopplostPgaMangelfulltStyreDato', yearFirst),
    woundUpForMissingDeletionOn: columns.read('tvangsavvikletPgaManglendeSlettingDato', yearFirst),
  });
}
