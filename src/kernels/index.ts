export { alsScratchBytes, type Kernels, strideOf } from './contract/kernels.ts';
export type { Arrays, Layout } from './contract/memory.ts';
export {
  type KernelMemory,
  type KernelRuntime,
  type MemoryHandle,
  openMemory,
  openMemoryOnce,
  receiveKernels,
  type SentKernels,
  startKernels,
  twinRuntime,
} from './runtime.ts';
