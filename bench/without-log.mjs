// Loaded into an import, it leaves out the log of changes: what the log costs is the difference.
import { registerHooks } from 'node:module';

const begins = 'async add(rows: Iterable<Noted>): Promise<void> {';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/intake/change-log.ts')) return loaded;
    const source = String(loaded.source);
    if (!source.includes(begins)) throw new Error('The log of changes begins in another way now.');
    return { ...loaded, source: source.replace(begins, `${begins}\n    return;`) };
  },
});
