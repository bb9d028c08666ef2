/** A place to drop a file, which is also a button to choose one. */
import { type DragEvent, useId, useRef, useState } from 'react';

interface Props {
  readonly label: string;
  readonly hint: string;
  readonly accept?: string;
  readonly small?: boolean;
  readonly onFile: (file: File) => void;
  /** Where several files may be given at once. */
  readonly onSeveral?: (files: readonly File[]) => void;
}

export function FileDrop({ label, hint, accept, small = false, onFile, onSeveral }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const id = useId();
  const take = (files: readonly File[]) => {
    const [file] = files;
    if (files.length > 1 && onSeveral !== undefined) onSeveral(files);
    else if (file !== undefined) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the pointer; the input inside serves everybody
    <div
      className={['drop', small ? 'small-drop' : '', over ? 'over' : ''].join(' ')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id} className="drop-label">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        multiple={onSeveral !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={() => {
          take([...(input.current?.files ?? [])]);
          // The same file chosen again is read again: it may have been corrected.
          if (input.current !== null) input.current.value = '';
        }}
      />
      <p id={`${id}-hint`} className="quiet small">
        {hint}
      </p>
    </div>
  );
}
