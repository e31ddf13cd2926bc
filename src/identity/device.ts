/** Words in a User-Agent and the browser they mean. The order matters: Edge and Opera also say Chrome, and Chrome says Safari. */
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

/** A name by which a person recognizes their session. It is made of our own words only, whatever was sent. */
export function deviceOf(userAgent: string | undefined): string | null {
  const first = (words: Record<string, string>) => Object.entries(words).find(([word]) => userAgent?.includes(word))?.[1];
  return [first(browsers), first(systems)].filter((word) => word !== undefined).join(' on ') || null;
}
