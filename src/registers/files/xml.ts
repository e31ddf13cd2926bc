import { SaxesParser } from 'saxes';
import { WrongFile } from './table.ts';

export type Attributes = Readonly<Record<string, string>>;

/** The events of one XML part. Names of elements have no namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  /** `cut`: the text was too long, and only its beginning is passed. */
  text(text: string, cut: boolean): void;
  close(name: string): void;
  /** True if the handler has to be emptied before it gets more. */
  readonly full?: boolean;
}

/**
 * Longest text of a cell, in UTF-16 units. Excel's own limit is 32,767, and it may write each as `_x000D_`: eight times
 * that is an attack.
 */
export const maxText = 262_144;

/** Longest text, comment or tag in the file. References take up to ten characters for each of those 32,767. */
const maxWritten = 524_288;

/** Deepest nesting. A sheet has about ten levels, extensions included. */
const maxDepth = 256;

/** What the parser gets at once. `full` is checked after each slice, so a slice must not fill the memory. */
const sliceCharacters = 1_024;

/** Reads a part into its handler. It yields whenever the handler is full, so that the caller can empty it. */
export async function* readXml(part: string, bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = makeParser(part, handler);
  const feed = bounded(part, parser);
  for await (const text of decode(part, bytes)) {
    for (let at = 0; at < text.length; at += sliceCharacters) {
      feed(text.slice(at, at + sliceCharacters));
      if (handler.full) yield;
    }
  }
  parser.close();
}

/** Reads a small part at once. */
export async function parseXml(part: string, bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(part, bytes, handler));
}

interface Parser {
  write(text: string): void;
  /** Reports that text was left out. */
  cut(): void;
  close(): void;
  /** Whether there was an event since the last call. */
  hadEvents(): boolean;
}

function makeParser(part: string, handler: XmlHandler): Parser {
  const saxes = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  let hadEvents = false;
  let cut = false;
  saxes.on('error', ({ message }) => {
    throw broken(part, message.replace(/\s+/g, ' ').slice(0, 100));
  });
  // A DTD can define entities that expand without limit. No workbook has one.
  saxes.on('doctype', () => {
    throw broken(part, 'it has a DTD');
  });
  saxes.on('opentag', ({ name, attributes }) => {
    hadEvents = true;
    depth += 1;
    if (depth > maxDepth) throw broken(part, 'its elements are nested too deep');
    handler.open(localName(name), attributes);
  });
  saxes.on('closetag', ({ name }) => {
    hadEvents = true;
    depth -= 1;
    handler.close(localName(name));
  });
  const text = (text: string): void => {
    hadEvents = true;
    if (depth > 0) handler.text(text, cut);
    cut = false;
  };
  saxes.on('text', text);
  saxes.on('cdata', text);
  return {
    write: (text) => void saxes.write(text),
    cut: () => {
      cut = true;
    },
    close: () => void saxes.close(),
    hadEvents: () => {
      const was = hadEvents;
      hadEvents = false;
      return was;
    },
  };
}

/**
 * The parser collects a text, a comment or a tag in memory until its end. So the rest of a text that is too long is not passed to
 * it, and any other item of that length makes the part invalid.
 */
function bounded(part: string, parser: Parser): (slice: string) => void {
  let withoutTag = 0;
  let silent = 0;
  const cut = (slice: string): string => {
    const tag = slice.indexOf('<');
    const leftOut = withoutTag > maxWritten;
    withoutTag = tag === -1 ? withoutTag + slice.length : 0;
    if (leftOut) return tag === -1 ? '' : slice.slice(tag);
    if (withoutTag <= maxWritten) return slice;
    parser.cut();
    // Not in the middle of a reference: half a reference would be an error.
    const reference = slice.lastIndexOf('&');
    return reference === -1 ? slice : slice.slice(0, reference);
  };
  return (slice) => {
    const text = cut(slice);
    parser.write(text);
    silent = parser.hadEvents() ? 0 : silent + text.length;
    if (silent > 2 * maxWritten) throw broken(part, 'it has a tag or a comment that is too long');
  };
}

async function* decode(part: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  const run = (chunk?: Uint8Array): string => {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      throw broken(part, `it is not ${decoder.encoding.toUpperCase()}`, error);
    }
  };
  for await (const chunk of bytes) yield run(chunk);
  yield run();
}

/** A part of a workbook is UTF-8, or UTF-16 with its byte order mark. */
function encodingOf(start: Uint8Array | undefined): string {
  if (start?.[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start?.[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

const broken = (part: string, problem: string, cause?: unknown): WrongFile =>
  new WrongFile(`The workbook is damaged: ${part} is not valid XML (${problem}).`, { cause });
