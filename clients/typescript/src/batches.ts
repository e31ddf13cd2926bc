/** Pieces of at most so many. */
function* piecesOf<Item>(items: Iterable<Item>, size: number): Generator<Item[], void, undefined> {
  let piece: Item[] = [];
  for (const item of items) {
    piece.push(item);
    if (piece.length < size) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

/**
 * Answers for any number of inputs, in their order, in batches. `for await` gives each as soon as its batch is answered;
 * `await` gives all of them.
 */
export class Batches<Input, Result> implements AsyncIterable<Result>, PromiseLike<Result[]> {
  readonly #inputs: Iterable<Input>;
  readonly #size: number;
  readonly #ask: (inputs: Input[]) => Promise<readonly Result[]>;
  #all: Promise<Result[]> | undefined;

  constructor(inputs: Iterable<Input>, size: number, ask: (inputs: Input[]) => Promise<readonly Result[]>) {
    this.#inputs = inputs;
    this.#size = size;
    this.#ask = ask;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Result, void, undefined> {
    for (const inputs of piecesOf(this.#inputs, this.#size)) yield* await this.#ask(inputs);
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting the batches gives all results.
  then<Value = Result[], Failed = never>(
    resolve?: ((results: Result[]) => Value | PromiseLike<Value>) | null,
    reject?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Value | Failed> {
    const all = async () => {
      const results: Result[] = [];
      for await (const result of this) results.push(result);
      return results;
    };
    this.#all ??= all();
    return this.#all.then(resolve, reject);
  }
}
