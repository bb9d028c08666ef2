/** Version of the package, written into every model; a test compares it with package.json. */
export const VERSION = '0.1.0';
