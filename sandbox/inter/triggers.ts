/**
 * What the bank does because of the last two digits of the amount in cents. Published in README.md.
 */
export type Trigger =
  | 'refused'
  | 'silent'
  | 'lying'
  | 'without-pix'
  | 'slow-cancel'
  | 'not-issued'
  | 'slow-issue'
  | 'protested'

export const triggerOf = (amount: number): Trigger | undefined => triggers.get(amount % 100)

const triggers: ReadonlyMap<number, Trigger> = new Map([
  [5, 'refused'],
  [7, 'silent'],
  [9, 'lying'],
  [11, 'without-pix'],
  [13, 'slow-cancel'],
  [15, 'not-issued'],
  [19, 'slow-issue'],
  [21, 'protested'],
])
