/**
 * A file that is dropped beside its place must not make the browser leave the page for it: everything chosen so far
 * would be lost. So the window takes every file that no place on the page takes. A view may ask to get them.
 */

interface DropTaker {
  readonly take: (files: readonly File[]) => void;
  /** Whether files are being dragged over the page. */
  readonly dragging: (over: boolean) => void;
}

let taker: DropTaker | undefined;

/** Undefined: files are refused. */
export function setDropTaker(next: DropTaker | undefined): void {
  taker?.dragging(false);
  taker = next;
}

export function guardDrops(): void {
  addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return;
    taker?.dragging(true);
    // A place on the page was asked before the window.
    if (event.defaultPrevented) return;
    event.preventDefault();
    event.dataTransfer!.dropEffect = taker === undefined ? 'none' : 'copy';
  });
  // Without a related element the pointer has left the window.
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) taker?.dragging(false);
  });
  addEventListener('drop', (event) => {
    taker?.dragging(false);
    if (!carriesFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    taker?.take([...event.dataTransfer!.files]);
  });
}

function carriesFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}
