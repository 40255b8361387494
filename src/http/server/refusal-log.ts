import type { Logger } from 'pino'
import { runShared } from '../../tracing/scope.ts'

/**
 * Counts rejected requests and logs them in one line a second, so that a flood of requests is not a
 * flood of lines.
 */
export interface RefusalLog {
  add(code: string): void
  close(): void
}

export function openRefusalLog(log: Pick<Logger, 'warn'>, everyMs = 1_000): RefusalLog {
  let refused = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  const write = () => {
    timer = undefined
    if (refused.size === 0) return
    log.warn({ refused: Object.fromEntries(refused) }, 'requests were refused')
    refused = new Map()
  }
  return {
    add(code) {
      refused.set(code, (refused.get(code) ?? 0) + 1)
      timer ??= runShared(() => setTimeout(write, everyMs).unref())
    },
    close() {
      clearTimeout(timer)
      write()
    },
  }
}
