/** Moldova: a part of the activity look-up, worded by us, in the scheme of numbers of the published one. */

/** CAEM code, its name in the first version of the classification and its name in the second. */
const inBothVersions: readonly (readonly [code: string, first: string, second: string])[] = [
  ['0111', 'Cultura cerealelor şi a plantelor tehnice', 'Cultivarea cerealelor, în afară de orez'],
  ['0112', 'Cultura legumelor şi pepiniere', 'Cultivarea orezului'],
  ['0113', 'Cultura fructelor, a nucilor şi a strugurilor', 'Cultivarea legumelor, a pepenilor şi a tuberculilor'],
  ['0121', 'Creşterea vitelor', 'Cultivarea viţei de vie'],
  ['0122', 'Creşterea oilor, caprelor şi cailor', 'Cultivarea fructelor tropicale'],
  ['0124', 'Creşterea păsărilor de curte', 'Cultivarea merelor, prunelor şi a altor fructe'],
  ['0130', 'Agricultură mixtă', 'Cultivarea puieţilor'],
  ['0150', 'Vînătoare', 'Ferme mixte'],
  ['1413', 'Extragerea ardeziei', 'Confecţionarea îmbrăcămintei de deasupra'],
  ['4511', 'Demolări şi terasamente', 'Vînzarea automobilelor uşoare'],
  ['5510', 'Hoteluri', 'Hoteluri şi cazare asemănătoare'],
  ['5530', 'Restaurante', 'Campinguri, tabere şi locuri pentru rulote'],
  ['6311', 'Manipularea mărfurilor', 'Prelucrarea datelor şi găzduirea paginilor web'],
  ['8010', 'Învăţămînt primar', 'Pază şi securitate privată'],
];

const inFirstVersion: readonly (readonly [code: string, name: string])[] = [
  ['1541', 'Fabricarea uleiurilor brute'],
  ['1581', 'Fabricarea pîinii şi a prăjiturilor'],
  ['1822', 'Confecţionarea hainelor'],
  ['4521', 'Construcţii de clădiri'],
  ['4533', 'Instalaţii sanitare şi de încălzire'],
  ['4545', 'Alte lucrări de finisare'],
  ['5010', 'Comerţul cu automobile'],
  ['5020', 'Întreţinerea şi repararea automobilelor'],
  ['5147', 'Comerţul cu ridicata al altor mărfuri nealimentare'],
  ['5190', 'Alt comerţ cu ridicata'],
  ['5211', 'Magazine mixte, mai ales alimentare'],
  ['5262', 'Comerţul cu amănuntul la tarabe şi în pieţe'],
  ['6023', 'Alte transporturi de călători pe drumuri'],
  ['6024', 'Transportul de mărfuri pe drumuri'],
  ['7020', 'Darea în chirie a imobilelor proprii'],
  ['7412', 'Contabilitate, revizie şi consultanţă fiscală'],
  ['9302', 'Frizerii şi saloane de frumuseţe'],
];

const inSecondVersion: readonly (readonly [code: string, name: string])[] = [
  ['01', 'Agricultură, vînătoare şi servicii legate de ele'],
  ['1071', 'Fabricarea pîinii, a prăjiturilor şi a patiseriei proaspete'],
  ['1102', 'Fabricarea vinului din struguri'],
  ['4120', 'Construcţia clădirilor de locuit şi a altor clădiri'],
  ['4321', 'Instalaţii electrice'],
  ['4520', 'Întreţinerea şi repararea autovehiculelor'],
  ['4639', 'Comerţ cu ridicata mixt de alimente, băuturi şi tutun'],
  ['4711', 'Magazine mixte, mai ales cu alimente, băuturi şi tutun'],
  ['4773', 'Farmacii'],
  ['4791', 'Comerţ prin corespondenţă sau prin Internet'],
  ['4941', 'Transport rutier de mărfuri'],
  ['5610', 'Restaurante şi cafenele'],
  ['6201', 'Programare la comandă'],
  ['6820', 'Darea în chirie a imobilelor proprii sau luate în chirie'],
  ['7022', 'Consultanţă pentru afaceri şi conducere'],
];

export interface UnlicensedActivity {
  id: number;
  name: string;
  code: string;
  version: 1 | 2;
}

/** The number of an entry is its code: with a nought at its end in the first version, as it is in the second. */
export const unlicensedActivities: readonly UnlicensedActivity[] = [
  ...inSecondVersion.map(([code, name]) => ({ id: Number(code), name, code, version: 2 as const })),
  ...inBothVersions.map(([code, , name]) => ({ id: Number(code), name, code, version: 2 as const })),
  ...inBothVersions.map(([code, name]) => ({ id: Number(`${code}0`), name, code, version: 1 as const })),
  ...inFirstVersion.map(([code, name]) => ({ id: Number(`${code}0`), name, code, version: 1 as const })),
].sort((a, b) => a.id - b.id);

export const licensedActivities: readonly (readonly [id: number, name: string])[] = [
  [1, 'Audit'],
  [4, 'Case de amanet'],
  [7, 'Importul şi păstrarea alcoolului; comerţul cu băuturi alcoolice de import'],
  [10, 'Producerea şi vînzarea seminţelor şi a puieţilor'],
  [16, 'Transportul de călători cu autocare şi taximetre'],
  [17, 'Proiectarea construcţiilor, a instalaţiilor şi a reţelelor'],
  [18, 'Construcţia clădirilor, a instalaţiilor şi a reţelelor'],
  [21, 'Farmacie'],
  [23, 'Asistenţă medicală privată'],
  [52, 'Vînzarea cu amănuntul a băuturilor alcoolice'],
  [55, 'Vînzarea cu amănuntul a articolelor din tutun'],
  [72, 'Lucrări topografice şi geodezice'],
  [99, 'Alte activităţi cu licenţă'],
];
