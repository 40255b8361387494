/** Whether the trailer counts itself and the header is not published: both are taken. */
export const recordsMissing = (reported: number, found: number): number =>
  reported === found - 2 ? 0 : Math.abs(reported - found)
