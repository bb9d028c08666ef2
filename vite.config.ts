/** The page: one static build in dist/web that works from any folder of any file server. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import react from '@vitejs/plugin-react';
import { createServer, defineConfig, type Plugin } from 'vite';
import { withPageUrl } from './scripts/pageUrl.mjs';

/** The first view as text in index.html, so that the first statement is there before any script. */
function prerenderedView(): Plugin {
  return {
    name: 'prerendered-view',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html, { path }) => {
        if (!path.endsWith('index.html')) return html;
        const server = await createServer({
          root: 'src/web',
          configFile: false,
          logLevel: 'error',
          plugins: [react()],
          appType: 'custom',
          server: { middlewareMode: true, hmr: false, ws: false, watch: null },
          optimizeDeps: { noDiscovery: true },
        });
        try {
          const { prerendered } = await server.ssrLoadModule('/prerender.tsx');
          return html.replace('<div id="page"></div>', () => `<div id="page">${prerendered()}</div>`);
        } finally {
          await server.close();
        }
      },
    },
  };
}

/** Those who preview links fetch the picture by a whole address: ULTERIOR_PAGE_URL says where the page will be. */
function pageUrl(): Plugin {
  return {
    name: 'page-url',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) =>
        path.endsWith('index.html') ? withPageUrl(html, process.env['ULTERIOR_PAGE_URL']) : html,
    },
  };
}

/**
 * Every licence notice once in each file of the workers: some packages repeat theirs in each of a hundred modules. A
 * notice has line breaks in it, so that a line break in its place changes nothing.
 */
function noticesOnce(): Plugin {
  return {
    name: 'notices-once',
    apply: 'build',
    generateBundle: (_, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const seen = new Set<string>();
        file.code = file.code.replace(/\/\*\*\n\* @license.*?\*\//gs, (notice) => {
          if (seen.has(notice)) return '\n';
          seen.add(notice);
          return notice;
        });
      }
    },
  };
}

/** The worker that keeps a copy of the page for a reload without a network is told which files there are. */
function offlineCopy(): Plugin {
  let folder = '';
  return {
    name: 'offline-copy',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: () => {
      const worker = join(folder, 'offline.js');
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name !== 'offline.js')
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(folder.length + 1)
            .replaceAll(sep, '/'),
        )
        .sort();
      const hash = createHash('sha256');
      for (const file of files) hash.update(readFileSync(join(folder, file)));
      // The folder itself is the document, too.
      const text = readFileSync(worker, 'utf8')
        .replace('const FILES = [];', () => `const FILES = ${JSON.stringify(['./', ...files])};`)
        .replace("const VERSION = '';", () => `const VERSION = '${hash.digest('hex').slice(0, 16)}';`);
      writeFileSync(worker, text);
    },
  };
}

export default defineConfig({
  root: 'src/web',
  base: './',
  plugins: [react(), prerenderedView(), pageUrl(), offlineCopy()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Models and kernels stay files of their own: the page's policy allows no data: address to be fetched.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
  },
  worker: { format: 'es', plugins: () => [noticesOnce()] },
});
