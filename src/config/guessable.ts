import { deflateRawSync } from 'node:zlib';

/** Words of placeholders that somebody forgot to replace. A random text practically never holds one. */
const words =
  /changeme|changethis|replaceme|secret|passw|example|default|placeholder|development|letmein|qwerty|12345678|abcdefgh/;
/** Random texts of 32 characters are above both limits, even in hexadecimal. */
const fewest = { characters: 8, packedBytes: 24 };

/**
 * Whether a secret was plainly not made at random: it has few different characters, it repeats itself and so compresses well, or
 * it holds a common word. It finds forgotten placeholders, but it cannot tell a random text from a phrase.
 */
export function isGuessable(secret: string): boolean {
  return (
    new Set(secret).size < fewest.characters ||
    deflateRawSync(secret).length < fewest.packedBytes ||
    words.test(secret.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  );
}
