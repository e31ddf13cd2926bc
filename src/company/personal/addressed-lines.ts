/** In front of these, CO is a county: those of Ireland, and the English one that is written so. */
const counties = new Set(
  [
    'antrim armagh carlow cavan clare cork derry donegal down dublin durham fermanagh galway kerry kildare kilkenny laois',
    'leitrim limerick londonderry longford louth mayo meath monaghan offaly roscommon sligo tipperary tyrone waterford',
    'westmeath wexford wicklow',
  ].flatMap((line) => line.split(' ')),
);
/** CO begins these words as well. */
const compounds = new Set(['op', 'operative', 'working', 'living', 'housing', 'ltd', 'limited']);

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'mister', 'messrs', 'm/s']);
/** Streets are named after doctors, and then have a number. */
const titlesInStreets = new Set(['dr', 'prof', 'rev', 'sir']);
/** A company may be called like a person. */
const companies = new Set(['ltd', 'limited', 'plc', 'llp', 'inc', 'gmbh']);

/**
 * Whether a line of an address begins with how a person is addressed: a title, or c/o without its stroke. The name may be in the
 * next line.
 */
export function isAddressed(line: string): 'no' | 'with a name' | 'without a name' {
  const [first = '', second, ...rest] = line.toLowerCase().match(/m\/s|[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const isHyphenated = /^\s*\p{L}+\.?-/u.test(line);
  if (isHyphenated || !isOpening(first, second, rest)) return 'no';
  return second === undefined ? 'without a name' : 'with a name';
}

function isOpening(first: string, second: string | undefined, rest: readonly string[]): boolean {
  if (first === 'co') return second === undefined || !(counties.has(second) || compounds.has(second));
  const words = [second ?? '', ...rest];
  if (titlesInStreets.has(first)) return !words.some((word) => /^\d/.test(word)) && !words.some((word) => companies.has(word));
  return titles.has(first) && !words.some((word) => companies.has(word));
}
