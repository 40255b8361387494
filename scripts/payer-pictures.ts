import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../test/kit/browser.ts'
import { examine } from '../test/kit/dashboard-pages.ts'
import { payerPages } from '../test/kit/payer-pages.ts'
import type { Progress } from './progress.mjs'

/** Each variant has the color of another merchant: one is hard to read on each scheme. */
const variants = (
  [
    { language: 'pt', colorScheme: 'light', width: 320 },
    { language: 'pt', colorScheme: 'dark', width: 320, color: '#7c1fd1' },
    { language: 'en', colorScheme: 'light', width: 320, color: '#ffd400' },
    { language: 'en', colorScheme: 'dark', width: 320, color: '#1c1c1c' },
    { language: 'pt', colorScheme: 'light', width: 1280, color: '#7c1fd1' },
    { language: 'pt', colorScheme: 'dark', width: 1280, color: '#ffd400' },
    { language: 'en', colorScheme: 'light', width: 1280, color: '#1c1c1c' },
    { language: 'en', colorScheme: 'dark', width: 1280 },
  ] as const
).map((variant) => ({
  name: `payer-${variant.language}-${variant.colorScheme}-${variant.width}`,
  ...variant,
}))

export const payerVariants: readonly string[] = variants.map(({ name }) => name)

/**
 * A picture of every page of a payer in every state, in both languages and schemes, on the smallest
 * phone and on a desktop: the variants of these names. Returns what axe found, and which pages
 * scroll sideways.
 */
export async function payerPictures(
  folder: string,
  names: readonly string[],
  progress: Progress,
): Promise<string[]> {
  const browser = await openBrowser()
  const problems: string[] = []
  try {
    const chosen = variants.filter((variant) => names.includes(variant.name))
    for (const { name, language, colorScheme, width, ...brand } of chosen) {
      progress.begin(name)
      await mkdir(join(folder, name), { recursive: true })
      const context = await browser.newContext({ viewport: { width, height: 568 }, colorScheme })
      await context.addInitScript(deviceWallet)
      const page = await context.newPage()
      for (const shown of payerPages({ nonce: 'bm9uY2U=', language, brand })) {
        await page.setContent(shown.html)
        progress.update(shown.name)
        const file = `${shown.name.replaceAll(' ', '-')}.png`
        await page.screenshot({ path: join(folder, name, file), fullPage: true })
        const problem = (await examine(shown.name, page)) ?? (await sidewaysOf(page, width))
        if (problem) problems.push(`${name} ${shown.name}: ${problem}`)
      }
      await context.close()
    }
  } finally {
    await browser.close()
  }
  return problems
}

/** The browser of a device with a wallet: forms that offer it show its button. */
const deviceWallet = `globalThis.DevicePaySession = class {
  static canMakePayments() { return true }
  static supportsVersion() { return true }
}`

async function sidewaysOf(page: Page, width: number): Promise<string | undefined> {
  const found = await page.evaluate<number>('document.documentElement.scrollWidth')
  return found > width ? `${found} px wide` : undefined
}
