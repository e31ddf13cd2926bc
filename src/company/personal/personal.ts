import { type Content, namesOf } from '../content/content.ts';
import { changedCells, fieldsOfCells, type LayoutColumn } from '../content/layout.ts';
import { normalize } from '../normalization.ts';
import type { PersonalData, RegisterRules } from '../register.ts';
import { CareOf } from './care-of.ts';
import { ErasedTexts, emptied, type Fields, isObject } from './erased-texts.ts';

/** A source row as it is stored: cells, or the object of a JSON file. */
export type Cells = readonly unknown[] | Record<string, unknown>;

/** The fields of a record, or of a part of it, that an erasure changes. */
interface ErasableFields {
  canonicalName?: unknown;
  registry?: Fields;
  sourceData?: Fields;
}

/** The company, which decides whether something is about a person. An unknown legal form counts as any. */
interface ErasureSubject {
  number: string;
  legalForm: string | null | undefined;
}

/** The name of a column, made equal in all layouts: without case, diacritics and a remark in brackets at the end. */
export function columnName(text: string): string {
  const remark = text.indexOf('(');
  return normalize(remark > 0 ? text.slice(0, remark) : text)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const placesOf = ({ fields = [], columns = [] }: PersonalData): string[] => [...fields, ...columns];

/** Declared personal data, all of a register or some of it, and places that an operator named. Returns records without it. */
export class Personal {
  readonly #declared: readonly PersonalData[];
  /** Pointers and columns that are erased whatever they are about. */
  readonly named: readonly string[];
  /** What is always about persons: columns, and paths within the typed fields. */
  readonly #columns: ReadonlySet<string>;
  readonly #registry: readonly Path[];
  /** Results by name of the column, because there are few names and millions of lookups. */
  readonly #known = new Map<string, boolean>();

  constructor({ persons = [] }: Pick<RegisterRules, 'persons'>, named: readonly string[] = []) {
    this.#declared = persons;
    this.named = named;
    for (const { fields = [] } of persons) fields.map(pathOf);
    const always = persons.filter(({ when }) => when === undefined);
    this.#columns = new Set(always.flatMap(({ columns = [] }) => columns.map(columnName)));
    this.#registry = always.flatMap(({ fields = [] }) => fields.map((field) => pathOf(field).slice(1)));
  }

  /** The same, and these places. */
  with(named: readonly string[]): Personal {
    return new Personal({ persons: this.#declared }, [...new Set([...this.named, ...named])]);
  }

  /** All declared places: pointers and columns. */
  get places(): string[] {
    return [...new Set(this.#declared.flatMap(placesOf))];
  }

  /**
   * The personal data at some places, each a pointer or a column: everything that is declared together with it, or that shares a
   * place with that. Also returns the words that name no declared place.
   */
  among(words: readonly string[]): { declared: Personal; unknown: string[] } {
    const names = (place: string, word: string) => place === word || columnName(place) === columnName(word);
    const touching = (places: readonly string[]) =>
      this.#declared.filter((one) => placesOf(one).some((place) => places.some((word) => names(place, word))));
    const persons = touching(touching(words).flatMap(placesOf));
    return {
      declared: new Personal({ persons }),
      unknown: words.filter((word) => !this.places.some((place) => names(place, word))),
    };
  }

  /** The content for changes, history and snapshots, or a part of it. */
  without<Part extends Partial<Content>>(content: Part): Part {
    if (this.#columns.size === 0 && this.#registry.length === 0) return content;
    const { registry, sourceData } = content;
    const kept = { ...content };
    if (registry) kept.registry = this.#registry.reduce(withoutPath, registry);
    if (sourceData) kept.sourceData = this.#keptSource(sourceData);
    return kept;
  }

  /** A record, or a part of it, after the erasure: erased values become null, an erased name becomes the number. */
  erased<Part extends ErasableFields>(part: Part, subject: ErasureSubject): Part {
    return this.erasedWith(part, subject).erased;
  }

  /** The same, with the texts that were erased because an operator named them, or because a line of an address had c/o. */
  erasedWith<Part extends ErasableFields>(
    part: Part,
    { number, legalForm }: ErasureSubject,
  ): { erased: Part; texts: ErasedTexts } {
    const { sourceData: source, ...record } = part as ErasableFields;
    const state = { record: record as Fields, source };
    const texts = new ErasedTexts();
    for (const { fields = [], columns = [], when } of this.#declared) {
      if (when instanceof RegExp && legalForm !== undefined && !when.test(normalize(legalForm ?? ''))) continue;
      const erasing = () => {
        const lines = new CareOf(texts);
        return (value: unknown) => (when === 'careOf' ? lines.without(value) : null);
      };
      const field = erasing();
      for (const path of fields.map(pathOf))
        state.record = changedAt(state.record, path, path[0] === 'canonicalName' ? () => number : field);
      if (state.source) state.source = changedColumns(state.source, columns, erasing);
    }
    const noted = (value: unknown) => {
      if (value !== number) texts.addNamed(value);
      return emptied(value);
    };
    for (const place of this.named) {
      if (place.startsWith('/')) state.record = changedAt(state.record, pathOf(place), noted);
      else if (state.source) state.source = changedColumns(state.source, [place], () => noted);
    }
    if (state.record['canonicalName'] === null) state.record = { ...state.record, canonicalName: number };
    const erased = { ...part, ...state.record, ...(source && { sourceData: state.source }) };
    return { erased: texts.isEmpty ? erased : withoutTexts(erased, texts, number), texts };
  }

  /** A stored record after the erasure, with its source row. */
  erasedRow<Row extends { canonicalName: string; registry: Fields; sourceCells: Cells }>(
    layout: readonly LayoutColumn[],
    { canonicalName, registry, sourceCells }: Row,
    subject: ErasureSubject,
  ): Pick<Row, 'canonicalName' | 'registry'> & { sourceCells: Cells } {
    const sourceData = Array.isArray(sourceCells) ? fieldsOfCells(layout, sourceCells) : (sourceCells as Fields);
    const { sourceData: kept, ...record } = this.erased({ canonicalName, registry, sourceData }, subject);
    return { ...record, sourceCells: Array.isArray(sourceCells) ? changedCells(layout, sourceCells, () => kept) : kept };
  }

  /** The cells of a source row after the erasure. */
  erasedCells(layout: readonly LayoutColumn[], cells: Cells, subject: ErasureSubject): Cells {
    const erased = (sourceData: Fields) => this.erased({ sourceData }, subject).sourceData;
    return Array.isArray(cells) ? changedCells(layout, cells, erased) : erased(cells as Fields);
  }

  /** If the source has several files, each is a list of rows. */
  #keptSource(source: Record<string, unknown>): Record<string, unknown> {
    const names = Object.keys(source);
    if (!names.some((name) => this.isColumn(name) || Array.isArray(source[name]))) return source;
    const ofRow = (part: string) => (row: unknown) =>
      isObject(row) ? Object.fromEntries(Object.entries(row).filter(([name]) => !this.isColumn(`${part}/${name}`))) : row;
    return Object.fromEntries(
      Object.entries(source)
        .filter(([name]) => !this.isColumn(name))
        .map(([name, value]) => [name, Array.isArray(value) ? value.map(ofRow(name)) : value]),
    );
  }

  /** Whether a column of the source is always about persons. */
  isColumn(name: string): boolean {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const isDeclared = this.#columns.has(columnName(name));
    this.#known.set(name, isDeclared);
    return isDeclared;
  }
}

/** The record without texts that were erased from some of its places. A name that is one of them becomes the number. */
function withoutTexts<Part extends ErasableFields>(part: Part, texts: ErasedTexts, number: string): Part {
  const { canonicalName, registry, sourceData } = part;
  const { activities, ...fields } = registry ?? {};
  const kept = { ...(texts.without(fields, true) as Fields), ...(activities !== undefined && { activities }) };
  return {
    ...part,
    ...(typeof canonicalName === 'string' && texts.has(canonicalName) && { canonicalName: number }),
    ...(registry && { registry: kept }),
    ...(sourceData && { sourceData: texts.without(sourceData, false) as Fields }),
  };
}

type Path = readonly string[];

/** The object without the field that the path leads to. */
function withoutPath(object: Fields, [name = '', ...rest]: Path): Fields {
  const value = object[name];
  if (value === undefined) return object;
  if (rest.length === 0) return Object.fromEntries(Object.entries(object).filter(([one]) => one !== name));
  return isObject(value) ? { ...object, [name]: withoutPath(value, rest) } : object;
}

/** The object with a changed value at the end of the path, if the path exists. */
function changedAt(object: Fields, [name = '', ...rest]: Path, change: (value: unknown) => unknown): Fields {
  const value = object[name];
  if (value === undefined || value === null) return object;
  if (rest.length === 0) return { ...object, [name]: change(value) };
  return isObject(value) ? { ...object, [name]: changedAt(value, rest, change) } : object;
}

/**
 * The source with changed values in some columns. If it has several files, or several rows of the company, each row is changed by
 * itself: a name that follows c/o is in the next column of the same row.
 */
function changedColumns(source: Fields, columns: readonly string[], changing: () => (value: unknown) => unknown): Fields {
  const wanted = columns.map(columnName);
  const ofRow = (row: Fields, part?: string): Fields => {
    const change = changing();
    const changed = { ...row };
    const named = Object.keys(row).map((name) => ({ name, names: [columnName(name), columnName(`${part}/${name}`)] }));
    for (const column of wanted)
      for (const { name, names } of named) if (names.includes(column) && row[name] !== null) changed[name] = change(row[name]);
    return changed;
  };
  const ofPart = (part: string, value: unknown) =>
    Array.isArray(value) ? value.map((row) => (isObject(row) ? ofRow(row, part) : row)) : value;
  return Object.fromEntries(Object.entries(ofRow(source)).map(([name, value]) => [name, ofPart(name, value)]));
}

/** Only the name and typed national fields are declared by pointer; all other fields are about the company. */
function pathOf(pointer: string): Path {
  const [start, ...path] = namesOf(pointer);
  const isName = path.length === 1 && path[0] === 'canonicalName';
  if (start !== '' || !(isName || (path[0] === 'registry' && path.length > 1 && !path.includes(''))))
    throw new Error(`A personal field is /canonicalName or a pointer such as /registry/directors, not ${pointer}.`);
  return path;
}
