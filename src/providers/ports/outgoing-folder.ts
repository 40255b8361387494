/** A folder from which another program takes whole files. */
export interface OutgoingFolder {
  /** Stores the file under a name that the other program does not take. A part is ours alone. */
  writePart(part: string, bytes: Uint8Array): Promise<void>
  /**
   * Gives a part its final name in one step. If the part is absent, an earlier call did it: the
   * file may have been taken since. Throws when the folder itself is not there.
   */
  publish(part: string, name: string): Promise<void>
  removePart(part: string): Promise<void>
}
