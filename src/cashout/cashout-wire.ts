import type { CashoutWire } from '../../contract/cashout.ts'
import { readBankAccount } from '../brazil/bank-account.ts'
import type { Cashout } from './cashout.ts'

/** The addresses that a response links to. */
export interface Links {
  readonly baseUrl: string
}

function renderAccount({ type, value }: Cashout['key']): CashoutWire['bankAccount'] {
  const account = type === 'ACCOUNT' ? readBankAccount(value) : undefined
  if (!account) return null
  const { ispb, branch, number, kind } = account
  return { ispb, branch, number, type: kind }
}

/**
 * The form of a cashout in every response and webhook. It holds stored facts only, and null for a
 * missing one.
 */
export function renderCashout(cashout: Cashout, { baseUrl }: Links): CashoutWire {
  const { order, approval, requestedBy, receiver } = cashout
  return {
    id: cashout.id,
    status: cashout.status,
    amount: cashout.amount,
    fee: cashout.fee,
    totalAmount: cashout.amount + cashout.fee,
    refundedAmount: cashout.returnedAmount,
    pixKey: cashout.key.value,
    pixType: cashout.key.type,
    bankAccount: renderAccount(cashout.key),
    qrcode: cashout.code?.text ?? null,
    isKeyVerified: cashout.code?.isVerified ?? null,
    beneficiaryName: order.beneficiaryName,
    beneficiaryDocument: order.beneficiaryDocument,
    description: order.description,
    postbackUrl: order.postbackUrl,
    externalRef: order.externalRef,
    origin: cashout.origin,
    endToEndId: cashout.endToEndId ?? null,
    receiver: receiver
      ? { name: receiver.name ?? null, document: receiver.document ?? null }
      : null,
    receiptUrl: cashout.completedAt ? `${baseUrl}/api/user/cashout/${cashout.id}/receipt` : null,
    refusedReason: cashout.failure?.reason ?? null,
    canceledReason: cashout.canceledReason ?? null,
    approval: approval
      ? {
          by: approval.by,
          cause: approval.cause ?? 'amount',
          // A finished cashout has no pending approver.
          state:
            approval.state === 'waiting' && cashout.status !== 'PENDING'
              ? 'canceled'
              : approval.state,
          requestedBy: requestedBy ? { ...requestedBy } : null,
          decidedBy: approval.decidedBy ?? null,
          decidedAt: approval.decidedAt ?? null,
          reason: approval.reason ?? null,
        }
      : null,
    notBefore: cashout.notBefore ?? null,
    refunds: cashout.returns.map(({ returnId, amount, at }) => ({
      id: returnId,
      amount,
      createdAt: at,
    })),
    createdAt: cashout.createdAt.toISOString(),
    updatedAt: cashout.updatedAt.toISOString(),
    completedAt: cashout.completedAt?.toISOString() ?? null,
  }
}
