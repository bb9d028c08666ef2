/** The address of the page in its own document; without one the document stays as it is. */
export function withPageUrl(html: string, url: string | undefined): string;
