import { defineConfig } from 'vite';

/** Builds the browser's files, each with a hash in its name so that it can be cached forever, and a list for the server. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/assets/',
  publicDir: false,
  logLevel: 'warn',
  // Also where tests build it: the development build is larger, and has the paths of this machine.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    outDir: 'dist',
    assetsDir: '',
    manifest: 'manifest.json',
    target: 'es2023',
    cssTarget: 'chrome123',
    // The policy of our pages allows no data: addresses but for images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        dashboard: 'dashboard/main.tsx',
        pages: 'dashboard/pages.ts',
        'command-line': 'dashboard/command-line.ts',
        join: 'dashboard/join.ts',
        style: 'dashboard/style.css',
      },
      // Of the features the browser needs rules and values. What else their faces export, it must not load.
      treeshake: { moduleSideEffects: (id) => !id.includes('/src/') },
    },
  },
});
