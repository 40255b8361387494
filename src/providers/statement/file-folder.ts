/** A folder in which a provider, or a program of the operator, leaves files. */
export interface FileFolder {
  /** The names of its files. Throws when they cannot be listed. */
  names(signal: AbortSignal): Promise<readonly string[]>
  /** The bytes of a file. Throws `SettlementFileBroken` when the reading ends before them. */
  read(name: string, signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined>
  /** Ends the current calls: a file can be read again. */
  close(): void
}

/** No path, so a name leads to no other folder. */
export const isFileName = (name: string): boolean =>
  /^[^\p{Cc}/]{1,255}$/u.test(name) && !/^\.\.?$/.test(name)
