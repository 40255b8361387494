/**
 * A file ended before it was complete, is larger than any valid file, or is damaged and moves
 * money. Read it again later.
 */
export class SettlementFileBroken extends Error {}

/** The highest number of rows of one file: a day of a very large merchant. */
export const maxRows = 5_000_000
