import { Refusal } from '../../kernel/errors.ts';

/** The file as a whole cannot be imported. The message is one line, for the person who runs the import. */
export class WrongFile extends Refusal {}

/** This row cannot be taken; the others can. */
export class RowProblem extends Error {
  /** Where it can be told: the company is there, though its row is bad, so what is served of it stays. */
  readonly number: string | undefined;

  constructor(message: string, number?: string) {
    super(message);
    this.name = 'RowProblem';
    this.number = number;
  }
}
