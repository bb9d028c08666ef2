/** A file that the visitor chose. Its bytes are read here, in the browser; they are sent nowhere. */
export type NamedBlob = Blob & { readonly name: string };
