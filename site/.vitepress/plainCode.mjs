/**
 * Code as everybody can read it: blocks without a language, and indented ones (formulas), look and scroll like text in columns, and a
 * word such as `--users-table` is not broken at its hyphens. A long path or code may be broken after a stroke or an underscore: unbroken,
 * it would push the columns beside it out of the window of a phone.
 */

/** Words with a hyphen, outside tags. A longer one would not fit a phone. */
const HYPHENED = /(?<=[\s>])(?=[\w-]{2,28}[\s<])[\w-]*-[\w-]+(?=[\s<])(?![^<>]*>)/g;

const unbroken = (html) => html.replaceAll(HYPHENED, '<span class="unbroken">$&</span>');

const LONG_WORD = /[\w./-]{16,}/g;

const breakable = (html) => html.replaceAll(LONG_WORD, (word) => word.replaceAll(/(?<=\w)[/_](?=\w)/g, '$&<wbr>'));

export function withPlainCode(md) {
  const { rules } = md.renderer;
  const { fence, code_inline: inline } = rules;
  rules.fence = (tokens, at, ...rest) => {
    tokens[at].info ||= 'text';
    return unbroken(fence(tokens, at, ...rest));
  };
  rules.code_block = rules.fence;
  rules.code_inline = (...given) => unbroken(breakable(inline(...given)));
}
