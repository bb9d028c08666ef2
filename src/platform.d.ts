/**
 * The few globals that Node and browsers share and that the pure layers (L0-L3) may use. Nothing else of the platform
 * is visible there: the pure layers compile without Node or DOM types.
 */

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean });
  decode(bytes: Uint8Array, options?: { stream?: boolean }): string;
}

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
}
