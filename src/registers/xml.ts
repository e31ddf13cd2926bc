import { SaxesParser } from 'saxes';
import { WrongFile } from './table.ts';

export type Attributes = Readonly<Record<string, string>>;

/** What the reader of one XML part wants to know. Names of elements come without their namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: Attributes): void;
  text(text: string): void;
  close(name: string): void;
  /** True where the handler has to be emptied before it should get more. */
  readonly full?: boolean;
}

/** Longest text of a cell, in UTF-16 units as Excel counts them. Its own limit is 32,767; beyond four times that it is no cell but an attack. */
export const maxText = 131_072;

/** Deepest nesting. A sheet has about ten levels, extensions included. */
const maxDepth = 256;

/** How much the parser gets at once: little enough that what a handler makes of it cannot fill the memory before it is asked whether it is full. */
const sliceLength = 1_024;

/** Reads a part into its handler, and stops whenever that is full, for the caller to empty it. */
export async function* readXml(part: string, bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = makeParser(part, handler);
  const feed = bounded(part, parser);
  for await (const text of decode(part, bytes)) {
    for (let at = 0; at < text.length; at += sliceLength) {
      feed(text.slice(at, at + sliceLength));
      if (handler.full) yield;
    }
  }
  parser.close();
}

/** Reads a small part whole. */
export async function parseXml(part: string, bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(part, bytes, handler));
}

interface Parser {
  write(text: string): void;
  close(): void;
  /** Whether it has found anything since it was last asked. */
  stirred(): boolean;
}

function makeParser(part: string, handler: XmlHandler): Parser {
  const saxes = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let depth = 0;
  let stirred = false;
  saxes.on('error', ({ message }) => {
    throw broken(part, message.replace(/\s+/g, ' ').slice(0, 100));
  });
  // Entities are defined in a DTD, and grow there without end. No workbook has one.
  saxes.on('doctype', () => {
    throw broken(part, 'it has a DTD');
  });
  saxes.on('opentag', ({ name, attributes }) => {
    stirred = true;
    depth += 1;
    if (depth > maxDepth) throw broken(part, 'its elements are nested too deep');
    handler.open(localName(name), attributes);
  });
  saxes.on('closetag', ({ name }) => {
    stirred = true;
    depth -= 1;
    handler.close(localName(name));
  });
  const text = (text: string): void => {
    stirred = true;
    if (depth > 0) handler.text(text);
  };
  saxes.on('text', text);
  saxes.on('cdata', text);
  return {
    write: (text) => void saxes.write(text),
    close: () => void saxes.close(),
    stirred: () => {
      const was = stirred;
      stirred = false;
      return was;
    },
  };
}

/**
 * The parser collects a text, a comment or a tag until its end. So the rest of a text beyond all measure is left out on the way
 * to it (the handler sees by the length that it is too long), and anything else of that length makes the part a broken one.
 */
function bounded(part: string, parser: Parser): (slice: string) => void {
  const limit = maxText + 2 * sliceLength;
  let withoutTag = 0;
  let silent = 0;
  const cut = (slice: string): string => {
    const tag = slice.indexOf('<');
    const before = withoutTag;
    withoutTag = tag === -1 ? before + slice.length : slice.length - slice.lastIndexOf('<');
    if (before > limit) return tag === -1 ? '' : slice.slice(tag);
    // Not in the middle of a reference: the half of one would be an error.
    const reference = withoutTag > limit ? slice.lastIndexOf('&') : -1;
    return reference === -1 ? slice : slice.slice(0, reference);
  };
  return (slice) => {
    const text = cut(slice);
    parser.write(text);
    silent = parser.stirred() ? 0 : silent + text.length;
    if (silent > 2 * limit) throw broken(part, 'it has a tag or a comment of senseless length');
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

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const broken = (part: string, problem: string, cause?: unknown): WrongFile =>
  new WrongFile(`The workbook is damaged: ${part} is no sound XML (${problem}).`, { cause });
