import { readFileSync } from 'node:fs'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'

/** The build writes it beside the pages: the groups of the menu, in both languages. */
const sidebar = JSON.parse(readFileSync(new URL('./sidebar.json', import.meta.url), 'utf8'))

/**
 * Code that scrolls is a stop of the keyboard. The generator's script adds that stop when the page
 * is idle, so this plugin writes it into the page. The script removes it where nothing scrolls.
 */
const keyboardScroll = {
  name: 'Code scrolls by keyboard',
  hooks: {
    postprocessRenderedBlock: ({ renderData }) => stopAtCode(renderData.blockAst),
  },
}

function stopAtCode(node) {
  if (node.tagName === 'pre') node.properties.tabIndex = 0
  for (const child of node.children ?? []) stopAtCode(child)
}

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
      expressiveCode: { plugins: [keyboardScroll], shiki: { langAlias: { mermaid: 'text' } } },
      pagefind: true,
    }),
  ],
})
