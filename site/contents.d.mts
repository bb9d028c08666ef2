interface Page {
  readonly link: string;
  readonly text: string;
  readonly source: string;
}

export const sections: readonly { readonly text: string; readonly items: readonly Page[] }[];
export const pages: readonly Page[];
