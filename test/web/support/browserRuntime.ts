/** Stands in for src/runtime where tests run in a browser: the kernels, as the page starts them. */
import { type KernelRuntime, startKernels } from '../../../src/kernels/index.ts';
import { readFileSync } from './browserFiles.ts';

/** A fallback to the twin would make every comparison of the two empty. */
export function loadKernels(build: 'shared' | 'plain' = 'shared'): KernelRuntime {
  const bytes = readFileSync(new URL(`../../../wasm/kernels.${build}.wasm`, import.meta.url));
  const runtime = startKernels(bytes, { shared: build === 'shared' });
  if (runtime.kind !== 'wasm') throw new Error(`WebAssembly did not start: ${runtime.fallbackReason}`);
  return runtime;
}
