/** The languages of the registers, in which lists have names of countries. */
const languages = 'en de fr nl cs sk et fi sv nb lv lt ro el ja es it pl'.split(' ');
/** What people write besides the name of a country. */
const others: Record<string, string> = {
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  greatbritain: 'GB',
  czechrepublic: 'CZ',
};

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '');

/** Finds the code of a country by its code or name. A code of another country is given back in upper case. */
export function countryReader(
  served: readonly { countryCode: string; countryName: string }[],
): (text: string) => string | undefined {
  const codes = new Map(Object.entries(others));
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    for (const { countryCode } of served) codes.set(plain(names.of(countryCode) ?? countryCode), countryCode);
  }
  for (const { countryCode, countryName } of served) codes.set(plain(countryName), countryCode);
  return (text) => {
    const letters = plain(text);
    return codes.get(letters) ?? (/^[a-z]{2}$/.test(letters) ? letters.toUpperCase() : undefined);
  };
}
