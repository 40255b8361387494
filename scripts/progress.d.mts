export interface Progress {
  /** Ends the step before, and begins this one. */
  begin(text: string): void
  /** How far the step is, such as "12 de 40". */
  update(detail: string): void
  /** Ends the last step. */
  end(): void
  /** Ends the step under way, which failed. */
  fail(): void
}

interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

export function isEnglish(env?: Readonly<Record<string, string | undefined>>): boolean
export function say(pt: string, en: string): string
export function openProgress(stream?: Output): Progress
