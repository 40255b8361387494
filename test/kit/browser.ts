import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium, type Page } from 'playwright-core'

/**
 * A real Chromium: the machine's own if there is one, else the one npm carries. Close it when done.
 * `more`: its command line. An action of a page may take a minute: a busy machine must not fail a
 * test.
 */
export async function openBrowser(...more: readonly string[]): Promise<Browser> {
  const executablePath = await browserPath()
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--no-zygote', ...more],
  })
  const newContext = browser.newContext.bind(browser)
  return Object.assign(browser, {
    async newContext(...options: Parameters<typeof newContext>) {
      const context = await newContext(...options)
      context.setDefaultTimeout(60_000)
      return context
    },
  })
}

/**
 * Stops the clock of a page: from now on only the test moves it. Playwright's own `install` lets it
 * run on.
 */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now()
  // It can be stopped ahead of its time only, which runs until then.
  await page.clock.install({ time: now - 600_000 })
  await page.clock.pauseAt(now)
}

/**
 * Unpacks npm's into the temporary directory, unless it is there already. Not safe to call twice at
 * once.
 */
export const browserPath = async (): Promise<string> =>
  systemChromiums.find((path) => existsSync(path)) ?? (await sparticuz.executablePath())

const systemChromiums = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
