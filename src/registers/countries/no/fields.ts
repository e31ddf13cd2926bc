import { z } from 'zod';
import { addressFrom, alpha2, type StoredFields } from '../../declaration/addresses.ts';
import { day, decimal, flag, group, integer, text, texts } from '../../declaration/kinds.ts';

/** Addresses have their lines in one cell, with a literal /n between them. */
const linesOf = (text: string): string[] =>
  text
    .split(/\/n|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const address = (meaning: string, columns: string) =>
  group(meaning, {
    lines: texts('The address, line by line.', `${columns}.adresse`, linesOf).nullable(),
    postTown: text('Post town.', `${columns}.poststed`),
    postCode: text('Post code.', `${columns}.postnummer`),
    municipality: text('Municipality.', `${columns}.kommune`),
    municipalityCode: text('Code of the municipality.', `${columns}.kommunenummer`),
    country: text('Country.', `${columns}.land`),
    countryCode: text('Country, in two letters.', `${columns}.landkode`),
  });

/** Norway */
export const noFields = z.object({
  legalFormCode: text('Legal form, as a code.', 'organisasjonsform.kode'),
  bankrupt: flag('Whether it is bankrupt.', 'konkurs'),
  windingUp: flag('Whether it is being wound up.', 'underAvvikling'),
  forcedWindingUp: flag('Whether it is being wound up or dissolved by force.', 'underTvangsavviklingEllerTvangsopplosning'),
  deletedOn: day('When it was deleted.', 'slettedato'),
  legalFormText: text('Legal form in words.', 'organisasjonsform.beskrivelse'),
  auxiliaryUnitCode: text('Kind of auxiliary unit, as a code.', 'hjelpeenhetskode.kode'),
  auxiliaryUnitText: text('Kind of auxiliary unit in words.', 'hjelpeenhetskode.beskrivelse'),
  employees: integer('How many employees it has.', 'antallAnsatte'),
  hasRegisteredEmployees: flag('Whether the number of employees is registered.', 'harRegistrertAntallAnsatte'),
  website: text('Its web site.', 'hjemmeside'),
  email: text('Its e-mail address.', 'epostadresse'),
  phone: text('Its telephone number.', 'telefon'),
  mobile: text('Its mobile number.', 'mobil'),
  businessAddress: address('Where it is.', 'forretningsadresse'),
  postalAddress: address('Where it receives post.', 'postadresse'),
  sectorCode: text('Institutional sector, as a code.', 'institusjonellSektorkode.kode'),
  sectorText: text('Institutional sector in words.', 'institusjonellSektorkode.beskrivelse'),
  lastAccountsYear: integer('The year of the last accounts.', 'sisteInnsendteAarsregnskap'),
  foundedOn: day('When it was founded.', 'stiftelsesdato'),
  articlesOn: day('The day of its articles.', 'vedtektsdato'),
  purpose: text('Its purpose, by the articles.', 'vedtektsfestetFormaal'),
  activity: text('What it does, in its own words.', 'aktivitet'),
  language: text('The form of Norwegian for letters to it.', 'maalform'),
  parent: text('Number of the unit above it.', 'overordnetEnhet'),
  inVatRegister: flag('Whether it is in the register for value added tax.', 'registrertIMvaRegisteret'),
  vatRegisteredOn: day('Since when it is in that register.', 'registreringsdatoMerverdiavgiftsregisteret'),
  voluntaryVatReason: text('Why it registered for VAT voluntarily.', 'frivilligMvaRegistrertBeskrivelser'),
  inVoluntaryRegister: flag('Whether it is in the register of non-profit organisations.', 'registrertIFrivillighetsregisteret'),
  voluntaryRegisteredOn: day('Since when it is in that register.', 'registreringsdatoFrivillighetsregisteret'),
  inBusinessRegister: flag('Whether it is in the register of business enterprises.', 'registrertIForetaksregisteret'),
  businessRegisteredOn: day('Since when it is in that register.', 'registreringsdatoForetaksregisteret'),
  inFoundationRegister: flag('Whether it is in the register of foundations.', 'registrertIStiftelsesregisteret'),
  inPartyRegister: flag('Whether it is in the register of political parties.', 'registrertIPartiregisteret'),
  inGroup: flag('Whether it belongs to a group of companies.', 'erIKonsern'),
  capital: group('Its capital.', {
    amount: decimal('How much.', 'kapital.belop'),
    currency: text('Currency.', 'kapital.valuta'),
    shares: decimal('Number of shares.', 'kapital.antallAksjer'),
    type: text('Kind of capital, in words.', 'kapital.type'),
    paidIn: decimal('How much is paid in.', 'kapital.innbetalt'),
    registeredOn: day('When it was registered.', 'kapital.innfortDato'),
  }),
  home: group('Of a foreign company: how it is registered at home.', {
    registerName: text('The register.', 'utenlandskRegisterNavn'),
    registrationNumber: text('Its number there.', 'registreringsnummerIHjemlandet'),
    legalFormCode: text('Legal form there, as a code.', 'foretaksformIHjemlandet.kode'),
    legalFormText: text('Legal form there in words.', 'foretaksformIHjemlandet.beskrivelse'),
    lawCountry: text('The country whose law it is under.', 'underlagtLovgivningLand'),
    lawCountryCode: text('That country, in two letters.', 'underlagtLovgivningLandKode'),
  }),
  auditWaivedOn: day('When it decided to have no auditor.', 'fravalgRevisjonDato'),
  bankruptOn: day('When the bankruptcy was opened.', 'konkursdato'),
  windingUpOn: day('When the winding up began.', 'underAvviklingDato'),
  reconstructionOn: day('When the negotiation of a reconstruction began.', 'underRekonstruksjonsforhandlingDato'),
  foreignInsolvencyOn: day('When insolvency proceedings abroad began.', 'underUtenlandskInsolvensbehandlingDato'),
  dissolvedForMissingManagerOn: day(
    'When its dissolution was ordered because it had no manager.',
    'tvangsopplostPgaManglendeDagligLederDato',
  ),
  dissolvedForMissingAuditorOn: day(
    'When its dissolution was ordered because it had no auditor.',
    'tvangsopplostPgaManglendeRevisorDato',
  ),
  dissolvedForMissingAccountsOn: day(
    'When its dissolution was ordered because it had no accounts.',
    'tvangsopplostPgaManglendeRegnskapDato',
  ),
  dissolvedForIncompleteBoardOn: day(
    'When its dissolution was ordered because its board was incomplete.',
    'tvangsopplostPgaMangelfulltStyreDato',
  ),
  woundUpForMissingDeletionOn: day(
    'When its winding up was ordered because it had not been deleted.',
    'tvangsavvikletPgaManglendeSlettingDato',
  ),
});

type Fields = StoredFields<typeof noFields>;

/** Where it is, or else where it receives post. */
export const norwegianAddress = ({ businessAddress, postalAddress }: Fields) =>
  fromOne(businessAddress) ?? fromOne(postalAddress);

const fromOne = (address: Fields['businessAddress']) =>
  address
    ? addressFrom({
        lines: address.lines ?? [],
        postalCode: address.postCode,
        locality: address.postTown,
        region: address.municipality,
        country: alpha2(address.countryCode),
      })
    : null;
