import { maxText } from './xml.ts';

/** Enters the elements that a reader needs, from the root on, and skips all others with their content, such as formulas. */
export class Outline {
  readonly #children: Readonly<Record<string, readonly string[]>>;
  readonly #path: string[] = [];
  #foreign = 0;

  /** The needed children of each element; those of '' may be the root. */
  constructor(children: Readonly<Record<string, readonly string[]>>) {
    this.#children = children;
  }

  /** Whether the root is another element. */
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

/** Joins the runs of a cell or a shared string into its text. White space is always preserved, even without `xml:space`. */
export class TextRuns {
  value = '';
  tooLong = false;
  /** The run that is being read, or undefined between runs, where text is only the layout of the file. */
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

/** OOXML writes UTF-16 units that XML does not allow as `_x000D_`, and an underscore that would look like this as `_x005F_`. */
export function unescapeOoxml(text: string): string {
  if (!text.includes('_x')) return text;
  return text
    .replace(/_x([\dA-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toWellFormed();
}
