import { deflateRawSync } from 'node:zlib';

/** Words of forgotten placeholders. Five letters of one are in a random text of a million, so they are longer. */
const words =
  /changeme|changethis|replaceme|secret|passw[o0]rd|example|default|placeholder|development|letmein|qwerty|12345678|abcdefgh/;
/** Random texts of 32 characters are above both limits, even in hexadecimal. */
const fewest = { characters: 8, packedBytes: 24 };

/**
 * Whether a secret is clearly not random: it has few different characters, it compresses well because it repeats itself, or it
 * contains a common word. It finds forgotten placeholders, but not every phrase.
 */
export function isGuessable(secret: string): boolean {
  return (
    new Set(secret).size < fewest.characters ||
    deflateRawSync(secret).length < fewest.packedBytes ||
    words.test(secret.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  );
}
