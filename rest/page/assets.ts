import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Router } from 'express';
import { z } from 'zod';
import { Failure, Refusal } from '../../src/kernel/errors.ts';
import { once } from '../../src/kernel/running/once.ts';
import { exchangeOf } from '../edge/exchange.ts';

const folder = new URL('../../dashboard/dist/', import.meta.url);
const Manifest = z.record(z.string(), z.object({ file: z.string().regex(/^[\w-]+(\.[\w-]+)*$/) }));
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
};

/** The scripts of pages. */
export type Script = 'main.tsx' | 'pages.ts' | 'command-line.ts' | 'join.ts';

/** The files that Vite built for browsers, by the names of their sources. */
export interface Assets {
  urlOf(source: Script | 'style.css'): string;
  router: Router;
}

/**
 * Reads the few small files once, and packs each for the first request of it. Each name contains the hash of the content, so
 * browsers may cache a file for ever.
 */
export function openAssets(): Assets {
  const manifest = readManifest();
  const files = new Map(
    Object.values(manifest).map(({ file }) => {
      const plain = readFileSync(new URL(file, folder));
      return [file, { type: types[extname(file)] ?? 'application/octet-stream', plain, packed: once(() => gzipSync(plain)) }];
    }),
  );
  const router = Router({ caseSensitive: true });
  router.get('/:file', (req, res) => {
    exchangeOf(res).route = '/assets';
    const file = files.get(req.params.file);
    if (!file) throw new Failure('not_found');
    const isPacked = Boolean(req.acceptsEncodings('gzip'));
    res.set({ 'Content-Type': file.type, 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
    if (isPacked) res.set('Content-Encoding', 'gzip');
    res.send(isPacked ? file.packed() : file.plain);
  });
  return { urlOf: (source) => `/assets/${manifest[source]?.file}`, router };
}

function readManifest(): z.output<typeof Manifest> {
  try {
    return Manifest.parse(JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')));
  } catch (cause) {
    throw new Refusal('The pages are not built: run npm run generate.', { cause });
  }
}
