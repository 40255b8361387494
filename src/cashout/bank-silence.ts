import type { Cashout } from './cashout.ts'

/** Per silent bank, the one cashout that is asked about every 10 s; its first good answer wakes all the others (U5). */
const probes = new Map<string, string>()

export const probeMs = 10_000

/** Whether this cashout is the one that finds out when its bank is back. */
export const isProbe = ({ providerId, id }: Cashout): boolean => probes.get(providerId) === id

/** Keeps whether the bank answers. True: it was silent until now. */
export function hearBank({ providerId, id }: Cashout, hasAnswered: boolean): boolean {
  if (hasAnswered) return probes.delete(providerId)
  if (!probes.has(providerId)) probes.set(providerId, id)
  return false
}
