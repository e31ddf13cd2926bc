import { isUtf8 } from 'node:buffer';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = '\uFEFF';

/** Thrown at the first byte that is not valid in the encoding. The caller counts the lines for its message. */
export class Undecodable extends Error {
  readonly encoding: string;
  /** The valid text between the last decoded text and the error. */
  readonly before: string;

  constructor(encoding: string, before: string) {
    super(`Not ${encoding}`);
    this.name = 'Undecodable';
    this.encoding = encoding;
    this.before = before;
  }
}

/**
 * Strictly decodes a file that comes in chunks. It returns whole lines if possible, because a concatenated string is slower to
 * search than one that was decoded at once. TextDecoder is as strict, but it does not report where the error is.
 */
export class Utf8Decoder {
  #pending: Buffer = Buffer.alloc(0);
  #started = false;

  decode(chunk: Buffer): string {
    const bytes = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk;
    const end = bytes.lastIndexOf(lineFeed) + 1 || endOfWholeCharacters(bytes);
    this.#pending = bytes.subarray(end);
    return this.#decode(bytes.subarray(0, end));
  }

  /** The rest after the last chunk. */
  end(): string {
    return this.#decode(this.#pending);
  }

  #decode(bytes: Buffer): string {
    const text = bytes.toString('utf8');
    if (!isUtf8(bytes)) throw new Undecodable('UTF-8', validPart(bytes, text));
    if (this.#started || text === '') return text;
    this.#started = true;
    return text.startsWith(byteOrderMark) ? text.slice(1) : text;
  }
}

/** Excludes a character that the end of the chunk splits, and a carriage return that may be half of a line break. */
function endOfWholeCharacters(bytes: Buffer): number {
  const { length } = bytes;
  if (bytes[length - 1] === carriageReturn) return length - 1;
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back] as number;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const wanted = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return back < wanted ? length - back : length;
  }
  return length;
}

/** Decoding replaced invalid bytes by U+FFFD: encoded again, the bytes differ from there on. */
function validPart(bytes: Buffer, text: string): string {
  const again = Buffer.from(text, 'utf8');
  let same = 0;
  while (same < bytes.length && bytes[same] === again[same]) same++;
  return bytes.toString('utf8', 0, same);
}
