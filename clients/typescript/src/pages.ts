/**
 * A list in pages. `for await` goes through its items and asks for pages as it needs them; `pages()` goes through the pages;
 * `await` gives the first page alone.
 */
export class Pages<Item, Page extends { readonly data: readonly Item[] }> implements AsyncIterable<Item>, PromiseLike<Page> {
  readonly pages: () => AsyncGenerator<Page, void, undefined>;
  #first: Promise<Page> | undefined;

  constructor(pages: () => AsyncGenerator<Page, void, undefined>) {
    this.pages = pages;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a list gives its first page.
  then<Result = Page, Failed = never>(
    resolve?: ((page: Page) => Result | PromiseLike<Result>) | null,
    reject?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Result | Failed> {
    // There is always a first page.
    this.#first ??= this.pages()
      .next()
      .then(({ value }) => value as Page);
    return this.#first.then(resolve, reject);
  }
}

/** Pages by their numbers, from one on. */
export async function* numbered<Page extends { readonly meta: { readonly pageCount: number } }>(
  read: (page: number) => Promise<Page>,
  from = 1,
): AsyncGenerator<Page, void, undefined> {
  for (let number = from; ; number++) {
    const page = await read(number);
    yield page;
    if (number >= page.meta.pageCount) return;
  }
}

/** Pages by cursors, each of which the page before has. */
export async function* linked<Page extends { readonly meta: { readonly nextCursor: string | null } }>(
  read: (cursor: string | undefined) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield page;
    cursor = page.meta.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
