/**
 * A folder from which another program takes whole files. It has an id, which a deliberate step of
 * the operator gives it. So another folder in its place, such as that of a disk that is not
 * mounted, is never taken for it. A folder without an id is a `FolderNotPrepared`.
 */
export interface OutgoingFolder {
  /** Gives the folder its id, unless it has one. Only for the operator: a worker never does it. */
  prepare(): Promise<void>
  /** Throws unless a file could be written. Changes nothing. */
  check(): Promise<void>
  /**
   * Stores the file under a name that the other program does not take. A part is ours alone.
   * Returns the id of the folder.
   */
  writePart(part: string, bytes: Uint8Array): Promise<string>
  /**
   * Gives a part its final name in one step. If the part is absent, an earlier call did it: the
   * file may have been taken since. Throws when this is not the folder that has the part, and when
   * another file has the name.
   */
  publish(stored: StoredPart, name: string): Promise<void>
  removePart(part: string): Promise<void>
}

export interface StoredPart {
  readonly part: string
  readonly folderId: string
}

/** The folder has no id. */
export class FolderNotPrepared extends Error {
  constructor(folder: string) {
    super(`the folder ${folder} is not prepared`)
  }
}
