/** Hands the visitor a file, made here: nothing is sent anywhere. */
export function download(name: string, value: unknown): void {
  saveBlob(name, new Blob([`${JSON.stringify(value, undefined, 2)}\n`], { type: 'application/json' }));
}

export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
