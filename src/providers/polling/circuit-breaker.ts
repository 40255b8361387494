/**
 * The providers that did not respond to this process. Among all open objects of such a provider
 * only one, the probe, is queried every 10 s. Its first response makes all the others due
 * (docs/design/rules.md#u5).
 */
export interface ProviderHealth {
  readonly isProbe: (question: ProviderQuestion) => boolean
  /** Records whether a provider responded to a query. Returns true if it did not respond before. */
  readonly recordResponse: (question: ProviderQuestion, hasAnswered: boolean, now: Date) => boolean
  /**
   * The providers that have a probe, and left a query of this process without a response within the
   * last ten minutes. An older query proves nothing: another process may have had the response.
   */
  readonly probed: (now: Date) => readonly string[]
}

export interface ProviderQuestion {
  readonly providerId: string
  /** The object of the query. */
  readonly id: string
}

export const probeMs = 10_000

/** Each app has one. */
export function openProviderHealth(): ProviderHealth {
  const probes = new Map<string, Probe>()
  return {
    probed: (now) => [...probes].flatMap(([id, probe]) => (isSilent(probe, now) ? [id] : [])),
    isProbe: ({ providerId, id }) => probes.get(providerId)?.id === id,
    recordResponse({ providerId, id }, hasAnswered, now) {
      if (hasAnswered) return probes.delete(providerId)
      const probe = probes.get(providerId)
      // A probe that ended in another way, or that another process now owns, is not queried again:
      // the next query takes its place.
      const isFree = !probe || probe.id === id || isGivenUp(probe, now)
      const silentAtMs = now.getTime()
      probes.set(
        providerId,
        isFree ? { id, seenAtMs: silentAtMs, silentAtMs } : { ...probe, silentAtMs },
      )
      return false
    },
  }
}

interface Probe {
  readonly id: string
  /** When it last had no response. */
  readonly seenAtMs: number
  /** When any query of the provider last had none. */
  readonly silentAtMs: number
}

const isGivenUp = ({ seenAtMs }: Probe, now: Date): boolean => now.getTime() - seenAtMs > givenUpMs

const isSilent = ({ silentAtMs }: Probe, now: Date): boolean =>
  now.getTime() - silentAtMs <= silentMs

const givenUpMs = 6 * probeMs
/** Longer than the first waits between two queries (docs/design/rules.md#u5). */
const silentMs = 10 * 60_000
