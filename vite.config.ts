/** The page, and that of the administrator: one static build in dist/web that works from any folder of any file server. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src/web',
  base: './',
  plugins: [react()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // Models and kernels stay files of their own: the page's policy allows no data: address to be fetched.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { input: ['src/web/index.html', 'src/web/admin.html'] },
  },
  worker: { format: 'es' },
});
