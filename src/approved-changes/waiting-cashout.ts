import type { Approval, Party } from '../approvals/approval.ts'
import type { Cashout } from '../cashout/cashout.ts'
import { approvalEndOf } from '../cashout/request-approval.ts'
import { cashoutAction } from './approval-text.ts'

/** A cashout that waits for approval, in the form of a request. */
export interface WaitingCashout extends Omit<Approval, 'expiresAt'> {
  /** Null: a person has no deadline. */
  readonly expiresAt: Date | null
}

export function waitingCashout(cashout: Cashout, requestedBy: Party): WaitingCashout {
  const { accountId, id, version, amount, fee, key, code, order, createdAt, approval } = cashout
  return {
    ...{ accountId, id, version, requestedBy },
    status: 'PENDING',
    action: cashoutAction,
    permission: 'approvals:decide',
    subject: { type: 'cashout', id },
    before: {},
    after: {
      ...{ amount, fee },
      pixKey: key.value,
      pixType: key.type,
      qrcode: code?.text ?? null,
      isKeyVerified: code?.isVerified ?? null,
      beneficiaryName: order.beneficiaryName,
      cause: approval?.cause ?? 'amount',
    },
    requestedAt: createdAt,
    reason: order.description,
    expiresAt: approvalEndOf(cashout),
    decidedBy: null,
    decidedAt: null,
    decision: null,
    endedAt: null,
    failure: null,
  }
}
