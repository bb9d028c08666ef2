/** The document names its picture by a whole address where the build is told one, and only there. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withPageUrl } from '../../scripts/pageUrl.mjs';

const html = readFileSync(new URL('../../src/web/index.html', import.meta.url), 'utf8');
const picture = readFileSync(new URL('../../src/web/public/preview.png', import.meta.url));

describe('the address of the page', () => {
  it('makes the picture and the page absolute, with or without a slash at the end', () => {
    for (const url of ['https://example.org/a/folder/', 'https://example.org/a/folder']) {
      const told = withPageUrl(html, url);
      expect(told).toContain('property="og:image" content="https://example.org/a/folder/preview.png" />');
      expect(told).toContain('property="og:url" content="https://example.org/a/folder/" />');
      expect(told).not.toContain('"./preview.png"');
    }
  });

  it('without one the document stays as it is', () => {
    expect(withPageUrl(html, undefined)).toBe(html);
    expect(withPageUrl(html, '')).toBe(html);
  });

  it.each(['example.org', 'ftp://example.org/', 'https://example.org/?a=1', 'https://example.org/#/try'])(
    'refuses %s and says what to give',
    (url) => {
      expect(() => withPageUrl(html, url)).toThrow(/give the whole address/);
    },
  );

  it('the picture has the size that the document says, and is small', () => {
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(html).toContain('property="og:image:width" content="1200"');
    expect(picture.length).toBeLessThan(100_000);
  });
});
