import { readFileSync } from 'node:fs'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'

/** The build writes it beside the pages: the groups of the menu, in both languages. */
const sidebar = JSON.parse(readFileSync(new URL('./sidebar.json', import.meta.url), 'utf8'))

export default defineConfig({
  base: '/docs',
  trailingSlash: 'never',
  devToolbar: { enabled: false },
  // Everything is a file of its own: an inline script or style would need a hash in the policy.
  build: { inlineStylesheets: 'never' },
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [
    starlight({
      title: 'Guichê',
      locales: {
        root: { label: 'Português', lang: 'pt-BR' },
        en: { label: 'English', lang: 'en' },
      },
      sidebar,
      customCss: ['./src/site.css'],
      expressiveCode: { shiki: { langAlias: { mermaid: 'text' } } },
      pagefind: true,
    }),
  ],
})
