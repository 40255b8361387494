import type { Page } from 'playwright-core'

/** Two ways to a page of the app whose address begins with `base`. Both end when it is shown. */
export interface PageOpener {
  /** As a link inside the app does. A page that was read before is loaded, so that it is new. */
  open(path: string): Promise<void>
  /** As its address does: loads and runs all scripts. */
  load(path: string): Promise<void>
}

export function pageOpener(page: Page, base: string): PageOpener {
  let opened = new Set<string>()
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) opened.add(kindOf(frame.url()))
  })
  const heading = (attribute = '') => page.locator(`h1${attribute}`).first().waitFor()

  async function load(path: string): Promise<void> {
    opened = new Set()
    await page.goto(base + path)
    await heading()
  }

  return {
    load,
    async open(path) {
      const url = base + path
      const isInside = page.url().startsWith(base)
      if (!isInside || opened.has(kindOf(url))) return load(path)
      // A load costs six times as much. The router of the app follows its history.
      await page.evaluate(`{
        for (const left of document.querySelectorAll('h1')) left.dataset.left = ''
        history.pushState(null, '', ${JSON.stringify(url)})
      }`)
      await heading(':not([data-left])')
    },
  }
}

/** Pages that differ in an id or a filter are one page of the app, which keeps its heading. */
const kindOf = (url: string): string =>
  new URL(url).pathname.replace(/\/$/, '').replace(/[0-9a-f-]{36}/g, 'one')
