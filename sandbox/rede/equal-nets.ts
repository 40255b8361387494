import type { Installment } from '../settlement/row.ts'

/**
 * The same installments with one net amount for all but the first, which has the odd cents: Rede's
 * files have no more than these two.
 */
export function withEqualNets<Part extends Pick<Installment, 'gross' | 'fee' | 'net'>>(
  parts: readonly Part[],
): readonly Part[] {
  const net = parts.reduce((sum, part) => sum + part.net, 0)
  const each = Math.floor(net / parts.length)
  return parts.map((part, index) => {
    const own = index === 0 ? net - each * (parts.length - 1) : each
    return { ...part, net: own, fee: part.gross - own }
  })
}
