/**
 * The address of the page in its own document, for those who preview links: they want a whole address of the picture, and
 * do not take one that is relative to the page. Without an address the document stays as it is, and works from any folder.
 *
 * @param {string} html
 * @param {string | undefined} url where the page will be, such as https://example.org/ulterior/
 * @returns {string}
 */
export function withPageUrl(html, url) {
  if (url === undefined || url === '') return html;
  const page = parsed(url);
  if (page === null || !/^https?:$/.test(page.protocol) || page.search !== '' || page.hash !== '') {
    throw new Error(
      `ULTERIOR_PAGE_URL is "${url}": give the whole address of the page, such as https://example.org/folder/`,
    );
  }
  if (!page.pathname.endsWith('/')) page.pathname += '/';
  const picture = 'property="og:image" content="./preview.png"';
  if (!html.includes(picture)) throw new Error('index.html names no preview.png as its og:image');
  return html.replace(
    picture,
    `property="og:image" content="${new URL('preview.png', page)}" />\n    <meta property="og:url" content="${page}"`,
  );
}

function parsed(url) {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}
