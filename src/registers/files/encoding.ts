import { isUtf8 } from 'node:buffer';
import { Undecodable, Utf8Decoder } from './utf8.ts';

/** The encoding of a file. Japan publishes each file in two, so there it is detected from the bytes. */
export type Encoding = 'utf-8' | 'latin1' | 'utf-8 or shift_jis';

/** Decodes a file that comes in chunks, and never splits a line break. Throws Undecodable. */
interface Decoder {
  decode(chunk: Buffer): string;
  end(): string;
}

export function decoderOf(encoding: Encoding): Decoder {
  if (encoding === 'utf-8') return new Utf8Decoder();
  return encoding === 'latin1' ? new OtherDecoder('latin1', 'Latin-1') : new UnicodeOrShiftJis();
}

const carriageReturn = 0x0d;
const lineFeed = 0x0a;
/** Enough to detect the encoding, because every row of the Japanese file has Japanese text. */
const sampleBytes = 64 * 1024;

/** Encodings of TextDecoder. Its Shift_JIS is that of Windows, cp932, as the web standard defines it. */
class OtherDecoder implements Decoder {
  readonly #label: string;
  readonly #name: string;
  readonly #decoder: TextDecoder;
  #held: Buffer = Buffer.alloc(0);

  constructor(label: string, name: string) {
    this.#label = label;
    this.#name = name;
    this.#decoder = new TextDecoder(label, { fatal: true });
  }

  decode(chunk: Buffer): string {
    const bytes = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    const end = bytes[bytes.length - 1] === carriageReturn ? bytes.length - 1 : bytes.length;
    this.#held = bytes.subarray(end);
    return this.#decode(bytes.subarray(0, end), true);
  }

  end(): string {
    return this.#decode(this.#held, false);
  }

  #decode(bytes: Buffer, stream: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream });
    } catch {
      throw new Undecodable(this.#name, this.#validLines(bytes));
    }
  }

  /** The lines before the fault. The first one may have begun in the chunk before, so it cannot be checked alone. */
  #validLines(bytes: Buffer): string {
    const alone = new TextDecoder(this.#label, { fatal: true });
    let sound = '';
    for (let at = bytes.indexOf(lineFeed) + 1; at > 0; ) {
      sound += '\n';
      const end = bytes.indexOf(lineFeed, at) + 1;
      try {
        alone.decode(bytes.subarray(at, end || bytes.length));
      } catch {
        return sound;
      }
      at = end;
    }
    return sound === '' ? '' : sound.slice(1);
  }
}

/** Detects the encoding from the first lines: Japanese text in Shift_JIS is never valid UTF-8. */
class UnicodeOrShiftJis implements Decoder {
  #held: Buffer = Buffer.alloc(0);
  #chosen: Decoder | undefined;

  decode(chunk: Buffer): string {
    if (this.#chosen) return this.#chosen.decode(chunk);
    this.#held = Buffer.concat([this.#held, chunk]);
    return this.#held.length < sampleBytes ? '' : this.#choose();
  }

  end(): string {
    if (this.#chosen) return this.#chosen.end();
    const text = this.#choose();
    const chosen = this.#chosen as unknown as Decoder;
    try {
      return text + chosen.end();
    } catch (error) {
      throw error instanceof Undecodable ? new Undecodable(error.encoding, text + error.before) : error;
    }
  }

  #choose(): string {
    const lines = this.#held.subarray(0, this.#held.lastIndexOf(lineFeed) + 1 || this.#held.length);
    this.#chosen = isUtf8(lines) ? new Utf8Decoder() : new OtherDecoder('shift_jis', 'UTF-8 or Shift_JIS');
    return this.#chosen.decode(this.#held);
  }
}
