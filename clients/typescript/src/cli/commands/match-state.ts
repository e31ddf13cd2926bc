import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { MatchResult } from '../../types.ts';
import { textIn } from '../files.ts';
import { UsageError } from '../shell.ts';

type Result = MatchResult['results'][number];

/** What is kept of an answer: the best candidate, or why there is none. */
export interface Answer {
  best?: { score: number; match: boolean; matchedName: string; entity: Result['entity'] };
  refused?: string;
}

export const answerOf = ({ results: [best] }: MatchResult): Answer =>
  best ? { best: { score: best.score, match: best.match, matchedName: best.matchedName.name, entity: best.entity } } : {};

/**
 * The answers so far, in a file beside the output. Its first line says to which input and options it belongs. Then comes a line
 * for each batch, which is on the disk before the next one is asked: a kill at any moment loses at most the batch that was asked.
 */
export class MatchState {
  readonly answers: Answer[];
  readonly #handle: FileHandle;
  /** In bytes: where the next line begins. */
  #end = 0;

  private constructor(handle: FileHandle, answers: Answer[]) {
    this.#handle = handle;
    this.answers = answers;
  }

  /** Opens what an earlier run has left. It is refused if it belongs to another input, unless it may be thrown away. */
  static async open(file: string, parts: readonly unknown[], mayDiscard: boolean): Promise<MatchState> {
    const head = JSON.stringify({ version: 1, of: digestOf(parts) });
    const text = mayDiscard ? undefined : await textIn(file);
    const lines = text?.split('\n') ?? [];
    // The last line is empty, or was being written when the program was killed.
    const whole = lines.slice(0, -1);
    const isOther = whole.length > 0 && whole[0] !== head;
    // A run that got no answer has left nothing worth keeping.
    if (isOther && whole.length > 1)
      throw new UsageError(
        `${file} is of another run, with other input or options: finish that one, or give --force to begin anew.`,
      );
    const batches = whole.slice(1).map((line) => answersIn(line, file));
    const isNew = whole.length === 0 || isOther;
    const handle = await open(file, isNew ? 'w' : 'r+', 0o666);
    const kept = isNew ? '' : `${whole.join('\n')}\n`;
    const end = Buffer.byteLength(kept);
    await handle.truncate(end);
    const state = new MatchState(handle, batches.flat());
    state.#end = end;
    if (isNew) await state.#append(head);
    return state;
  }

  async add(batch: readonly Answer[]): Promise<void> {
    await this.#append(JSON.stringify(batch));
    this.answers.push(...batch);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async #append(line: string): Promise<void> {
    const bytes = Buffer.from(`${line}\n`);
    await this.#handle.write(bytes, 0, bytes.length, this.#end);
    await this.#handle.datasync();
    this.#end += bytes.length;
  }
}

const digestOf = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

function answersIn(line: string, file: string): Answer[] {
  try {
    return JSON.parse(line);
  } catch {
    throw new UsageError(`${file} is damaged, perhaps by two runs at a time: give --force to begin anew.`);
  }
}
