import type { Page } from 'playwright-core'
import { assertAccessible, type Visitor } from './dashboard.ts'

/**
 * Walks through every page that the menu of the visitor shows, and through the first item of each
 * list. Calls `look` on each, by its path.
 */
export async function everyPage(
  visitor: Visitor,
  look: (path: string, page: Page) => Promise<void>,
): Promise<void> {
  const { page, open } = visitor
  await open('/')
  await waitUntilDrawn(page)
  const paths = await linksOf(page, 'nav a[href^="/dashboard"]')
  const seen = new Set<string>()
  for (const path of [...paths, ...otherPaths]) {
    await open(path)
    await waitUntilDrawn(page)
    await look(path, page)
    const [item] = await linksOf(page, 'main a.row-link[href^="/dashboard"]')
    const kind = item?.replace(/[0-9a-f-]{36}.*/, '')
    if (item === undefined || kind === undefined || seen.has(kind)) continue
    seen.add(kind)
    await open(item)
    await waitUntilDrawn(page)
    await look(item, page)
  }
}

/** Pages that the menu of a person does not hold. */
const otherPaths: readonly string[] = [
  '/balance?book=pending',
  '/balance?book=blocked',
  '/cashouts/new',
  '/cashouts/schedule',
  '/no-such-page',
]

/** What axe finds on each page, and what the browser complained about. */
export async function examine(path: string, page: Page): Promise<string | undefined> {
  try {
    await assertAccessible(page)
    return undefined
  } catch (error) {
    return `${path}: ${(error as Error).message}`
  }
}

/** Until no part of the page waits for the API. */
async function waitUntilDrawn(page: Page): Promise<void> {
  const waiting = page.locator('[aria-busy=true]')
  while ((await waiting.count()) > 0) await waiting.first().waitFor({ state: 'detached' })
}

async function linksOf(page: Page, selector: string): Promise<string[]> {
  const hrefs = (await page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((a) => a.getAttribute('href'))`,
  )) as readonly string[]
  return hrefs.map((href) => href.replace(/^\/dashboard/, '') || '/')
}
