/**
 * What the bank does because of the last two digits of the amount in cents. Published in README.md.
 */
export type Trigger =
  | 'refused'
  | 'silent'
  | 'lying'
  | 'without-pix'
  | 'baixa-too-early'
  | 'slow-queries'

export const triggerOf = (amount: number): Trigger | undefined => triggers.get(amount % 100)

const triggers: ReadonlyMap<number, Trigger> = new Map([
  [5, 'refused'],
  [7, 'silent'],
  [9, 'lying'],
  [11, 'without-pix'],
  [13, 'baixa-too-early'],
  [17, 'slow-queries'],
])
