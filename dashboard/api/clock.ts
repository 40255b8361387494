/** How far business time is ahead of the clock of the browser, ms. */
const ahead = { gateway: 0, sandbox: 0 }

/** Business time: that of the gateway, and of a sandbox whose clock was moved. */
export const now = (): Date => new Date(Date.now() + ahead.gateway + ahead.sandbox)

/** The header `Date` has whole seconds, and the response was on its way for a while. */
const toleranceMs = 5_000

/** Reads the time of the gateway from a response that has arrived now. */
export function followGateway({ headers }: Response): void {
  const ms = Date.parse(headers.get('date') ?? '') - Date.now()
  ahead.gateway = Math.abs(ms) > toleranceMs ? ms : 0
}

/** Follows the clock of the sandbox. */
export function followSandbox(offsetMs: number): void {
  ahead.sandbox = offsetMs
}
