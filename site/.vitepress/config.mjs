import { defineConfig } from 'vitepress';
import { menu } from '../contents.mjs';
import { withPlainCode } from './plainCode.mjs';
import { withPlainTables } from './plainTables.mjs';

/** The letter of the page, within the document: nothing else is fetched. */
const ICON =
  "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2032%2032'%3E%3Crect%20width='32'%20height='32'%20rx='7'%20fill='%2300639c'/%3E%3Cpath%20d='M9%208v9a7%207%200%200%200%2014%200V8'%20fill='none'%20stroke='white'%20stroke-width='3.4'%20stroke-linecap='round'/%3E%3Ccircle%20cx='16'%20cy='16.5'%20r='2.6'%20fill='%23f0a030'/%3E%3C/svg%3E";

const withPlain = (md) => {
  withPlainCode(md);
  withPlainTables(md);
};

const inMenu = ({ text, link, below = [] }) => ({
  text,
  link,
  ...(below.length === 0 ? {} : { collapsed: true, items: below.map(inMenu) }),
});

export default defineConfig({
  title: 'Ulterior',
  description: 'What do rating questions reveal about the person who answers, how fast, and what helps?',
  head: [['link', { rel: 'icon', href: ICON }]],
  srcDir: 'pages',
  outDir: 'dist',
  // Below any folder of any server.
  base: process.env.ULTERIOR_SITE_BASE ?? '/',
  cleanUrls: false,
  lastUpdated: false,
  markdown: {
    html: false,
    lineNumbers: false,
    // Comments and keys of the usual themes are too pale to read.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: withPlain,
  },
  // The first page of the theme has no main part, which readers of screens jump to.
  transformHtml: (html) => html.replace('<div class="VPContent is-home"', '<div role="main" class="VPContent is-home"'),
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide' },
      { text: 'What leaks', link: '/statistics' },
      { text: 'What helps', link: '/defence/defences' },
      { text: 'Gallery', link: '/gallery/' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Results', link: '/reproduction' },
    ],
    sidebar: menu.map(({ text, items }) => ({ text, items: items.map(inMenu) })),
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    docFooter: { prev: 'Before', next: 'Next' },
  },
});
