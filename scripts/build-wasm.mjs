/** Compiles assembly/ into wasm/kernels.shared.wasm (threads) and wasm/kernels.plain.wasm (pages). */
import { mkdirSync } from 'node:fs';
import asc from 'assemblyscript/asc';

mkdirSync('wasm', { recursive: true });
const common = [
  'assembly/index.ts',
  '--runtime',
  'stub',
  '--importMemory',
  '--enable',
  'simd',
  '--enable',
  'bulk-memory',
  '-O3',
  '--noAssert',
  '--use',
  'abort=',
];
const builds = [
  ['--outFile', 'wasm/kernels.plain.wasm'],
  ['--outFile', 'wasm/kernels.shared.wasm', '--sharedMemory', '--maximumMemory', '65536', '--enable', 'threads'],
];
for (const build of builds) {
  const { error, stderr } = await asc.main([...common, ...build]);
  if (error) {
    console.error(stderr.toString());
    throw error;
  }
}
