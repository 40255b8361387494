import type { ApiResponse } from '../kit/bank-call.ts'
import type { Bank } from './bank.ts'
import type { Charge } from './charge.ts'
import { notFound } from './errors.ts'
import { lineOfAnother } from './issue.ts'
import { isIssueDue, issue, runDueCharges } from './moves.ts'
import { renderCharge } from './render.ts'
import { triggerOf } from './triggers.ts'

/**
 * `GET /cobrancas/{codigo}`. The first query finds a new charge in process: the bank issues it
 * after its response.
 */
export function queryCharge(bank: Bank, code: string): ApiResponse {
  const now = bank.world.now()
  runDueCharges(bank)
  const found = bank.charges.findVisible(code, now)
  if (!found) return notFound()
  const charge = issuedAfterQuery(bank, found, now)
  const isLying = triggerOf(charge.amount) === 'lying'
  return {
    status: 200,
    body: renderCharge(isLying ? { ...charge, digitableLine: lineOfAnother(charge) } : charge, now),
    outcome: charge.state.kind,
    amount: charge.amount,
  }
}

function issuedAfterQuery(bank: Bank, charge: Charge, now: Date): Charge {
  const { state } = charge
  if (state.kind !== 'processing') return charge
  const isSlow = triggerOf(charge.amount) === 'slow-issue'
  if (state.wasSeen && (!isSlow || isIssueDue(charge, now))) return issue(bank, charge)
  bank.charges.move(charge, { kind: 'processing', wasSeen: true })
  return charge
}
