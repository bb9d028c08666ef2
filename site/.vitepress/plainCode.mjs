/**
 * Code as everybody can read it: blocks without a language, and indented ones (formulas), look and scroll like text in columns, and a
 * word such as `--users-table` is not broken at its hyphens.
 */

/** Words with a hyphen, outside tags. A longer one would not fit a phone. */
const HYPHENED = /(?<=[\s>])(?=[\w-]{2,28}[\s<])[\w-]*-[\w-]+(?=[\s<])(?![^<>]*>)/g;

const unbroken = (html) => html.replaceAll(HYPHENED, '<span class="unbroken">$&</span>');

export function withPlainCode(md) {
  const { rules } = md.renderer;
  const { fence, code_inline: inline } = rules;
  rules.fence = (tokens, at, ...rest) => {
    tokens[at].info ||= 'text';
    return unbroken(fence(tokens, at, ...rest));
  };
  rules.code_block = rules.fence;
  rules.code_inline = (...given) => unbroken(inline(...given));
}
