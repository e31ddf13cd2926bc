import { deflateRawSync } from 'node:zlib';

/** Nobody's random text holds one of these; those that were meant to be replaced do. */
const words =
  /changeme|changethis|replaceme|secret|passw|example|default|placeholder|development|letmein|qwerty|12345678|abcdefgh/;
/** Random texts of 32 characters stay above both, also where they are made of 16 different ones. */
const fewest = { characters: 8, packedBytes: 24 };

/**
 * Whether a secret was plainly not made at random: it has few different characters, it repeats itself and so packs well, or it holds a word that
 * everybody would try. An estimate: it finds what was forgotten in a configuration, and cannot tell a good text from a phrase.
 */
export function isGuessable(secret: string): boolean {
  return (
    new Set(secret).size < fewest.characters ||
    deflateRawSync(secret).length < fewest.packedBytes ||
    words.test(secret.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  );
}
