import type { z } from 'zod';
import type { Operations } from '../../operations.generated.ts';
import type { mcpDocuments } from './documents.ts';

export type DocumentName = keyof typeof mcpDocuments;

/** Runs one of the documents for the caller. */
export type Execute<Used extends DocumentName = DocumentName> = <Name extends Used>(
  name: Name,
  variables: Operations[Name]['variables'],
) => Promise<Operations[Name]['data']>;

/** The answer of a tool. */
interface ToolAnswer<Data> {
  /** A sentence of ours: figures, and what to do next. It has nothing that a register wrote. */
  says: string;
  data: Data;
}

/** A tool. What an agent reads of it, how a call is checked, and what it does come from this one declaration. */
export interface Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
  Used extends DocumentName = DocumentName,
> {
  name: string;
  title: string;
  /** When to use it and when not, what comes next, and what an absence means. Every agent pays for each word. */
  description: string;
  input: Input;
  output: Output;
  /** The documents that it may run. A caller needs the powers for all their fields. */
  documents: readonly Used[];
  /** What a call costs. */
  units: 0 | 1;
  run(input: z.output<Input>, execute: Execute<Used>): Promise<ToolAnswer<z.input<Output>>>;
}

/** Declares a tool. The types of its input and its data are inferred from its schemas. */
export const tool = <Input extends z.ZodObject, Output extends z.ZodObject, const Used extends DocumentName>(
  declaration: Tool<Input, Output, Used>,
) => declaration as Tool;
