export { alsScratchBytes, type Kernels, strideOf } from './contract/kernels.ts';
export type { Arrays, Layout } from './contract/memory.ts';
export {
  type KernelMemory,
  type KernelRuntime,
  type MemoryHandle,
  openMemory,
  openMemoryOnce,
  startKernels,
  twinRuntime,
} from './runtime.ts';
