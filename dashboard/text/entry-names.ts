import type { PlatformBook } from '../../contract/ledger.ts'
import type { EntryWire, MerchantBook } from '../../contract/wallet.ts'
import { texts, useTexts } from './text.ts'

/** What people call the parts of a balance. */
export const bookNames = texts({
  available: { pt: 'Disponível', en: 'Available' },
  pending: { pt: 'A receber', en: 'Pending' },
  blocked: { pt: 'Bloqueado', en: 'Blocked' },
  debt: { pt: 'Dívida', en: 'Debt' },
} satisfies Record<MerchantBook, unknown>)

/** The parts of a balance. */
export const merchantBooks = Object.keys(bookNames) as readonly MerchantBook[]

/** What people call the other books of an entry. */
const otherBookNames = texts({
  'clearing:pix': { pt: 'Banco do PIX', en: 'PIX bank' },
  'clearing:boleto': { pt: 'Banco do boleto', en: 'Boleto bank' },
  'clearing:card': { pt: 'Adquirente', en: 'Acquirer' },
  'clearing:payout': { pt: 'Banco dos saques', en: 'Bank of cashouts' },
  fees: { pt: 'Tarifas da plataforma', en: 'Fees of the platform' },
  'orphan-funds': { pt: 'Valores a desfazer', en: 'Money to be undone' },
} satisfies Record<PlatformBook, unknown>)

/** Every book, those of merchants first. */
export const allBooks: readonly string[] = [bookNames, otherBookNames].flatMap((names) =>
  Object.keys(names),
)

/** What people call every effect of a cause. */
const effectNames = texts({
  'transaction sale': { pt: 'Venda', en: 'Sale' },
  'transaction sale-fee': { pt: 'Tarifa da venda', en: 'Fee of the sale' },
  'transaction late-approval': { pt: 'Aprovação tardia', en: 'Late approval' },
  'transaction late-approval-void': {
    pt: 'Aprovação tardia desfeita',
    en: 'Late approval undone',
  },
  'receivable settlement': { pt: 'Recebível liquidado', en: 'Receivable settled' },
  'refund hold': { pt: 'Devolução: valor reservado', en: 'Refund: amount held' },
  'refund release': {
    pt: 'Devolução não feita: valor de volta',
    en: 'Refund not made: amount back',
  },
  'refund return': { pt: 'Devolução ao pagador', en: 'Refund to the payer' },
  'refund fee-return': { pt: 'Tarifa devolvida', en: 'Fee returned' },
  'refund returned': {
    pt: 'Devolução não aceita pelo destino: valor de volta',
    en: 'Refund sent back by the receiver: amount back',
  },
  'dispute hold': { pt: 'Disputa: valor bloqueado', en: 'Dispute: amount blocked' },
  'dispute release': { pt: 'Disputa: valor desbloqueado', en: 'Dispute: amount unblocked' },
  'dispute loss': {
    pt: 'Disputa perdida: devolvido ao pagador',
    en: 'Dispute lost: returned to the payer',
  },
  'dispute reversal': {
    pt: 'Disputa revertida a seu favor',
    en: 'Dispute reversed in your favor',
  },
  'cashout hold': { pt: 'Saque: valor reservado', en: 'Cashout: amount held' },
  'cashout release': { pt: 'Saque não feito: valor de volta', en: 'Cashout not made: amount back' },
  'cashout payout': { pt: 'Saque', en: 'Cashout' },
  'cashout fee': { pt: 'Tarifa do saque', en: 'Fee of the cashout' },
  'cashout return': { pt: 'Saque devolvido pelo destino', en: 'Cashout sent back by the receiver' },
  'transfer debt-payment': { pt: 'Pagamento de dívida', en: 'Payment of a debt' },
  'correction entry': { pt: 'Correção', en: 'Correction' },
})

export interface EntryNames {
  book(book: string): string
  cause(cause: EntryWire['cause']): string
}

/** The names of books and causes. One of a newer gateway is shown as it is. */
export function useEntryNames(): EntryNames {
  const books: Readonly<Record<string, string>> = {
    ...useTexts(otherBookNames),
    ...useTexts(bookNames),
  }
  const causes: Readonly<Record<string, string>> = useTexts(effectNames)
  return {
    book: (book) => books[book] ?? book,
    cause({ type, effect }) {
      // An effect that happens several times has a suffix: `hold-2`, `return D…`.
      const name = effect.replace(/(-\d+)+$| .*$/, '')
      return causes[`${type} ${name}`] ?? `${type} ${effect}`
    },
  }
}
