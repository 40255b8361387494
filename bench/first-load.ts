import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext } from 'playwright-core'
import { buildDashboard } from '../scripts/build-dashboard.ts'
import { openBrowser } from '../test/kit/browser.ts'
import { visitDashboard } from '../test/kit/dashboard.ts'
import { openWorld, type World } from '../test/kit/gateway.ts'
import { type Answer, type Rate, ratio, slowRate } from './measure.ts'

const slowdown = 4
const rounds = 7
const longestLoadMs = 60_000

interface Load {
  readonly ms: number
  /** Processor time of the page's thread. */
  readonly threadMs: number
}

/**
 * Measures how long a person waits for the first pages of the dashboard on a slow machine, with
 * nothing in the cache of the browser. The gateway is warm.
 */
export async function firstLoad(): Promise<Answer> {
  await buildDashboard()
  const [world, browser] = await Promise.all([openWorld(), openBrowser()])
  const closing: (() => unknown)[] = []
  try {
    const loads = await measurePages(world, browser, { after: (work) => closing.push(work) })
    const rates = [...loads].flatMap(([name, all]) => [
      rateOf(name, all, ({ ms }) => ms),
      rateOf(`${name}, thread of the page`, all, ({ threadMs }) => threadMs),
    ])
    const msOf = (name: string) => rates.find((rate) => rate.name === name)?.medianMs ?? 0
    return {
      bench: 'first-load',
      question: `from the address to the page, Chromium slowed down ${slowdown} times, ms`,
      rates,
      ratios: [
        ratio('sign-in, s', msOf('sign-in') / 1_000, { atMost: 1.5 }),
        ratio('overview, s', msOf('overview') / 1_000, { atMost: 1.5 }),
        ratio('overview / empty page', msOf('overview') / msOf('empty page'), { atMost: 15 }),
      ],
    }
  } finally {
    for (const close of closing.toReversed()) await close()
    await browser.close()
    await world.close()
  }
}

/** In turns, so that disturbances of the machine affect all of them alike. */
async function measurePages(
  world: World,
  browser: Browser,
  t: { after(work: () => unknown): void },
): Promise<ReadonlyMap<string, readonly Load[]>> {
  const { accountId } = await world.newMerchant()
  const { page } = await visitDashboard(t, browser, world, { accountId, role: 'finance' })
  const signedIn = await page.context().storageState()
  const pages = [
    { name: 'empty page', path: '/health/live', shows: 'status' },
    { name: 'sign-in', path: '/dashboard/sign-in', shows: 'E-mail' },
    { name: 'overview', path: '/dashboard/', shows: '0 vendas', storageState: signedIn },
  ]
  const loads = new Map(pages.map(({ name }) => [name, [] as Load[]]))
  for (let round = 0; round <= rounds; round += 1)
    for (const { name, path, shows, ...state } of pages) {
      const context = await browser.newContext({ locale: 'pt-BR', ...state })
      const load = await measureLoad(context, `${world.baseUrl}${path}`, shows)
      if (round > 0) loads.get(name)?.push(load)
      await context.close()
    }
  return loads
}

async function measureLoad(context: BrowserContext, url: string, shows: string): Promise<Load> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const shown = Promise.withResolvers<number>()
  await page.exposeFunction('noteShown', shown.resolve)
  await page.addInitScript(watchFor(shows))
  const threadMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
  }
  const before = await threadMs()
  await page.goto(url, { waitUntil: 'commit' })
  const ms = await Promise.race([shown.promise, failAfter(longestLoadMs, `${url}: no "${shows}"`)])
  return { ms, threadMs: (await threadMs()) - before }
}

async function failAfter(limitMs: number, message: string): Promise<never> {
  await sleep(limitMs, undefined, { ref: false })
  throw new Error(`${message} within ${limitMs / 1_000} s`)
}

/** Reports the time of the first frame that has the text. */
const watchFor = (text: string): string => `
  const look = () => {
    if (!document.body?.textContent.includes(${JSON.stringify(text)})) return false
    requestAnimationFrame(() => noteShown(performance.now()))
    return true
  }
  const observer = new MutationObserver(() => { if (look()) observer.disconnect() })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
  addEventListener('load', look)`

function rateOf(name: string, loads: readonly Load[], read: (load: Load) => number): Rate {
  return slowRate(name, loads.map(read))
}
