import { maxText } from './xml.ts';

/**
 * Follows the elements that matter to a reader, from the root on, and steps over all others with whatever they contain:
 * formulas, phonetic runs, extensions.
 */
export class Outline {
  readonly #children: Readonly<Record<string, readonly string[]>>;
  readonly #path: string[] = [];
  #foreign = 0;

  /** The elements that matter below each one; those of '' may be the root. */
  constructor(children: Readonly<Record<string, readonly string[]>>) {
    this.#children = children;
  }

  /** Whether the root itself is not one that matters. */
  get foreignRoot(): boolean {
    return this.#path.length === 0 && this.#foreign > 0;
  }

  enter(name: string): boolean {
    const known = this.#foreign === 0 && this.#children[this.#path.at(-1) ?? '']?.includes(name) === true;
    if (known) this.#path.push(name);
    else this.#foreign += 1;
    return known;
  }

  leave(): boolean {
    if (this.#foreign === 0) return this.#path.pop() !== undefined;
    this.#foreign -= 1;
    return false;
  }
}

/**
 * Puts the text of a cell or a shared string together, from its runs. White space stays as it is, whether or not `xml:space`
 * asks for it.
 */
export class TextRuns {
  value = '';
  tooLong = false;
  /** The run that is being read, or undefined between runs: what stands there is the layout of the file. */
  #run: string | undefined;

  clear(): void {
    this.value = '';
    this.tooLong = false;
    this.#run = undefined;
  }

  begin(): void {
    this.#run = '';
  }

  add(text: string, cut: boolean): void {
    if (this.#run === undefined || this.tooLong) return;
    this.tooLong = cut || this.value.length + this.#run.length + text.length > maxText;
    this.#run = this.tooLong ? '' : this.#run + text;
  }

  end(): void {
    this.value = this.tooLong ? '' : this.value + unescapeOoxml(this.#run ?? '');
    this.#run = undefined;
  }
}

/** OOXML writes the UTF-16 units that XML cannot hold as `_x000D_`, and an underscore that would look like one as `_x005F_`. */
export function unescapeOoxml(text: string): string {
  if (!text.includes('_x')) return text;
  return text
    .replace(/_x([\dA-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toWellFormed();
}
