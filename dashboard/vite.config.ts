import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** One build for every gateway: the page learns where it runs from the gateway itself. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react()],
  build: {
    target: 'es2024',
    // Browsers that know light-dark(): its replacement needs `color-scheme` in the same file.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: address would need its own permission in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A request costs more than a few bytes: otherwise each set of pages that shares a module
          // has a file of its own.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'common', minShareCount: 24, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    // `npm start` serves the API; `npx vite dashboard` serves this app with live reload.
    proxy: { '/api': process.env.GUICHE_URL ?? 'http://localhost:3000' },
  },
})
