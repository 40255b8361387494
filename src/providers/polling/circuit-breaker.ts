/**
 * The providers that did not respond to this process. Among all open objects of such a provider
 * only one, the probe, is queried every 10 s. Its first response makes all the others due
 * (docs/design/rules.md#u5).
 */
export interface ProviderHealth {
  readonly isProbe: (question: ProviderQuestion) => boolean
  /** Records whether a provider responded to a query. Returns true if it did not respond before. */
  readonly recordResponse: (question: ProviderQuestion, hasAnswered: boolean, now: Date) => boolean
  /** The providers that have a probe. */
  readonly probed: () => readonly string[]
}

export interface ProviderQuestion {
  readonly providerId: string
  /** The object of the query. */
  readonly id: string
}

export const probeMs = 10_000

/** Each app has one. */
export function openProviderHealth(): ProviderHealth {
  const probes = new Map<string, { readonly id: string; readonly seenAtMs: number }>()
  return {
    probed: () => [...probes.keys()],
    isProbe: ({ providerId, id }) => probes.get(providerId)?.id === id,
    recordResponse({ providerId, id }, hasAnswered, now) {
      if (hasAnswered) return probes.delete(providerId)
      const probe = probes.get(providerId)
      // A probe that ended in another way, or that another process now owns, is not queried again:
      // the next query takes its place.
      const isFree = !probe || probe.id === id || now.getTime() - probe.seenAtMs > givenUpMs
      if (isFree) probes.set(providerId, { id, seenAtMs: now.getTime() })
      return false
    },
  }
}

const givenUpMs = 6 * probeMs
