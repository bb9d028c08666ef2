/**
 * Code that Markdown shows without a language: indented blocks (formulas) look and scroll like all other code, and a name such as
 * `--users-table` is not broken at its hyphens.
 */

/** A longer name would not fit a phone. */
const LONGEST_UNBROKEN = 28;

export function withPlainCode(md) {
  const { rules } = md.renderer;
  const { fence } = rules;
  rules.code_block = (tokens, at, ...rest) => {
    tokens[at].info = 'text';
    return fence(tokens, at, ...rest);
  };
  const inline = rules.code_inline;
  rules.code_inline = (tokens, at, ...rest) => {
    const { content } = tokens[at];
    if (content.length <= LONGEST_UNBROKEN && !content.includes(' ')) tokens[at].attrJoin('class', 'unbroken');
    return inline(tokens, at, ...rest);
  };
}
