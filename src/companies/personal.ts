import type { Content } from './content.ts';
import { fold } from './fold.ts';

/** What of a register is about natural persons, as the register declares it. */
export interface PersonalFields {
  /** Source columns. */
  personal?: readonly string[];
  /** JSON pointers into the record, such as /registry/directors. */
  personalFields?: readonly string[];
}

/** Names of columns, alike in all layouts: without case, diacritics and remarks in brackets behind them. */
function columnName(text: string): string {
  const remark = text.indexOf('(');
  return fold(remark > 0 ? text.slice(0, remark) : text)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Fields about natural persons, or some of them: which they are, and how a record looks without them. */
export class Personal {
  readonly #columns: ReadonlySet<string>;
  readonly #registry: ReadonlySet<string>;
  /** Answers by name of the column: there are few names and millions of questions. */
  readonly #known = new Map<string, boolean>();

  constructor({ personal = [], personalFields = [] }: PersonalFields) {
    this.#columns = new Set(personal.map(columnName));
    this.#registry = new Set(personalFields.map(registryField));
  }

  /** Of declared fields, those that some words name: a column, or a pointer. Tells the words that name none. */
  static among(declared: PersonalFields, words: readonly string[]): { fields: string[]; unknown: string[] } {
    const all = [...(declared.personal ?? []), ...(declared.personalFields ?? [])];
    const named = (word: string) => all.find((field) => field === word || columnName(field) === columnName(word));
    return { fields: words.flatMap((word) => named(word) ?? []), unknown: words.filter((word) => !named(word)) };
  }

  /** As they are listed in an erasure: pointers begin with a slash, columns don't. */
  static of(fields: readonly string[]): Personal {
    const isPointer = (field: string) => field.startsWith('/');
    return new Personal({
      personal: fields.filter((field) => !isPointer(field)),
      personalFields: fields.filter(isPointer),
    });
  }

  without(content: Content): Content {
    const kept = (object: Record<string, unknown>, isPersonal: (name: string) => boolean) =>
      Object.fromEntries(Object.entries(object).filter(([name]) => !isPersonal(name)));
    return {
      ...content,
      registry: kept(content.registry, (name) => this.#registry.has(name)),
      sourceData: kept(content.sourceData, (name) => this.#isColumn(name)),
    };
  }

  /** The typed fields, with null in the place of what is about persons. */
  blankRegistry(registry: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(registry).map(([name, value]) => [name, this.#registry.has(name) ? null : value]));
  }

  /** The cells of a source row, likewise. */
  blankCells(columns: readonly string[], cells: readonly unknown[]): unknown[] {
    return cells.map((cell, place) => (this.#isColumn(columns[place] ?? '') ? null : cell));
  }

  #isColumn(name: string): boolean {
    const known = this.#known.get(name) ?? this.#columns.has(columnName(name));
    this.#known.set(name, known);
    return known;
  }
}

/** Only typed national fields are declared by pointer; what else a record has is about the company. */
function registryField(pointer: string): string {
  const [, name] = /^\/registry\/([^/]+)$/.exec(pointer) ?? [];
  if (name === undefined) throw new Error(`A personal field is a pointer such as /registry/directors, not ${pointer}.`);
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}
