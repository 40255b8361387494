import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { assertAccessible, type Visitor } from './dashboard.ts'

/** The paths of all pages behind the login that need no id, as the router has them. */
export async function pagePaths(): Promise<readonly string[]> {
  const file = join(import.meta.dirname, '../../dashboard/app/router.tsx')
  const found = (await readFile(file, 'utf8')).matchAll(
    /getParentRoute: \(\) => signedIn,\s+path: '([^']+)'/g,
  )
  return [...found].map(([, path = '']) => path).filter((path) => !path.includes('$'))
}

/** Addresses that the router does not have as a path of their own. */
export const otherPaths: readonly string[] = [
  '/balance?book=pending',
  '/balance?book=blocked',
  '/settings?section=brand',
  '/no-such-page',
]

/** Opens these pages, and the first item of each list. Calls `look` on each. */
export async function walkPages(
  { page, open }: Pick<Visitor, 'page' | 'open'>,
  paths: readonly string[],
  look: (path: string, page: Page) => Promise<void>,
): Promise<void> {
  const seen = new Set<string>()
  for (const path of paths) {
    await open(path)
    await waitUntilDrawn(page)
    await look(path, page)
    const [item] = await linksOf(page, 'main a.row-link[href^="/dashboard"]')
    const kind = item?.replace(/[0-9a-f-]{36}|\?.*/g, '')
    if (item === undefined || kind === undefined || seen.has(kind)) continue
    seen.add(kind)
    await open(item)
    await waitUntilDrawn(page)
    await look(item, page)
  }
}

/** What axe finds on the page, and what is wider than the screen or than its card. */
export async function examine(path: string, page: Page): Promise<string | undefined> {
  try {
    await assertAccessible(page)
    const beyondPx = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    assert.ok(beyondPx <= 0, `the page is ${beyondPx} px wider than the screen`)
    assert.deepEqual(await cutCards(page), [], 'cards whose content is cut off')
    return undefined
  } catch (error) {
    return `${path}: ${(error as Error).message}`
  }
}

/** The beginnings of cards that hide a part of their content at the right. */
const cutCards = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('section.card')]
    .filter((card) => card.scrollWidth > card.clientWidth)
    .map((card) => card.textContent.slice(0, 40))`)

/** Until no part of the page waits for the API or for its script. */
async function waitUntilDrawn(page: Page): Promise<void> {
  const waiting = page.locator('[aria-busy=true], .mantine-Skeleton-root')
  while ((await waiting.count()) > 0) await waiting.first().waitFor({ state: 'detached' })
}

async function linksOf(page: Page, selector: string): Promise<string[]> {
  const hrefs = (await page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].map((a) => a.getAttribute('href'))`,
  )) as readonly string[]
  return hrefs.map((href) => href.replace(/^\/dashboard/, '') || '/')
}
