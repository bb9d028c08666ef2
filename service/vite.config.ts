/** The page of the administrator, made of parts of the visitors' page: one document, and a folder of files beside it. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: folder('src/admin'),
  base: './',
  plugins: [react()],
  build: {
    outDir: folder('dist/page'),
    emptyOutDir: true,
    target: 'es2022',
    assetsDir: 'admin',
    rolldownOptions: { input: folder('src/admin/admin.html') },
  },
});
