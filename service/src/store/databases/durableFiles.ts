/**
 * The files of the embedded database, with a flush to the disk that is one. PGlite as it comes writes files but never
 * asks the system to put them on the disk: a killed process loses nothing, a power cut would. Here the flushes that
 * PostgreSQL asks for are carried out.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Init = NodeFS['init'];

/** The parts of Emscripten's file system for Node that are used here. */
interface NodeFiles {
  readonly stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number };
  realPath(node: unknown): string;
  /** Turns an error of Node into one the module understands. */
  tryFSOperation<Result>(action: () => Result): Result;
}

export class DurableFiles extends NodeFS {
  readonly #flush: (descriptor: number) => void;

  constructor(folder: string, flush: (descriptor: number) => void = fsyncSync) {
    super(folder);
    this.#flush = flush;
  }

  override async init(...words: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(...words);
    const carryOutFlushes = (module: object) => {
      const files = (module as { NODEFS: NodeFiles }).NODEFS;
      files.stream_ops.fsync = ({ nfd, node }) =>
        files.tryFSOperation(() => {
          if (nfd === undefined) flushFolder(files.realPath(node));
          else this.#flush(nfd);
          return 0;
        });
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), carryOutFlushes] } };
  }
}

/** New names in a folder are on the disk too. Windows does not open folders, and does not need it. */
export function flushFolder(path: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
