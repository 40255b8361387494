/**
 * The providers that this process has found silent. Of everything open at a silent provider only
 * one thing, the probe, is asked about every 10 s. Its first good answer makes all the others due
 * (docs/design/rules.md#u5).
 */
export interface Silences {
  readonly isProbe: (asked: Asked) => boolean
  /** Keeps whether a provider has answered a question. True: it was silent until now. */
  readonly hear: (asked: Asked, hasAnswered: boolean, now: Date) => boolean
}

export interface Asked {
  readonly providerId: string
  /** What it was asked about. */
  readonly id: string
}

export const probeMs = 10_000

/** One for each app. */
export function openSilences(): Silences {
  const probes = new Map<string, { readonly id: string; readonly heardAtMs: number }>()
  return {
    isProbe: ({ providerId, id }) => probes.get(providerId)?.id === id,
    hear({ providerId, id }, hasAnswered, now) {
      if (hasAnswered) return probes.delete(providerId)
      const probe = probes.get(providerId)
      // A probe that ended otherwise, or is another process's now, is asked about no more: the next one takes its place.
      const isFree = !probe || probe.id === id || now.getTime() - probe.heardAtMs > givenUpMs
      if (isFree) probes.set(providerId, { id, heardAtMs: now.getTime() })
      return false
    },
  }
}

const givenUpMs = 6 * probeMs
