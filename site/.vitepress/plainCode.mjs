/**
 * Code as everybody can read it: indented blocks (formulas) look and scroll like all other code, and a word such as `--users-table`
 * is not broken at its hyphens.
 */

/** Words with a hyphen, outside tags. A longer one would not fit a phone. */
const HYPHENED = /(?<=[\s>])(?=[\w-]{2,28}[\s<])[\w-]*-[\w-]+(?=[\s<])(?![^<>]*>)/g;

const unbroken = (html) => html.replaceAll(HYPHENED, '<span class="unbroken">$&</span>');

export function withPlainCode(md) {
  const { rules } = md.renderer;
  const { fence, code_inline: inline } = rules;
  rules.fence = (...given) => unbroken(fence(...given));
  rules.code_inline = (...given) => unbroken(inline(...given));
  rules.code_block = (tokens, at, ...rest) => {
    tokens[at].info = 'text';
    return fence(tokens, at, ...rest);
  };
}
