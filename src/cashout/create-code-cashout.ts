import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import { defined } from '../primitives/defined.ts'
import type { Cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Cashout } from './cashout.ts'
import { type CashoutCode, keyOfDynamic, keyOfStatic, readCashoutCode } from './cashout-code.ts'
import { cashoutOfKey, createCashout } from './create-cashout.ts'
import { type CashoutTerms, mayRequest } from './plan-cashout.ts'
import { assertAnswered, type QueryAllowance, queryBank } from './query-bank.ts'

/**
 * Creates a cashout that pays a BR Code. The code is read first, and nothing is held meanwhile. A
 * repeated request returns its cashout without another reading, because the code may be paid by
 * now. `readings`: how many dynamic codes the account may read. Throws what `createCashout` throws,
 * `qrcode-invalid`, `qrcode-not-supported`, `qrcode-not-payable`, `qrcode-amount-differs`,
 * `rate-limited`, `provider-unavailable`.
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
  const stored = idempotency && (await cashoutOfKey(app, account.id, idempotency))
  if (stored) return stored
  // A request that is rejected anyway queries no bank.
  app.journal.assertCapacity()
  const { providerId } = mayRequest(account, terms)
  const behind = await keyBehind(app, { text, amount: terms.amount, providerId, readings })
  return createCashout(app, account, { ...terms, code: { text, ...behind } }, options)
}

async function keyBehind(
  app: Pick<App, 'providers' | 'log'>,
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
  const { txid } = finding
  return {
    key: keyOfDynamic(finding, amount),
    isVerified: codes.isVerified,
    ...defined({ txid }),
  }
}
