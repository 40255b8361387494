/**
 * The providers that this process has found silent. Of everything open at a silent provider only
 * one thing, the probe, is asked about every 10 s. Its first good answer makes all the others due
 * (docs/design/rules.md#u5).
 */
export interface ProviderHealth {
  readonly isProbe: (asked: ProviderQuestion) => boolean
  /** Keeps whether a provider has answered a question. True: it was silent until now. */
  readonly recordResponse: (asked: ProviderQuestion, hasAnswered: boolean, now: Date) => boolean
}

export interface ProviderQuestion {
  readonly providerId: string
  /** What it was asked about. */
  readonly id: string
}

export const probeMs = 10_000

/** One for each app. */
export function openProviderHealth(): ProviderHealth {
  const probes = new Map<string, { readonly id: string; readonly heardAtMs: number }>()
  return {
    isProbe: ({ providerId, id }) => probes.get(providerId)?.id === id,
    recordResponse({ providerId, id }, hasAnswered, now) {
      if (hasAnswered) return probes.delete(providerId)
      const probe = probes.get(providerId)
      // A probe that ended otherwise, or is another process's now, is asked about no more: the next
      // one takes its place.
      const isFree = !probe || probe.id === id || now.getTime() - probe.heardAtMs > givenUpMs
      if (isFree) probes.set(providerId, { id, heardAtMs: now.getTime() })
      return false
    },
  }
}

const givenUpMs = 6 * probeMs
