import type { CashoutReceiptWire } from '../../contract/cashout.ts'
import type { Account } from '../accounts/account.ts'
import { maskDocument } from '../brazil/document.ts'
import { localText } from '../brazil/local-time.ts'
import type { Cashout } from './cashout.ts'

/** The receipt of a completed cashout. `undefined` before it is completed. */
export function renderReceipt(cashout: Cashout, account: Account): CashoutReceiptWire | undefined {
  const { completedAt, endToEndId, key, order, receiver } = cashout
  if (!completedAt || endToEndId === undefined) return undefined
  const document = receiver?.document ?? order.beneficiaryDocument
  return {
    cashoutId: cashout.id,
    endToEndId,
    amount: cashout.amount,
    paidAt: completedAt.toISOString(),
    paidAtInBrazil: localText(completedAt),
    payer: { name: account.name, document: maskDocument(account.document) },
    receiver: {
      name: receiver?.name ?? order.beneficiaryName,
      // The bank's value is already masked in the bank's own format.
      document:
        document === null ? null : document.includes('*') ? document : maskDocument(document),
      pixKey: key.type === 'CPF' || key.type === 'CNPJ' ? maskDocument(key.value) : key.value,
      pixType: key.type,
    },
    description: order.description,
    refunds: cashout.returns.map(({ returnId, amount, at }) => ({
      id: returnId,
      amount,
      createdAt: at,
    })),
  }
}
