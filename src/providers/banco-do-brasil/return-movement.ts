/** Whether a movement of the return is money: received, taken back, or none. */
export type Money = 'received' | 'taken-back' | 'none'

/**
 * The movements that every source reads in the same way. `undefined`: another one, which may be
 * money (docs/design/providers/banco-do-brasil.md#movements).
 */
export const moneyOf = (movement: string): Money | undefined => movements.get(movement)

const movements: ReadonlyMap<string, Money> = new Map([
  ['06', 'received'],
  ['17', 'received'], // After a write-off, or without a registration.
  ['44', 'taken-back'], // The cheque that paid it was returned.
  ...(
    [
      ...['02', '03', '04', '09', '11', '12', '13', '14'],
      ...['19', '20', '23', '24', '25', '26', '27', '28', '29', '30', '50'],
    ] as const
  ).map((movement) => [movement, 'none'] as const),
])
