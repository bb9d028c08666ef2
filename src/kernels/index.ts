export { alsScratchBytes, type Kernels, strideOf } from './kernels.ts';
export type { Arrays, Layout } from './memory.ts';
export {
  type KernelMemory,
  type KernelRuntime,
  type MemoryHandle,
  openMemory,
  openMemoryOnce,
  startKernels,
  twinRuntime,
} from './runtime.ts';
