/** What a browser calls itself by, the more telling words first: most also name the ones before them. */
const browsers = {
  'Edg/': 'Edge',
  'OPR/': 'Opera',
  'Firefox/': 'Firefox',
  'FxiOS/': 'Firefox',
  'Chrome/': 'Chrome',
  'CriOS/': 'Chrome',
  'Safari/': 'Safari',
  'curl/': 'curl',
};
const systems = {
  iPhone: 'iPhone',
  iPad: 'iPad',
  Android: 'Android',
  Windows: 'Windows',
  'Mac OS X': 'macOS',
  CrOS: 'ChromeOS',
  Linux: 'Linux',
};

/** Enough for a person to know their own session by. Only words of ours are kept, whatever was sent. */
export function deviceOf(userAgent: string | undefined): string | null {
  const first = (words: Record<string, string>) => Object.entries(words).find(([word]) => userAgent?.includes(word))?.[1];
  return [first(browsers), first(systems)].filter((word) => word !== undefined).join(' on ') || null;
}
