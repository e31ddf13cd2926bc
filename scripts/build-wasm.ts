import { readFile } from 'node:fs/promises';
import asc from 'assemblyscript/asc';

const folder = new URL('../src/search/wasm/', import.meta.url);

/** One memory for all threads, whose pages are ours to give away: the module brings no allocator and no data of its own. */
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--sharedMemory', '--enable', 'threads'];
const size = ['--initialMemory', '1', '--maximumMemory', '65536'];

/** The inner loops of the search, compiled with SIMD and without. */
export async function buildWasm(): Promise<Record<'simd' | 'plain', Uint8Array>> {
  const [simd, plain] = await Promise.all([compile(['--enable', 'simd']), compile([])]);
  return { simd, plain };
}

async function compile(more: string[]): Promise<Uint8Array> {
  let module: Uint8Array | undefined;
  const { error, stderr } = await asc.main(['scan.ts', '--outFile', 'scan.wasm', ...options, ...size, ...more], {
    readFile: (name) => readFile(new URL(name, folder), 'utf8').catch(() => null),
    writeFile: (_name, contents) => {
      module = contents as Uint8Array;
    },
    listFiles: () => [],
  });
  if (error || !module) throw new Error(`scan.ts does not compile: ${stderr.toString()}`, { cause: error });
  return module;
}
