import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** A real Chromium: the machine's own if there is one, else the one npm carries. Close it when done. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = systemChromiums.find((path) => existsSync(path)) ?? (await sparticuz.executablePath())
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-zygote'] })
}

const systemChromiums = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
