// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
/** A signal that aborts when another one does or when its time is over. Stop it when unused. */
export interface TimeLimit {
  readonly signal: AbortSignal
  /** Whether the time was over before the other signal aborted. */
  readonly isOver: () => boolean
  stop(): void
}
export declare function startTimeLimit(ms: number, outer: AbortSignal | undefined): TimeLimit
/** Waits. Ends early, without an error, when the signal aborts. */
export declare const sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
