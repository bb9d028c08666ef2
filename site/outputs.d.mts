/** The file for a program, or for one command of a block. */
export function outputFile(document: string, code: string): string;
/** Of a block: of a program as a whole, of commands one after the other; undefined where nothing of it was run. */
export function outputOf(document: string, language: string, code: string): string | undefined;
/** As a block of a page: sentences are wrapped (txt), what is laid out in columns is not (text). */
export function outputBlock(printed: string): string;
/** The lines of a block of commands: without comments, and with what was broken joined again. */
export function commandsOf(block: string): string[];
