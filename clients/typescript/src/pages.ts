/** The part of a page's `meta` that says how many there are. */
interface Paged<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly page: number; readonly pageCount: number };
}

/**
 * A list in pages. `for await` goes through its items and asks for pages as it needs them; `pages()` goes through the pages;
 * `await` gives the first page alone.
 */
export class Pages<Item, Page extends Paged<Item>> implements AsyncIterable<Item>, PromiseLike<Page> {
  readonly #read: (page: number) => Promise<Page>;
  readonly #from: number;
  #first: Promise<Page> | undefined;

  constructor(read: (page: number) => Promise<Page>, from = 1) {
    this.#read = read;
    this.#from = from;
  }

  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let number = this.#from; ; number++) {
      const page = await this.#read(number);
      yield page;
      if (number >= page.meta.pageCount) return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list gives its first page.
  then<Result = Page, Failed = never>(
    resolve?: ((page: Page) => Result | PromiseLike<Result>) | null,
    reject?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Result | Failed> {
    this.#first ??= this.#read(this.#from);
    return this.#first.then(resolve, reject);
  }
}
