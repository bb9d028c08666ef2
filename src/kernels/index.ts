export { alsScratchBytes, strideOf } from './contract/kernels.ts';
export type { Layout } from './contract/memory.ts';
export {
  type KernelMemory,
  type KernelRuntime,
  type MemoryHandle,
  openMemoryOnce,
  receiveKernels,
  type SentKernels,
  startKernels,
  twinRuntime,
} from './runtime.ts';
