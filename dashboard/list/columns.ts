/** What a column of a list can say of a company, in the order of the form. */
export const fields = {
  name: 'Name',
  country: 'Country',
  number: 'Number',
  lei: 'LEI',
  legalForm: 'Legal form',
  registeredAt: 'Registered on',
  postalCode: 'Postal code',
  locality: 'Town',
} as const;
export type Field = keyof typeof fields;

/** The column of each field, counted from 0. */
export type Columns = Partial<Record<Field, number>>;

/**
 * Headings that mean a field, in English and in the languages of the registers, without accents, blanks and signs. A heading may
 * also contain one of the longer ones: `Name of the company`, `Company registration no.`
 */
const headings: Record<Field, string> = {
  lei: 'lei leicode legalentityidentifier',
  number:
    'number no nr num companynumber companyno companyid regno regnr regcode registrationnumber registernumber registrationno ' +
    'crn ico siren kbo bce cui cif idno orgnr orgnumber organisationsnummer organisasjonsnummer ytunnus registrikood kood ' +
    'registracijosnumeris imoneskodas kodas regnumurs registracijasnumurs abn acn numero numeroentreprise ondernemingsnummer ' +
    'handelsregisternummer hrb vat vatnumber taxid αριθμος αριθμοσεγγραφης 法人番号 会社番号 番号',
  country: 'country countrycode land pays zeme krajina maa riik valsts salis tara stat iso iso2 nation χωρα 国',
  postalCode:
    'postcode postalcode zip zipcode plz postleitzahl codepostal psc postinumero sihtnumber pastaindekss pastokodas codpostal ' +
    'postnummer postnr ταχυδρομικοςκωδικας τκ 郵便番号',
  locality:
    'town city place locality municipality ort stadt ville commune stad gemeente mesto obec kaupunki linn pilseta miestas ' +
    'oras localitate by poststed πολη 市区町村 都市',
  registeredAt:
    'date registered registeredat registeredon registrationdate incorporated incorporationdate incorporatedon dateofincorporation ' +
    'founded foundingdate created gegrundet grundungsdatum datum datecreation datedecreation datumvzniku rekisteroity asutatud ' +
    'registrets iregistruota stiftelsesdato registreringsdatum ημερομηνια 設立年月日 登記日',
  legalForm:
    'legalform form companytype type entitytype rechtsform formejuridique rechtsvorm pravniforma pravnaforma yhtiomuoto ' +
    'oiguslikvorm juridiskaforma teisineforma formajuridica organisasjonsform bolagsform νομικημορφη 法人種別',
  name:
    'name company companyname businessname legalname organisation organization entity entityname firm supplier customer vendor ' +
    'client account firma firmenname unternehmen kunde lieferant nom denomination raisonsociale societe entreprise naam ' +
    'bedrijf nazev obchodnifirma nazov obchodnemeno nimi yritys arinimi nosaukums pavadinimas imone navn firmanavn selskap ' +
    'denumire denumirea namn foretag foretagsnamn επωνυμια 会社名 商号 名称 法人名',
};

const words = Object.fromEntries(Object.entries(headings).map(([field, text]) => [field, new Set(text.split(' '))]));

/** A part of a heading that is shorter than this could be a part of any word. */
const shortest = 4;

const plain = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** How well a heading fits a field: 2 if it means the field, 1 if a word of it does, or else 0. */
function likeness(heading: string, field: string): number {
  const known = words[field];
  if (known?.has(plain(heading))) return 2;
  const parts = heading.split(/[^\p{L}\p{M}\p{N}]+/u).map(plain);
  const pairs = parts.map((part, place) => part + (parts[place + 1] ?? ''));
  return [...parts, ...pairs].some((part) => part.length >= shortest && known?.has(part)) ? 1 : 0;
}

/** The columns by their headings. Each column has one field: a number that is called `Company number` is no name. */
export function guessColumns(row: readonly string[]): Columns {
  const columns: Columns = {};
  const taken = new Set<number>();
  for (const least of [2, 1])
    for (const field of Object.keys(headings) as Field[]) {
      if (columns[field] !== undefined) continue;
      const place = row.findIndex((heading, at) => !taken.has(at) && likeness(heading, field) >= least);
      if (place < 0) continue;
      columns[field] = place;
      taken.add(place);
    }
  return columns;
}

/** The columns of a list without headings: the name is in the first one that has a word. */
export const columnsWithoutHeadings = (row: readonly string[]): Columns => ({
  name: Math.max(
    0,
    row.findIndex((cell) => /\p{L}{3}/u.test(cell)),
  ),
});

/** Whether the first row has headings: one of them is known, and none is empty. */
export const hasHeadings = (row: readonly string[]): boolean =>
  Object.keys(guessColumns(row)).length > 0 && row.every((cell) => cell.trim() !== '' && !/^\d+$/.test(cell.trim()));

/** What a row is called: its name, or else the first cell that has something. */
export function nameOf({ rows, columns }: { rows: readonly (readonly string[])[]; columns: Columns }, row: number): string {
  const cells = rows[row] ?? [];
  return cells[columns.name ?? -1]?.trim() || cells.find((cell) => cell.trim() !== '') || '';
}
