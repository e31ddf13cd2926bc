/** Characters of a text, entries of a list, fields of an object, and levels. What is more is cut: an agent reads it all. */
const most = { text: 300, entries: 50, fields: 150, levels: 8 };

/** Signs that show nothing and can hide text from people: format characters, among them tags, and variation selectors. */
const hidden = /[\p{Cf}\p{Variation_Selector}]/gu;
/** Line breaks and other control characters, which could make a name look like the beginning of something else. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;

/** A text as one line without hidden signs, cut at a length. */
export function plainText(text: string, longest = most.text): string {
  // A character has at most two units, and the rest of a very long text is not looked at.
  const plain = text
    .slice(0, longest * 4)
    .toWellFormed()
    .replace(hidden, '')
    .replace(breaks, ' ')
    .trim();
  const letters = [...plain];
  return letters.length > longest || text.length > longest * 4 ? `${letters.slice(0, longest).join('')}…` : plain;
}

/**
 * What registers wrote, made fit for an agent: texts as one line and cut, long lists cut, and nothing that is null. It stays in
 * fields and is never part of a sentence of ours, because a name can be written like an order.
 */
export function plainData(value: unknown, levels = most.levels): unknown {
  if (typeof value === 'string') return plainText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (levels === 0) return undefined;
  if (Array.isArray(value)) return value.slice(0, most.entries).map((one) => plainData(one, levels - 1));
  const entries = Object.entries(value)
    .slice(0, most.fields)
    .map(([name, one]) => [plainText(name), plainData(one, levels - 1)] as const);
  return Object.fromEntries(entries.filter(([, one]) => one !== null && one !== undefined));
}
