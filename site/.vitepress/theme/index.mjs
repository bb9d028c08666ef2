import { withBase } from 'vitepress';
import theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import './colours.css';

/** The theme's own page for a wrong address has no main part, which readers of screens jump to. */
const notFound = () =>
  h('main', { class: 'not-found vp-doc' }, [
    h('h1', 'There is no such page'),
    h('p', 'It may have moved. The search at the top finds every page.'),
    h('p', h('a', { href: withBase('/') }, 'To the first page')),
  ]);

export default { ...theme, Layout: () => h(theme.Layout, null, { 'not-found': notFound }) };
