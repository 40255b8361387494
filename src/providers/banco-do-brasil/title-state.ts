/**
 * `codigoEstadoTituloCobranca`: its effect for a payer and for us. A code that the bank did not
 * publish has none.
 */
export type TitleState = 'open' | 'settling' | 'in-protest' | 'paid' | 'cancelled' | 'unclear'

export const titleState = (code: number): TitleState => states.get(code) ?? 'unclear'

const states: ReadonlyMap<number, TitleState> = new Map([
  [1, 'open'],
  [2, 'in-protest'], // 2, 3, 4 and 8: at the notary's.
  [3, 'in-protest'],
  [4, 'in-protest'],
  [5, 'in-protest'], // 5, 9 and 13: protested, still a debt.
  [6, 'paid'],
  [7, 'cancelled'],
  [8, 'in-protest'],
  [9, 'in-protest'],
  [10, 'paid'], // 10, 11 and 12: paid at the notary's.
  [11, 'paid'],
  [12, 'paid'],
  [13, 'in-protest'],
  [14, 'settling'], // 14, 15, 17 and 21: a payment is in progress, and may still fail.
  [15, 'settling'],
  [16, 'paid'],
  [17, 'settling'],
  [21, 'settling'],
  // 18 and 19, paid in part, cannot happen to a boleto registered for the whole amount; 80 is
  // temporary.
])
