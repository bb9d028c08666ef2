/** A header with nothing in it is no header: readers of screens would announce one without a name. */
export function withPlainTables(md) {
  const { rules } = md.renderer;
  const tagged = (isEmpty) => (tokens, at, options, _, self) => {
    if (isEmpty(tokens, at)) tokens[at].tag = 'td';
    return self.renderToken(tokens, at, options);
  };
  rules.th_open = tagged((tokens, at) => tokens[at + 1].content === '');
  rules.th_close = tagged((tokens, at) => tokens[at - 1].content === '');
}
