/**
 * Starts the kernels: from the bytes of the WebAssembly module, or as their twin when that cannot start.
 *
 * `allocate` gives arrays and the kernels over them. Its `handle` is a plain value that a worker thread opens with
 * `openMemory` to see the same arrays; that needs the shared build.
 */
import type { Kernels } from './contract/kernels.ts';
import { type Arrays, arraysIn, type Layout, pagesFor } from './contract/memory.ts';
import { twinKernels } from './twin/index.ts';

export interface KernelMemory<L extends Layout> {
  readonly arrays: Arrays<L>;
  readonly kernels: Kernels;
  readonly handle: MemoryHandle<L>;
}

export interface MemoryHandle<L extends Layout> {
  readonly id: number;
  readonly layout: L;
  readonly source:
    | { readonly kind: 'wasm'; readonly module: WebAssembly.Module; readonly memory: WebAssembly.Memory }
    | { readonly kind: 'twin'; readonly buffer: ArrayBuffer | SharedArrayBuffer };
}

/** The hot loops: as WebAssembly, or as a plain twin that gives the same bits. `loadKernels` gives one. */
export interface KernelRuntime {
  readonly kind: 'wasm' | 'twin';
  /** Whether worker threads can open the memory. */
  readonly shared: boolean;
  /** Why the twin runs, when WebAssembly was wanted and could not start. */
  readonly fallbackReason?: string;
  /** From which another thread starts the same kernels, with `receiveKernels`: a plain value. */
  readonly sent: SentKernels;
  allocate<L extends Layout>(layout: L): KernelMemory<L>;
}

/** Kernels on their way to a thread that allocates memories of its own. */
export type SentKernels =
  | { readonly kind: 'wasm'; readonly module: WebAssembly.Module; readonly shared: boolean }
  | { readonly kind: 'twin'; readonly shared: boolean };

let allocations = 0;

/**
 * The numbers of memories tell those apart that one thread opens: its own and those that the thread sent for which it works.
 * Both count from 1, so a thread that was sent its kernels counts downwards.
 */
const ownId = () => ++allocations;
const receivedId = () => -++allocations;

/** The kernels in plain TypeScript: slower, same numbers. */
export function twinRuntime(options: { shared: boolean; fallbackReason?: string }, nextId = ownId): KernelRuntime {
  return {
    kind: 'twin',
    ...options,
    sent: { kind: 'twin', shared: options.shared },
    allocate: (layout) => {
      const bytes = pagesFor(layout) * 65536;
      const buffer = options.shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
      return openMemory({ id: nextId(), layout, source: { kind: 'twin', buffer } });
    },
  };
}

/**
 * The kernels from the module's bytes. If the engine refuses them (no SIMD, no shared memory, damaged bytes) the twin
 * takes over and `fallbackReason` says why; callers show it.
 */
export function startKernels(bytes: Uint8Array, options: { shared: boolean }): KernelRuntime {
  let module: WebAssembly.Module;
  try {
    module = new WebAssembly.Module(bytes);
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: options.shared });
    kernelsOf(module, memory);
  } catch (reason) {
    return twinRuntime({ ...options, fallbackReason: reason instanceof Error ? reason.message : String(reason) });
  }
  return wasmRuntime(module, options.shared, ownId);
}

function wasmRuntime(module: WebAssembly.Module, shared: boolean, nextId: () => number): KernelRuntime {
  return {
    kind: 'wasm',
    shared,
    sent: { kind: 'wasm', module, shared },
    allocate: (layout) => {
      const pages = pagesFor(layout);
      const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared });
      return openMemory({ id: nextId(), layout, source: { kind: 'wasm', module, memory } });
    },
  };
}

/** The kernels that another thread sent. */
export function receiveKernels(sent: SentKernels): KernelRuntime {
  const { shared } = sent;
  return sent.kind === 'wasm' ? wasmRuntime(sent.module, shared, receivedId) : twinRuntime({ shared }, receivedId);
}

/** The arrays and kernels behind a handle, on whichever thread this is. */
export function openMemory<L extends Layout>(handle: MemoryHandle<L>): KernelMemory<L> {
  const { source, layout } = handle;
  if (source.kind === 'twin') {
    return { handle, arrays: arraysIn(layout, source.buffer), kernels: twinKernels(source.buffer) };
  }
  return { handle, arrays: arraysIn(layout, source.memory.buffer), kernels: kernelsOf(source.module, source.memory) };
}

function kernelsOf(module: WebAssembly.Module, memory: WebAssembly.Memory): Kernels {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernels;
}

let lastOpened: WeakRef<KernelMemory<Layout>> | undefined;

/**
 * Like `openMemory`, but tasks that follow one another on the same memory share one instance. Held weakly: the memory
 * of a finished training can be gigabytes.
 */
export function openMemoryOnce<L extends Layout>(handle: MemoryHandle<L>): KernelMemory<L> {
  const last = lastOpened?.deref();
  if (last?.handle.id === handle.id) return last as unknown as KernelMemory<L>;
  const opened = openMemory(handle);
  lastOpened = new WeakRef(opened as unknown as KernelMemory<Layout>);
  return opened;
}
