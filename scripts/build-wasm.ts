import { readFile } from 'node:fs/promises';
import asc, { type Transform } from 'assemblyscript/asc';
import { layoutOf, type Program } from './wasm-layout.ts';

const folder = new URL('../src/search/wasm/', import.meta.url);

/** One memory for all threads, whose pages are ours to give away: the module brings no allocator and no data of its own. */
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--sharedMemory', '--enable', 'threads'];
const size = ['--initialMemory', '1', '--maximumMemory', '65536'];

/** The inner loops of the search, compiled with SIMD and without, and what TypeScript knows of them and of their memory. */
export async function buildWasm(): Promise<{ simd: Uint8Array; plain: Uint8Array; layout: string }> {
  const [simd, plain] = await Promise.all([compile(['--enable', 'simd']), compile([])]);
  return { simd: simd.module, plain: plain.module, layout: simd.layout };
}

async function compile(more: string[]): Promise<{ module: Uint8Array; layout: string }> {
  let module: Uint8Array | undefined;
  let layout = '';
  class ReadLayout {
    declare program: Program;
    declare binaryen: Parameters<typeof layoutOf>[2];
    afterCompile(compiled: Parameters<typeof layoutOf>[1]) {
      layout = layoutOf(this.program, compiled, this.binaryen);
    }
  }
  const { error, stderr } = await asc.main(['scan.ts', '--outFile', 'scan.wasm', ...options, ...size, ...more], {
    readFile: (name) => readFile(new URL(name, folder), 'utf8').catch(() => null),
    writeFile: (_name, contents) => {
      module = contents as Uint8Array;
    },
    listFiles: () => [],
    transforms: [ReadLayout as unknown as Transform],
  });
  if (error || !module) throw new Error(`scan.ts does not compile: ${stderr.toString()}`, { cause: error });
  return { module, layout };
}
