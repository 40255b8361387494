/** How far the gateway is ahead of the browser, and business time ahead of the gateway, ms. */
const ahead = { gateway: 0, sandbox: 0 }

/** Business time. Only a sandbox moves it. */
export const now = (): Date => new Date(realNow().getTime() + ahead.sandbox)

/** The time of keys, logins and checks of the books, which a sandbox does not move. */
export const realNow = (): Date => new Date(Date.now() + ahead.gateway)

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
