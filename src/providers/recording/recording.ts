/**
 * Exchanges with a provider, redacted: a test replays them through the adapter
 * (docs/decisions/recorded-exchanges.md).
 */
export interface Recording {
  readonly format: 1
  readonly kind: string
  /** Where it comes from. Only a recording of the provider itself is evidence about it. */
  readonly source: RecordingSource
  readonly recordedAt: string
  /** The settings of the replay: stand-ins in place of secrets and of what identifies a person. */
  readonly settings: unknown
  /** What was created, with stand-ins. Absent: the run only read. */
  readonly created?: CreatedData
  /** The id of what was created; its reverse is the id of what does not exist. */
  readonly id: string
  readonly steps: readonly RecordedStep[]
}

export interface RecordingSource {
  readonly environment: 'provider' | 'sandbox of Guichê'
  readonly hosts: readonly string[]
}

/** One call of the adapter's port, what it sent and received, and what it returned. */
export interface RecordedStep {
  readonly name: string
  readonly exchanges: readonly RecordedExchange[]
  readonly result: unknown
}

export interface RecordedExchange {
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** Absent: the request has no body. */
  readonly request?: unknown
  readonly status: number
  /** JSON. A string is the text itself: a form, nothing, or what was no JSON. */
  readonly response: unknown
}

/** What a run creates at a test environment, by the operator's choice. */
export interface CreatedData {
  readonly card?: Readonly<Record<string, unknown>>
  readonly payer?: Readonly<Record<string, unknown>>
  readonly shop?: Readonly<Record<string, unknown>>
  readonly pixKey?: Readonly<Record<string, unknown>>
}
