import type { Installment } from '../settlement/row.ts'

/**
 * The same installments with one amount for all but the first, which has the odd cents: Rede's
 * files have no more than these two. Amounts in cents.
 */
export function withEqualParts<Part extends Pick<Installment, 'gross' | 'fee' | 'net'>>(
  parts: readonly Part[],
): readonly Part[] {
  const shareOf = (all: number, index: number): number => {
    const each = Math.floor(all / parts.length)
    return index === 0 ? all - each * (parts.length - 1) : each
  }
  const gross = parts.reduce((sum, part) => sum + part.gross, 0)
  const fee = parts.reduce((sum, part) => sum + part.fee, 0)
  return parts.map((part, index) => {
    const own = { gross: shareOf(gross, index), fee: shareOf(fee, index) }
    return { ...part, ...own, net: own.gross - own.fee }
  })
}
