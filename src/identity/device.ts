/**
 * Words in a User-Agent and their browser. The order matters: Edge and Opera contain `Chrome/`, and Chrome contains `Safari/`.
 */
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

/** A name by which a person recognizes a session. It consists only of the words above, never of what was sent. */
export function deviceOf(userAgent: string | undefined): string | null {
  const first = (words: Record<string, string>) => Object.entries(words).find(([word]) => userAgent?.includes(word))?.[1];
  return [first(browsers), first(systems)].filter((word) => word !== undefined).join(' on ') || null;
}
