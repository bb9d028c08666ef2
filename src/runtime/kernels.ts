/** Finds and starts the compiled kernels. */
import { readFileSync } from 'node:fs';
import { type KernelRuntime, startKernels, twinRuntime } from '../kernels/index.ts';
import { packageFile } from './packageFolder.ts';

/** Memory that threads share, or plain memory for where there is none. */
type KernelBuild = 'shared' | 'plain';

function pathOf(build: KernelBuild): string {
  return packageFile(`wasm/kernels.${build}.wasm`);
}

/**
 * The kernels as WebAssembly, or their twin where that is not to be had; the runtime's `fallbackReason` then says why,
 * and `warn` is told. Setting ULTERIOR_KERNELS=twin asks for the twin.
 */
export function loadKernels(build: KernelBuild = 'shared', warn: (message: string) => void = () => {}): KernelRuntime {
  const shared = build === 'shared';
  if (process.env['ULTERIOR_KERNELS'] === 'twin') return twinRuntime({ shared });
  const runtime = startFrom(pathOf(build), shared);
  if (runtime.fallbackReason !== undefined) {
    warn(
      `WebAssembly could not start (${runtime.fallbackReason}). Plain TypeScript runs in its place: same numbers, about ten times slower.`,
    );
  }
  return runtime;
}

/** From a file; a file that cannot be read is one more reason for the twin. */
export function startFrom(path: string, shared: boolean): KernelRuntime {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch {
    return twinRuntime({ shared, fallbackReason: `${path} cannot be read; npm run build makes it` });
  }
  return startKernels(bytes, { shared });
}
