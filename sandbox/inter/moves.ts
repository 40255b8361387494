import { endOfLocalDay } from '../../src/brazil/local-time.ts'
import { payableUntil } from '../kit/boleto-bill.ts'
import type { Bank } from './bank.ts'
import type { Charge, ChargeState } from './charge.ts'
import { renderNotice } from './render.ts'
import { triggerOf } from './triggers.ts'

const [usualIssueMs, slowIssueMs] = [2_000, 5 * 60_000]

/** Moves a charge, and notifies the account holder of each state that the bank notifies. */
export function move(bank: Bank, charge: Charge, state: ChargeState): Charge {
  bank.charges.move(charge, state)
  const moved = { ...charge, state }
  const url = bank.account.webhook()?.url
  if (url !== undefined && state.kind !== 'processing' && state.kind !== 'closing')
    bank.callbacks.announce({
      url,
      reference: charge.code,
      body: JSON.stringify([renderNotice(moved, bank.world.now())]),
    })
  return moved
}

/** Ends the processing of a charge. */
export const issue = (bank: Bank, charge: Charge): Charge =>
  triggerOf(charge.amount) === 'not-issued'
    ? move(bank, charge, { kind: 'failed', at: bank.world.now() })
    : move(bank, charge, { kind: 'open' })

/** Whether the bank has issued a charge although no query came. */
export function isIssueDue({ registeredAt, amount }: Charge, now: Date): boolean {
  const waitMs = triggerOf(amount) === 'slow-issue' ? slowIssueMs : usualIssueMs
  return now.getTime() - registeredAt.getTime() >= waitMs
}

/** Does what became due. Returns how much was done. */
export function runDueCharges(bank: Bank): number {
  const now = bank.world.now()
  let done = 0
  for (const charge of bank.charges.open()) {
    const next = dueState(charge, now)
    if (next === undefined) continue
    if (next === 'issue') issue(bank, charge)
    else move(bank, charge, next)
    done += 1
  }
  return done
}

function dueState(charge: Charge, now: Date): ChargeState | 'issue' | undefined {
  const { state } = charge
  if (state.kind === 'processing') return isIssueDue(charge, now) ? 'issue' : undefined
  if (state.kind === 'closing')
    return now >= state.at ? { kind: 'cancelled', at: state.at, reason: state.reason } : undefined
  if (state.kind === 'in-protest') return undefined
  if (triggerOf(charge.amount) === 'protested' && now > endOfLocalDay(charge.dueDate))
    return { kind: 'in-protest', at: now }
  return now > payableUntil(charge) ? { kind: 'expired', at: now } : undefined
}
