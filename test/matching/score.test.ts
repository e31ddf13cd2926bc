import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Candidate, learnWeights, type MatchQuery, rankMatches, scoreMatch } from '../../src/matching/index.ts';

const score = (name: string, other: string) => scoreMatch({ name }, { name: other }).score;
const explanations = (query: MatchQuery, candidate: Candidate) =>
  scoreMatch(query, candidate).features.map((feature) => feature.explanation);
const [threshold, alike] = [0.7, 0.9];

describe('one company', () => {
  test.each([
    ['a legal form in words', 'Lohmeier Anlagenbau GmbH', 'Lohmeier Anlagenbau Gesellschaft mit beschränkter Haftung'],
    ['a legal form before the name', 'SIA Ziemeļu Koks', 'Ziemeļu Koks, SIA'],
    ['a state after the name', 'Harbor Freight Terminals Corp /DE/', 'Harbor Freight Terminals'],
    ['a form with dots', 'Drumara Construct S.R.L.', 'DRUMARA CONSTRUCT SRL'],
    ['a form that only its dots tell from a word', 'Oakhaven v.v.i.', 'Oakhaven'],
    ['another such form, with an accent', 'Oakhaven, z.ú.', 'Oakhaven'],
    ['no form', 'Oakhaven Bakery', 'Oakhaven Bakery s.r.o.'],
    ['a Japanese form on the other side', '㈱ホシノ電機', 'ホシノ電機株式会社'],
    ['an ampersand', 'Tanner & Webb Joinery', 'Tanner and Webb Joinery'],
    ['dots in abbreviations', 'B.R.C. Carpets', 'BRC Carpets'],
    ['a number in words', 'Seven Oaks Nursery', '7 Oaks Nursery'],
    ['an ordinal', 'First Halden Bank', '1st Halden Bank'],
    ['a roman numeral', 'Carrick Fund III', 'Carrick Fund 3'],
    ['tens and units', 'Twenty One Grams', '21 Grams'],
    ['joined words', 'Blue Stone Quarries', 'Bluestone Quarries'],
    ['a joined article', 'Le Clerc Patisserie', 'Leclerc Pâtisserie'],
    ['swapped words', 'Harcourt Vale Properties', 'Vale Harcourt Properties'],
    ['an ordinary abbreviation', 'Brightwater Intl Holdings', 'Brightwater International Holdings'],
    ['several abbreviations', 'Norfield Tech & Srvces', 'Norfield Technology and Services'],
    ['a digit for a letter', 'G0ldcrest Media', 'Goldcrest Media'],
    ['doubled letters', 'Corall Bay Outfiters', 'Coral Bay Outfitters'],
    ['umlauts', 'Baeckerei Muellerhoefer', 'Bäckerei Müllerhöfer'],
    ['Cyrillic', 'ООО «Сибирский лес»', 'Sibirskiy Les OOO'],
    ['two ways to transliterate', 'ООО «Цветочный двор»', 'Tsvetochnyj Dvor'],
    ['Greek', 'ΨΑΡΑΓΟΡΑ ΑΙΓΑΙΟΥ ΛΤΔ', 'Psaragora Aigaiou Ltd'],
    ['katakana', 'オオツキショウジ株式会社', 'Otsuki Shoji'],
    ['hiragana', '株式会社ヤマブキ', 'やまぶき'],
    ['a Japanese form in half-width katakana', 'ｶﾌﾞｼｷｶﾞｲｼｬ ﾐﾗｲ', '株式会社ミライ'],
    ['a title', 'Dr. Hollowell Labortechnik GmbH', 'Hollowell Labortechnik GmbH'],
    ['a joint venture', 'Hollowell Machinery Joint Venture Corporation', 'Hollowell Machinery J/V Corp'],
    ['sons in Polish', 'Hollowell i Synowie', 'Hollowell & Sons'],
    ['full width', 'ＡＢＥＮＯ　ＴＲＡＤＩＮＧ', 'Abeno Trading'],
    ['half width', 'ﾐﾗｲﾃﾞﾝｷ株式会社', 'ミライデンキ株式会社'],
    ['a former name in the text', 'Zenora Foods Ltd (formerly Pallister Foods Ltd)', 'Pallister Foods Limited'],
    ['its own initials', 'United Grain Cooperative of Tarnow (UGCT)', 'United Grain Cooperative of Tarnow'],
    ['another language', 'Banque Valdorée', 'Valdoree Bank'],
    ['an ordinal above twelve', 'Twentieth Aurum Fund', '20th Aurum Fund'],
    ['letters around an ampersand', 'W & T Pemberton', 'WT Pemberton'],
    ['an elided article', "L'Orangeraie", 'Lorangeraie'],
    ['what people call a company, after its form', 'Brenwick Tools SA - Brentol', 'Brentol'],
    ['a form in the word', 'Harkcorp', 'Hark Corp'],
    ['a form within a compound', 'Lohmeieraktiebolaget', 'Lohmeier AB'],
    ['its own initials at the beginning', 'VH Vale & Harcourt', 'Vale & Harcourt'],
    ['a form of several words before the name', 'Hollowell AO', 'Joint Stock Company Hollowell'],
    ['what a company is, after a dash', 'Hollowell', 'Hollowell - Belarusian Airlines'],
    ['a short word with an umlaut', 'Rück Optik', 'Rueck Optik'],
    ['Chinese characters in pinyin', '上海振明科技有限公司', 'Shanghai Zhenming Technology Co., Ltd.'],
    ['Japanese characters by their readings', '星野重工業株式会社', 'Hoshino Heavy Industries, Ltd.'],
    ['Chinese characters beside Latin letters', '星野ABC銀行', 'Hoshino ABC Bank'],
    ['English words in Cyrillic, in Latin letters', 'Brenwick Management & Consulting', 'Brenwick Menedzhment i Konsalting OOO'],
    ['a name that goes on after its form', 'Hollowell AG Pemberton Sport', 'Hollowell'],
    ['a digit for the last letter', 'Wells Farg0', 'Wells Fargo'],
    ['digits that look like letters', 'Hollowe11 Bakery', 'Hollowell Bakery'],
    ['a known name in place of the official one', '3M', 'Minnesota Mining & Manufacturing Company'],
    ['a known name of few letters, alone', 'VW AG', 'Volkswagen AG'],
    ['a known name in Chinese, before other words', '中国石油天然气集团', 'CNPC Group'],
    ['a known name with a word of the same meaning', '3M Company', 'Minnesota Mining & Mfg Co'],
    ['two other names of a known company', 'Matsushita Electric Industrial', 'パナソニック'],
    ['a transliteration of another manner', 'Hollowell Traktornyi Zavod', 'Hollowell Traktornyy Zavod'],
    ['a place after a form', 'Hollowell SRL', 'Hollowell srl Bacau'],
    ['a place in brackets after a form', 'Hollowell KGaA', 'HOLLOWELL KGAA (Darmstadt)'],
    ['a form that was cut off', 'Hollowell Sp. z o.o.', 'Hollowell Spolka z ograniczona odpowied'],
    ['the order of a catalogue', 'Bank of Hollowell plc', 'Hollowell, Bank of, PLC'],
    ['another name in brackets', 'Hollowell Bahn', 'Northern Railways (Hollowell Bahn)'],
    ['letters that a scanner takes for others', 'Modern Lohmeier', 'Modem Lohmeier'],
    ['f and pf', 'Pfalzer Optik', 'Phalzer Optik'],
    ['a filler at another place', 'First National Group Bank AG', 'First National Bank Group'],
    ['known words that sound alike', 'Brenwick Electric', 'Brenwick Elektrik'],
    ['initials with a letter of a compound, after the name', 'Brenwicker Ortskrankenkasse BOK', 'Brenwicker Ortskrankenkasse'],
  ])('%s', (_what, name, other) => {
    expect(score(name, other)).toBeGreaterThan(alike);
  });

  test.each([
    ['a misspelt word', 'Deutsche Bnak', 'Deutsche Bank AG'],
    ['a short known word with one mistake', 'Diagio', 'Diageo'],
    ['the adjective of a place', 'Izhevsk Optics', 'Izhevskiy Optics'],
    ['the adjective of a place without its last vowel', 'Tulskiy Lohmeier', 'Tula Lohmeier'],
    ['a missing letter', 'Oakhavn Bakery', 'Oakhaven Bakery Ltd'],
    ['letters that sound alike', 'Stevenson Phillips Architects', 'Stephenson Philips Architects'],
    ['a foreign word in katakana', 'ペガサスシステム株式会社', 'Pegasus System Co., Ltd.'],
    ['abbreviations of any word, one after another', 'Granite St Ins Co', 'Granite State Insurance Company'],
    ['an abbreviation without vowels', 'Fairhaven Bancshrs Inc', 'Fairhaven Bancshares'],
    ['several articles joined', 'Vandermeer Logistics', 'Van der Meer Logistics B.V.'],
    ['a joined article that sounds alike', 'Al Rasheed Exchange', 'Alrashid Exchange Co'],
    ['initials', 'IGW', 'Internationale Gesellschaft Wasserbau'],
    ['the initial of a first name', 'J. Pemberton & Sons', 'John Pemberton & Sons'],
    ['a surplus filler', 'Hollowell', 'Hollowell Group Ltd'],
    ['a trade that people leave out, without the form', 'Hollowell', 'Hollowell Systems Inc'],
    ['a role that people leave out, with the form', 'Hollowell', 'Hollowell Holding NV'],
    ['beginnings of words', 'Brenharc', 'Brenwick Harcourt'],
    ['initials with that of the form', 'VHLC Ltd', 'Vale Harcourt Lohmeier Corporation Ltd'],
    ['a first name that is left out', 'Hollowell Ltd', 'Edward Hollowell Ltd'],
    ['another legal form: it decides nothing alone', 'Brenwick Tools Ltd', 'Brenwick Tools PLC'],
    ['a form of another country', 'Hollowell AG', 'Hollowell PLC'],
    ['several trades that people leave out, without the form', 'Hollowell', 'Hollowell Wind Systems A/S'],
    ['a place before the name, without the form', 'Hollowell', 'Svenska Hollowell AB'],
    ['partners that people leave out', 'Hollowell', 'Hollowell Pemberton Lohmeier LLP'],
    ['letters before the name', 'Hollowell Tools Ltd', 'HLW Hollowell Tools Ltd'],
    ['the adjective of a name', 'Brenwik Plant', 'Brenwiksky Zavod'],
    ['a translation from Chinese', '中国建设银行', 'China Construction Bank Corporation'],
    ['a translation in another order', 'Τράπεζα Πειραιώς', 'Piraeus Bank'],
    ['Korean', '호산전자', 'Hosan Electronics'],
    ['Arabic', 'مصرف الجميري', 'Al Jumairi Bank'],
    ['initials with those of a part of a word', 'Brenwicker Ortskrankenkasse', 'BOK'],
    ['initials with those of both forms', 'Vale Harcourt Corp Ltd', 'VHCL'],
    ['Greek initials in Latin letters', 'Δημόσια Επιχείρηση Ηλεκτρισμού', 'DEI A.E.'],
    ['initials from another word on', 'Vale Harcourt Lohmeier Brenwick', 'LBVH'],
    ['initials and a form that the name lacks', 'Compañía Harcourt de Lohmeier', 'CHLSA'],
    ['initials beside a word that they stand for', 'Harcourt Bank of Brenwick', 'HBB Bank'],
    ['what follows a brand, without the form', 'Hollowell', 'Hollowell Mexican Grill Inc'],
    ['a place that people leave out', 'Hollowell Bank', 'Hollowell Bank of Australia'],
    ['a word made of long parts, and a role', 'Brenwick Life Insurance Company', 'Brenlife'],
    ['life insurance without insurance', 'Brenwick Life Ins Co', 'Brenwick Life'],
    ['initials before a first name', 'H. J. Heinz Company', 'Heinz'],
    ['Holdings after ordinary words', 'United Airlines Holdings', 'United Airlines'],
    ['a place in the locative', 'Bank Handlowy w Warszawie SA', 'Bank Handlowy'],
    ['katakana with n before p', 'オリンパス株式会社', 'Olympus Corporation'],
    ['letters that are typed beside each other', 'Viacon', 'Viacom Inc'],
    ['a mistake in a short word beside a rare one', 'Pernot Hollowell', 'Pernod Hollowell SA'],
  ])('%s', (_what, name, other) => {
    expect(score(name, other)).toBeGreaterThanOrEqual(threshold);
    expect(score(name, other)).toBeLessThan(1);
  });
});

describe('two companies', () => {
  test.each([
    ['one shared ordinary word', 'Royal Bank', 'Royal Mail'],
    ['places', 'Bank of Armenia', 'Bank of America'],
    ['roman numerals', 'Carrick Fund II', 'Carrick Fund III'],
    ['a number of one', 'Stellar Feeder II', 'Stellar Feeder'],
    ['years', 'Orchard Securities 2007-1 plc', 'Orchard Securities 2007-2 plc'],
    ['digits are no typing mistakes', 'Pier 9 Seafood', 'Pier 19 Seafood'],
    ['a role and a trade', 'Brenwick', 'Brenwick Tools Holdings Ltd'],
    ['a place after the name', 'Hollowell Ltd', 'Hollowell Polska SA'],
    ['short words that sound alike', 'Mars Petfoods', 'Marsh Petfoods'],
    ['a role', 'Brenwick Tools Ltd', 'Brenwick Tools Holdings Ltd'],
    ['two roles', 'Veltrona Leasing AG', 'Veltrona Insurance AG'],
    ['a part of the world', 'Norlund Pharma AB', 'Norlund Pharma Europe AB'],
    ['another trade', 'Goliath Cranes Ltd', 'Goliath Scaffolding Ltd'],
    ['a short word of one other letter', 'Kern Optics', 'Kerr Optics'],
    ['initials', 'R&L Haulage', 'R&J Haulage'],
    ['one of many words', 'Delmar', 'Instituto Delmar de Óptica Avanzada'],
    ['Chinese characters', '山田商事株式会社', '山本商事株式会社'],
    ['words of two scripts', 'ООО Северный ветер', 'Yuzhny Veter OOO'],
    ['a trade of one, in names with forms', 'Hollowell PLC', 'Hollowell Bank PLC'],
    ['ordinary words in another order', 'National Commercial Bank', 'Commercial National Bank'],
    ['few letters of a known name, with other words', 'VW Fencing Ltd', 'Volkswagen Fencing Ltd'],
    ['a surname that is a known name, with other words', 'Cookson Plumbing Ltd', 'Vesuvius Plumbing Ltd'],
    ['another company of a known name', 'VW Bank GmbH', 'Volkswagen AG'],
    ['initials of a known name', 'National Bank of Kenya', 'National Bank of Kuwait'],
    ['two surnames', 'Carter Optics', 'Cartier Optics'],
    ['a word with which a form begins', 'Hollowell Handels GmbH', 'Hollowell GmbH'],
    ['a country after a form', 'Hollowell Ltd', 'Hollowell Ltd (India)'],
    ['brothers and sons', 'Iglesias Hermanos SL', 'Iglesias e Hijos SL'],
    ['a number at the end of a word', 'Studio1 Hollowell', 'Studio Hollowell'],
    ['two English trades', 'Hollowell Radio Ltd', 'Hollowell Television Ltd'],
    ['two companies of first names', 'John Lohmeier Ltd', 'John Pemberton Ltd'],
    ['Chinese characters of other readings', '上海振明科技有限公司', 'Shanghai Baifang Technology Co., Ltd.'],
    ['Korean of another sound', '호산전자', 'Dorim Electronics'],
    ['Arabic of another sound', 'مصرف الجميري', 'Al Habtour Bank'],
    ['initials, and a trade that they do not stand for', 'BKT Logistics', 'Bremer Kaffee Transport'],
    ['a role that nobody leaves out, without forms', 'Hollowell Leasing', 'Hollowell'],
    ['a role that nobody leaves out, beside a name without a form', 'Hollowell', 'Hollowell Pension Fund Ltd'],
    ['two regions of one name', 'Hollowell East Midlands', 'Hollowell West Midlands'],
    ['senior and junior', 'Hollowell Senior Care', 'Hollowell Junior Care'],
    ['a place with which another begins', 'Hollowell Guinea Ltd', 'Hollowell Guinea-Bissau Ltd'],
    ['a trade of one beside two rare words, with forms', 'Hollowell Lohmeier Inc', 'Hollowell Lohmeier Cable Inc'],
  ])('%s', (_what, name, other) => {
    expect(score(name, other)).toBeLessThan(threshold);
  });
});

test('equal legal forms are before others, and those before none of the words', () => {
  const of = (other: string) => score('Brenwick Tools Ltd', other);
  expect(of('Brenwick Tools Limited')).toBeGreaterThan(of('Brenwick Tools PLC'));
  expect(of('Brenwick Tools PLC')).toBeGreaterThan(of('Brenwick Tools AG'));
  expect(of('Brenwick Tools PLC')).toBeGreaterThan(of('Brenwick Tools Leasing Ltd'));
});

test('a missing word weighs more than a surplus one', () => {
  expect(score('Arkwright', 'Arkwright Valves')).toBeGreaterThan(score('Arkwright Valves', 'Arkwright'));
});

test('the best name counts, and the answer says which it is', () => {
  const candidate = {
    name: 'Zenora Foods Ltd',
    otherNames: [
      { name: 'Pallister Foods Ltd', kind: 'previous' },
      { name: 'Zenora at Home', kind: 'trading' },
    ],
  };
  const matched = (name: string) => scoreMatch({ name }, candidate).matchedName;
  expect(matched('Pallister Foods')).toEqual({ name: 'Pallister Foods Ltd', kind: 'previous' });
  expect(matched('Zenora at Home')).toEqual({ name: 'Zenora at Home', kind: 'other' });
  expect(matched('Zenora Foods')).toEqual({ name: 'Zenora Foods Ltd', kind: 'current' });
});

describe('several candidates', () => {
  const rank = (name: string, candidates: Candidate[], threshold?: number) =>
    rankMatches({ name }, candidates, threshold === undefined ? {} : { threshold }).map((one) => [one.candidate.name, one.match]);
  const brenwick = { name: 'Brenwick Tools Ltd' };
  const holding = { name: 'Brenwick Tools Holdings Ltd' };

  test('the best comes first, and is meant if it reaches the threshold', () => {
    expect(rank('Brenwick Tool', [holding, brenwick])).toEqual([
      [brenwick.name, true],
      [holding.name, false],
    ]);
    expect(rank('Brenwick', [holding])).toEqual([[holding.name, false]]);
    expect(rank('Brenwick Tool', [brenwick], 0.99)).toEqual([[brenwick.name, false]]);
    expect(rank('Brenwick', [])).toEqual([]);
  });

  test('one has to ask where another is as near', () => {
    expect(rank('Brenwick Tools', [brenwick, { name: 'Brenwick Tools GmbH' }]).map(([, match]) => match)).toEqual([false, false]);
  });

  test('of equal ones that with more reasons comes first, at the top and at the bottom', () => {
    const order = (query: MatchQuery, ...candidates: Candidate[]) => rankMatches(query, candidates).map((one) => one.candidate);
    const [here, somewhere] = [{ name: 'Hollowell Bakery', postalCode: 'AB1 2CD' }, { name: 'Hollowell Bakery' }];
    expect(order({ name: 'Hollowell Bakery', postalCode: 'AB1 2CD' }, somewhere, here)).toEqual([here, somewhere]);
    const [other, bakery] = [{ name: 'Brenwick Tools' }, { name: 'Pemberton Bakery' }];
    const ranked = rankMatches({ name: 'Hollowell Bakery' }, [other, bakery]);
    expect(ranked.map((one) => [one.candidate, one.score])).toEqual([
      [bakery, 0],
      [other, 0],
    ]);
  });

  test('of equal ones an active company comes first, then one whose current name matches', () => {
    const dissolved = { name: 'Pallister', status: 'dissolved' };
    const renamed = { name: 'Zenora', status: 'active', otherNames: [{ name: 'Pallister', kind: 'previous' }] };
    const active = { name: 'Pallister', status: 'active' };
    const ranked = rankMatches({ name: 'Pallister' }, [dissolved, renamed, active]);
    expect(ranked.map(({ candidate }) => candidate)).toEqual([active, renamed, dissolved]);
  });
});

test('a name by which a company is known is said, and is a little less than an equal name', () => {
  const { features, matchedName } = scoreMatch({ name: 'Sinopec' }, { name: 'China Petroleum & Chemical Corporation' });
  expect(features[0]).toEqual({
    id: 'known',
    score: 1,
    weight: -0.02,
    explanation: '`china petroleum chemical` is known as `sinopec`.',
  });
  expect(matchedName.name).toBe('China Petroleum & Chemical Corporation');
});

test('features say in words what they found', () => {
  expect(explanations({ name: 'Deutsche Bnak (Schweiz) 2' }, { name: 'Deutsche Bank Leasing AG' })).toEqual([
    '`deutsche` is in both names.',
    '`bnak` stands against `bank`: 1 letter.',
    'The name lacks `schweiz`.',
    'The name lacks `2`.',
    'The name also has `leasing`.',
    'Only one of the names has the number `2`.',
    'Only one of the names has the place `schweiz`.',
    '`leasing` may separate two companies of one group.',
    '`schweiz` and `2` stand against `leasing`.',
    'Words are spelt differently.',
  ]);
  expect(explanations({ name: 'Kier Highways Ltd' }, { name: 'Kier Construction Ltd' })).toContain(
    '`highways` and `construction` are different trades.',
  );
  expect(explanations({ name: 'Eurobank Ergasias' }, { name: 'Piraeus Bank' })).toEqual(
    expect.arrayContaining(['`eurobank` and `ergasias` stand against `piraeus` and `bank`.', 'The names share no word.']),
  );
});

test('a year fits its days, and a form fits others of its group', () => {
  const candidate: Candidate = {
    name: 'Brenwick Tools Limited',
    country: 'GB',
    numbers: ['00123456'],
    legalForm: 'Private Limited Company',
    legalFormGroup: 'limited_company',
    registeredAt: '1998-03-02',
  };
  const query = { name: 'Brenwick Tools', country: 'GB', number: '123456', legalForm: 'GmbH', registeredAt: '1998' };
  expect(explanations(query, candidate).slice(2)).toEqual([
    'The country `GB` is the same.',
    'The national number `00123456` is the same.',
    'The date `1998-03-02` fits `1998`.',
    'The legal form `Private Limited Company` fits `GmbH`.',
  ]);
  expect(
    explanations({ ...query, legalForm: 'private limited company', registeredAt: '1998-03-02' }, candidate).slice(4),
  ).toEqual(['The date `1998-03-02` is the same.', 'The legal form `Private Limited Company` is the same.']);
});

describe('what is known besides the name', () => {
  const candidate: Candidate = {
    name: 'Brenwick Tools Limited',
    country: 'GB',
    numbers: ['00123456'],
    lei: '5493001KJTIIGC8Y1R12',
    legalForm: 'Private Limited Company',
    legalFormGroup: 'limited_company',
    registeredAt: '1998-03-02',
    postalCode: 'SW1A 1AA',
    locality: 'Greater London',
  };
  const of = (query: Partial<MatchQuery>) => scoreMatch({ name: 'Brenwick Tool', ...query }, candidate).score;

  test('an equal number decides, however it is written', () => {
    for (const number of ['123456', '00123456', 'GB 001 234-56'])
      expect(scoreMatch({ name: 'Something Else II', number }, candidate).score).toBe(1);
    expect(scoreMatch({ name: 'Something Else', lei: '5493001kjtiigc8y1r12' }, candidate).score).toBe(1);
  });

  test('the number of another country decides nothing', () => {
    expect(of({ number: '123456', country: 'IE' })).toBeLessThan(threshold);
  });

  test.each([
    ['number', { number: '99999999' }],
    ['lei', { lei: '549300AAAAAAAAAAAA99' }],
    ['country', { country: 'IE' }],
    ['date', { registeredAt: '2010' }],
    ['postal code', { postalCode: 'M1 1AA' }],
    ['locality', { locality: 'Leeds' }],
    ['legal form', { legalForm: 'GmbH & Co. KG' }],
  ])('a %s that differs lowers', (_what, query) => {
    expect(of(query)).toBeLessThan(of({}));
  });

  test.each([
    ['country', { country: 'gb' }],
    ['year', { registeredAt: '1998' }],
    ['postal code', { postalCode: 'sw1a1aa' }],
    ['locality', { locality: 'London' }],
    ['legal form', { legalForm: 'Ltd' }],
  ])('an equal %s raises', (_what, query) => {
    expect(of(query)).toBeGreaterThan(of({}));
  });
});

test('frequent words weigh less, as the names teach', () => {
  const names = Array.from({ length: 2_000 }, (_, place) => `${place % 2 ? 'Zorbat' : 'Quimble'} Name${place}`);
  const weightOf = learnWeights(names);
  expect(weightOf('zorbat', 'GB')).toBeLessThan(0.5);
  expect(weightOf('never', 'GB')).toBe(1);
  const of = (learnt?: typeof weightOf) => scoreMatch({ name: 'Zorbat Arden' }, { name: 'Zorbat Malvern' }, learnt).score;
  expect(of(weightOf)).toBeLessThan(of());
});

test('any two texts have a score that is the sum of its features, and a name is like itself', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .array(fc.constantFrom('Royal', 'Bank', 'of', 'II', '7', 'ООО', 'Лес', 'カワ', '株式会社', 'Ltd', '&', 'x', '🦊'), {
        maxLength: 8,
      })
      .map((words) => words.join(' ')),
  );
  fc.assert(
    fc.property(text, text, (name, other) => {
      const { score, features } = scoreMatch({ name }, { name: other });
      const sum = features.reduce((total, feature) => total + feature.score * feature.weight, 0);
      expect(score).toBeCloseTo(Math.min(1, Math.max(0, sum)), 3);
      for (const feature of features) expect(feature.score >= 0 && feature.score <= 1).toBe(true);
      if (features.some(({ id }) => id === 'word')) expect(scoreMatch({ name }, { name }).score).toBe(1);
    }),
    { numRuns: 200 },
  );
});

test('long and empty names are answered', () => {
  expect(score('', 'Brenwick')).toBe(0);
  expect(score('🦊', '🦊🦊')).toBe(0);
  expect(score('a'.repeat(500), 'b'.repeat(500))).toBe(0);
  expect(score('word '.repeat(100), 'word '.repeat(100))).toBe(1);
});
