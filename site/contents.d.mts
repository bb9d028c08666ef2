interface Page {
  readonly link: string;
  readonly text: string;
  readonly source: string;
  /** Pages that the menu shows below it, once it is opened. */
  readonly below: readonly Page[];
}

export const sections: readonly { readonly text: string; readonly items: readonly Page[] }[];
export const pages: readonly Page[];
/** Of all names. */
export const INDEX: string;

/** The entries of the library, each with its page in the reference and its declarations. */
export const entries: readonly { readonly text: string; readonly link: string; readonly types: string }[];
