import type { Page } from 'playwright-core'

/**
 * Counts the events that a page receives from its stream. Call it before the page opens. The
 * returned function waits until the page has received `count` of them.
 */
export async function countLiveEvents(page: Page): Promise<(count: number) => Promise<void>> {
  await page.addInitScript(() => {
    const counted = globalThis as unknown as { eventCount: number }
    counted.eventCount = 0
    globalThis.EventSource = class extends EventSource {
      constructor(...parameters: ConstructorParameters<typeof EventSource>) {
        super(...parameters)
        this.addEventListener('message', () => {
          counted.eventCount += 1
        })
      }
    }
  })
  return async (count) => {
    await page.waitForFunction(
      (wanted) => (globalThis as unknown as { eventCount: number }).eventCount >= wanted,
      count,
    )
  }
}
