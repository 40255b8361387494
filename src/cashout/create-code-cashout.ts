import assert from 'node:assert/strict'
import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import { balanceOf } from '../ledger/ledger-store.ts'
import { defined } from '../primitives/defined.ts'
import type { Cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Cashout } from './cashout.ts'
import {
  type CashoutCode,
  chargeOf,
  keyOfDynamic,
  keyOfStatic,
  readCashoutCode,
} from './cashout-code.ts'
import { cashoutOfKey, codeWindowMs, createCashout, rejectDuplicate } from './create-cashout.ts'
import {
  assertCovered,
  type CashoutTerms,
  cashoutPrice,
  feeOn,
  mayRequest,
  requiredOwner,
} from './plan-cashout.ts'
import { assertAnswered, type QueryAllowance, queryBank } from './query-bank.ts'

/**
 * Creates a cashout that pays a BR Code. The code is read first, and nothing is held meanwhile. A
 * repeated request returns its cashout, because the code may be paid by now. `readings`: how many
 * dynamic codes the account may read. Throws what `createCashout` throws, `qrcode-invalid`,
 * `qrcode-not-supported`, `qrcode-not-payable`, `qrcode-amount-differs`, `rate-limited`,
 * `provider-unavailable`.
 */
export async function createCodeCashout(
  app: Pick<App, 'sql' | 'clock' | 'journal' | 'links' | 'log' | 'providers'>,
  account: Account,
  { qrcode: text, ...terms }: CashoutTerms & { readonly qrcode: string },
  {
    readings,
    ...options
  }: { readonly readings: QueryAllowance; readonly idempotency?: IdempotencyHandle<Cashout> },
): Promise<Cashout> {
  const { idempotency } = options
  const findRepeated = async () => idempotency && (await cashoutOfKey(app, account.id, idempotency))
  const stored = await findRepeated()
  if (stored) return stored
  app.journal.assertCapacity()
  let behind: Omit<CashoutCode, 'text'>
  try {
    const providerId = await assertAffordable(app, account, terms)
    behind = await keyBehind(app, account, { text, amount: terms.amount, providerId, readings })
  } catch (cause) {
    // The same request was perhaps recorded meanwhile: its money is held, or its charge is paid.
    const repeated = await findRepeated()
    if (repeated) return repeated
    throw cause
  }
  return createCashout(app, account, { ...terms, code: { text, ...behind } }, options)
}

/**
 * The rules that need neither the key nor the charge. A request that they reject queries no bank.
 * Returns the provider. The commit checks the balance again, the limit of the day or night, and
 * the guards.
 */
async function assertAffordable(
  app: Pick<App, 'sql'>,
  account: Account,
  terms: CashoutTerms,
): Promise<string> {
  const { providerId } = mayRequest(account, terms)
  requiredOwner(account, terms.order.beneficiaryDocument)
  const { amount } = terms
  const fee = feeOn(cashoutPrice(account), amount)
  assertCovered({ amount, fee }, await balanceOf(app, account.id))
  return providerId
}

async function keyBehind(
  app: Pick<App, 'sql' | 'clock' | 'providers' | 'log'>,
  { id: accountId }: Account,
  {
    text,
    amount,
    providerId,
    readings,
  }: {
    readonly text: string
    readonly amount: Cents
    readonly providerId: string
    readonly readings: QueryAllowance
  },
): Promise<Omit<CashoutCode, 'text'>> {
  const code = readCashoutCode(text)
  if (code.kind === 'static') return { key: keyOfStatic(code, amount), isVerified: true }
  const { codes } = app.providers.payout(providerId)
  if (!codes) throw new Rejection('qrcode-not-supported', { field: 'qrcode' })
  const finding = await queryBank(readings, (signal) => codes.find(text, signal))
  assertAnswered(finding)
  if (finding.kind === 'not-permitted') {
    app.log.warn({ providerId }, 'the bank does not permit the reading of Pix codes')
    const params = { cause: finding.kind }
    throw new Rejection('qrcode-not-supported', { field: 'qrcode', params })
  }
  if (finding.kind === 'refused') {
    const { code, reason } = finding
    app.log.info({ providerId, code, reason }, 'the bank refused a Pix code')
    throw new Rejection(code, { field: 'qrcode' })
  }
  const txid = defined({ txid: finding.txid })
  const charge = chargeOf({ text, ...txid })
  assert(charge !== undefined, 'the code is dynamic')
  // A charge that a cashout of this account has paid is no longer payable. That cashout is named.
  const at = app.clock.now()
  await rejectDuplicate(app, {
    ...{ accountId, pixKey: charge, amount: 0, windowMs: codeWindowMs, at },
  })
  return { key: keyOfDynamic(finding, amount), isVerified: codes.isVerified, ...txid }
}
