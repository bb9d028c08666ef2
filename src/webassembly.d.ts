/** WebAssembly as far as the kernels use it: @types/node has no declaration of its own, and the DOM's is not wanted. */

declare namespace WebAssembly {
  class Module {
    private readonly brand: 'module';
    constructor(bytes: Uint8Array);
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer | SharedArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports?: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}
