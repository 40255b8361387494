import type { Account } from '../accounts/account.ts'
import { type CashoutSettings, cashoutSettingsOf } from '../accounts/cashout-settings.ts'
import type { App } from '../app.ts'
import { collectAccountShortfall } from '../disputes/collect-shortfall.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import { idempotencyKeysWriter, knownKeys } from '../idempotency/idempotency-store.ts'
import { idFromKey } from '../idempotency/keyed-id.ts'
import { type AnyWriter, write } from '../journal/change.ts'
import { WriteConflict } from '../journal/journal.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { balanceOf, balancesWriter } from '../ledger/ledger-store.ts'
import { dayMs } from '../primitives/durations.ts'
import { markedId, newId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { hasDebtOrShortfall, requireNoDebt } from '../settlement/no-debt-guard-store.ts'
import { type Cashout, earliestOf } from './cashout.ts'
import { cashoutCreation } from './cashout-change.ts'
import { chargeOf } from './cashout-code.ts'
import {
  type CashoutGuard,
  cashoutGuardsWriter,
  guardingCashout,
  isUnchecked,
} from './cashout-guard-store.ts'
import { cashoutById, isPaidKey } from './cashout-store.ts'
import { cashoutUsageWriter, cashoutUsed } from './cashout-usage-store.ts'
import { limitOf } from './limit-period.ts'
import {
  assertCovered,
  type CashoutRequest,
  checkPeriod,
  hasVerifiedKey,
  planCashout,
  waitsUntil,
} from './plan-cashout.ts'

type Deps = Pick<App, 'sql' | 'clock' | 'journal' | 'links' | 'log'>

/**
 * Holds the money and records the cashout in one change. A worker sends it
 * (docs/design/rules.md#u10). The commit checks the balance, the claims of disputes, the limits and
 * the guard against repeats, so that concurrent requests cannot all pass. Throws what `planCashout`
 * throws, `insufficient-balance`, `cashout-limit-exceeded`, `possible-duplicate`.
 */
export async function createCashout(
  app: Deps,
  account: Account,
  request: CashoutRequest,
  options: { readonly id?: string; readonly idempotency?: IdempotencyHandle<Cashout> } = {},
): Promise<Cashout> {
  app.journal.assertCapacity()
  return retryOnConflict(() => reserve(app, account, request, options), {
    stopWhen: ({ writer }) => !retriedWriters.has(writer),
  })
}

/**
 * Throws `WriteConflict` when the conflicting cashout was not recorded either, or was released.
 */
async function reserve(
  app: Deps,
  account: Account,
  request: CashoutRequest,
  { id, idempotency }: { readonly id?: string; readonly idempotency?: IdempotencyHandle<Cashout> },
): Promise<Cashout> {
  const at = app.clock.now()
  const newCashoutId = idempotency
    ? idFromKey('cashout', account.id, idempotency)
    : (id ?? markedId(newId(at.getTime()), account.id))
  const draft = planCashout(account, request, { id: newCashoutId, at })
  const restored = idempotency && (await cashoutOfKey(app, account.id, idempotency))
  if (restored) return restored
  const cashout = await withWait(app, account, { request, draft })
  // More than the limit of a whole day or night: no commit is needed to reject it.
  if (cashout.amount > limitOf(cashout.period, cashoutSettingsOf(account).limits))
    await rejectAboveLimit(app, account, cashout)
  try {
    await app.journal.record(
      reservationOf(app, { account, request, cashout, ...(idempotency && { idempotency }) }),
    )
    return cashout
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause
    // The same request in another process may be the conflict. Then this is a repetition.
    if (idempotency && (await isKeyTaken(app, account.id, idempotency)))
      throw new WriteConflict(idempotencyKeysWriter)
    // Disputes have the first claim on received money. The rest can be cashed out.
    if (moneyWriters.has(cause.writer)) await collectAccountShortfall(app, account.id)
    await rejectIfConfirmed(app, { account, request, cashout, lostBy: cause.writer })
    throw cause
  }
}

/**
 * The cashout that this key made before a restore, which has lost the key, or before the key was
 * deleted. Throws `WriteConflict` if the key is there too: the same request was recorded meanwhile,
 * and this one is a repetition.
 */
export async function cashoutOfKey(
  app: Pick<App, 'sql'>,
  accountId: string,
  idempotency: IdempotencyHandle<Cashout>,
): Promise<Cashout | undefined> {
  const id = idFromKey('cashout', accountId, idempotency)
  const cashout = await cashoutById(app.sql, accountId, id)
  if (cashout && (await isKeyTaken(app, accountId, idempotency)))
    throw new WriteConflict(idempotencyKeysWriter)
  if (cashout) idempotency.markRepeated()
  return cashout
}

/**
 * The wait is fixed when the cashout is requested. A payment to the key meanwhile does not shorten
 * it.
 */
async function withWait(
  app: Deps,
  account: Account,
  { request, draft }: { readonly request: CashoutRequest; readonly draft: Cashout },
): Promise<Cashout> {
  const notBefore = waitsUntil(account, draft)
  if (!notBefore) return draft
  if (hasVerifiedKey(request) && (await isPaidKey(app.sql, account.id, draft.key.value)))
    return draft
  return { ...draft, notBefore: notBefore.toISOString() }
}

const isKeyTaken = async (
  app: Pick<App, 'sql'>,
  accountId: string,
  { keyDigest }: IdempotencyHandle<Cashout>,
): Promise<boolean> => (await knownKeys(app.sql, [{ accountId, keyDigest }]))[0] !== undefined

interface RequestedCashout {
  readonly account: Account
  readonly request: CashoutRequest
  readonly cashout: Cashout
}

function reservationOf(
  app: Deps,
  {
    account,
    request,
    cashout,
    idempotency,
  }: RequestedCashout & { readonly idempotency?: IdempotencyHandle<Cashout> },
) {
  const settings = cashoutSettingsOf(account)
  const { accountId, id, amount, period, createdAt, approval } = cashout
  return cashoutCreation(cashout, {
    links: app.links,
    // A person's approval needs no request to the merchant's program.
    ...(approval?.by !== 'person' && {
      checkAt: approval ? createdAt : earliestOf(cashout, createdAt),
    }),
    extraWrites: [
      write(requireNoDebt, { accountId }),
      write(cashoutUsageWriter, {
        accountId,
        period,
        delta: amount,
        limit: limitOf(period, settings.limits),
      }),
      ...guardsOf(cashout, { settings, request }).map((guard) =>
        write(cashoutGuardsWriter, {
          ...{ accountId, cashoutId: id, requestedAt: createdAt },
          ...guard,
        }),
      ),
      ...(idempotency ? [idempotency.markCompleted(id, cashout)] : []),
    ],
  })
}

/**
 * What a second equal cashout is recognized by: its key and amount, and the charge of a dynamic
 * code. A charge is paid once, of any amount, and no confirmation permits a second payment.
 */
function guardsOf(
  { key, amount, code }: Cashout,
  { settings, request }: { readonly settings: CashoutSettings; readonly request: CashoutRequest },
): readonly Pick<CashoutGuard, 'pixKey' | 'amount' | 'windowMs' | 'skipsDuplicateCheck'>[] {
  const charge = code && chargeOf(code)
  const ofCharge = { amount: 0, windowMs: codeWindowMs, skipsDuplicateCheck: false }
  return [
    ...(charge === undefined ? [] : [{ pixKey: charge, ...ofCharge }]),
    {
      ...{ pixKey: key.value, amount, windowMs: settings.duplicateWindowSeconds * 1_000 },
      skipsDuplicateCheck: request.skipsDuplicateCheck,
    },
  ]
}

/** How long a charge stays paid. */
export const codeWindowMs = 90 * dayMs

const moneyWriters = new Set<AnyWriter>([balancesWriter, requireNoDebt])
const retriedWriters = new Set<AnyWriter>([
  ...moneyWriters,
  cashoutUsageWriter,
  cashoutGuardsWriter,
])

/** Throws the rejection if its reason still exists. */
async function rejectIfConfirmed(
  app: Deps,
  { account, request, cashout, lostBy }: RequestedCashout & { readonly lostBy: AnyWriter },
): Promise<void> {
  const { accountId, createdAt } = cashout
  if (moneyWriters.has(lostBy)) {
    const [{ available }, isOwing] = await Promise.all([
      balanceOf(app, accountId),
      hasDebtOrShortfall(app.sql, accountId),
    ])
    // While the account has a debt, all of its money is claimed, including money received just now.
    assertCovered(cashout, { available: isOwing ? 0 : available })
  }
  if (lostBy === cashoutUsageWriter) await rejectAboveLimit(app, account, cashout)
  if (lostBy === cashoutGuardsWriter) {
    const settings = cashoutSettingsOf(account)
    for (const guard of guardsOf(cashout, { settings, request }))
      if (!isUnchecked(guard)) await rejectDuplicate(app, { accountId, ...guard, at: createdAt })
  }
}

/** Throws `possible-duplicate` if an earlier cashout to this key, or of this charge, counts. */
export async function rejectDuplicate(
  app: Pick<App, 'sql'>,
  guard: Parameters<typeof guardingCashout>[1],
): Promise<void> {
  const earlier = await guardingCashout(app.sql, guard)
  if (earlier === undefined) return
  throw new Rejection('possible-duplicate', {
    ...{ data: { id: earlier } },
    ...(guard.amount === 0 && { field: 'qrcode', params: { of: 'charge' } }),
  })
}

const rejectAboveLimit = async (
  app: Deps,
  account: Account,
  { amount, period }: Cashout,
): Promise<void> =>
  checkPeriod(cashoutSettingsOf(account), {
    amount,
    period,
    used: await cashoutUsed(app.sql, account.id, period),
  })
