import { readFileSync } from 'node:fs';
import type { ScanModule } from '../layout/layout.generated.ts';

export type { ScanModule } from '../layout/layout.generated.ts';

const moduleOf = (kind: 'simd' | 'plain'): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../wasm/scan.${kind}.wasm`, import.meta.url)));

/** 4 GB, the most that WebAssembly allows. Only what is used takes memory. */
const maxPages = 65_536;

/** Memory that all threads of the search share. */
export const createMemory = (): WebAssembly.Memory => new WebAssembly.Memory({ initial: 1, maximum: maxPages, shared: true });

/** The loops over a memory; without SIMD if the processor lacks it. */
export function scanModuleOver(memory: WebAssembly.Memory, kind?: 'simd' | 'plain'): ScanModule {
  const simd = moduleOf('simd');
  const chosen = kind === 'plain' || !WebAssembly.validate(simd) ? moduleOf('plain') : simd;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(chosen), { env: { memory } });
  return exports as unknown as ScanModule;
}
