/** Hands the visitor a file, made here: nothing is sent anywhere. */
export function download(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type }));
}

export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Given back once the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const indentedJson = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
