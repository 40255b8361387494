import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium, type Page } from 'playwright-core'

/**
 * A real Chromium: the machine's own if there is one, else the one npm carries. Close it when done.
 * `more`: its command line.
 */
export async function openBrowser(...more: readonly string[]): Promise<Browser> {
  const executablePath = await browserPath()
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--no-zygote', ...more],
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
