import { defineConfig } from 'vitepress';
import { menu } from '../contents.mjs';

export default defineConfig({
  title: 'Ulterior',
  description: 'What do rating questions reveal about the person who answers, how fast, and what helps?',
  srcDir: 'pages',
  outDir: 'dist',
  // Below any folder of any server.
  base: process.env.ULTERIOR_SITE_BASE ?? '/',
  cleanUrls: false,
  lastUpdated: false,
  markdown: { html: false, lineNumbers: false },
  // The first page of the theme has no main part, which readers of screens jump to.
  transformHtml: (html) => html.replace('<div class="VPContent is-home"', '<div role="main" class="VPContent is-home"'),
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide' },
      { text: 'What leaks', link: '/statistics' },
      { text: 'What helps', link: '/defence/defences' },
      { text: 'Gallery', link: '/gallery/index' },
      { text: 'Reference', link: '/reference/ulterior' },
      { text: 'Results', link: '/reproduction' },
    ],
    sidebar: menu.map(({ text, items }) => ({
      text,
      items: items.map(({ text: name, link }) => ({ text: name, link })),
    })),
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    docFooter: { prev: 'Before', next: 'Next' },
  },
});
