import type { PlacelessRow } from '../ports/settlement-file.ts'

/**
 * How much what a file says of itself differs from what was found in it. Amounts in cents, without
 * a sign: two differences never make none.
 */
export interface Differences {
  readonly records: number
  readonly sales: number
  readonly net: number
}

/** The records of one file after its header. */
export interface EdiPart {
  isTrailer(text: string): boolean
  rowsOf(text: string): Iterable<PlacelessRow>
  /** `records`: of the whole file. */
  differences(records: number): Differences
}

/** Whether the trailer counts itself and the header is not published: both are taken. */
export const recordsMissing = (reported: number, found: number): number =>
  reported === found - 2 ? 0 : Math.abs(reported - found)
