import type { Account } from '../accounts/account.ts'
import { cashoutSettingsOf } from '../accounts/cashout-settings.ts'
import { readKey } from '../accounts/pix-key-input.ts'
import type { App } from '../app.ts'
import { normalizeBankAccount, writeBankAccount } from '../brazil/bank-account.ts'
import { write } from '../journal/change.ts'
import { retryOnConflict } from '../journal/retry-on-conflict.ts'
import { balanceOf } from '../ledger/ledger-store.ts'
import { cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { ownerLeaseMs } from '../providers/polling/retry-schedule.ts'
import type { ListedPayout } from '../providers/ports/payout.ts'
import { type Cashout, nextCashout, totalOf } from './cashout.ts'
import { cashoutCreation, cashoutStep } from './cashout-change.ts'
import { cashoutGuardsWriter } from './cashout-guard-store.ts'
import { cashoutById } from './cashout-store.ts'
import { cashoutUsageWriter } from './cashout-usage-store.ts'
import { limitPeriod } from './limit-period.ts'
import { cashoutPrice, feeOn } from './plan-cashout.ts'
import { resolveCashout } from './resolve-cashout.ts'

/**
 * Brings back a cashout that its bank has and a restored database has lost. The bank has it, so no
 * limit, approval or debt prevents it, and what the balance lacks becomes debt: then no other
 * cashout takes the same money. It is never sent: the bank is queried for its result. Returns false
 * when the bank names neither its key nor its account. Throws `database-unavailable` if other
 * changes of the balance always came first.
 */
export async function restoreCashout(
  app: App,
  account: Account,
  {
    id,
    providerId,
    payout,
  }: {
    readonly id: string
    readonly providerId: string
    readonly payout: ListedPayout
  },
): Promise<boolean> {
  const draft = draftOf(account, { id, providerId, payout })
  if (!draft) return false
  const { accountId, key, amount, period, createdAt } = draft
  await retryOnConflict(async () => {
    if (await cashoutById(app.sql, accountId, id)) return
    const { available } = await balanceOf(app, accountId)
    await app.journal.record(
      cashoutCreation(draft, {
        links: app.links,
        owed: cents(Math.max(0, totalOf(draft) - available)),
        extraWrites: [
          write(cashoutUsageWriter, {
            ...{ accountId, period, delta: amount },
            limit: Number.MAX_SAFE_INTEGER,
          }),
          write(cashoutGuardsWriter, {
            ...{ accountId, amount, pixKey: key.value, cashoutId: id, requestedAt: createdAt },
            windowMs: cashoutSettingsOf(account).duplicateWindowSeconds * 1_000,
            skipsDuplicateCheck: true,
          }),
        ],
      }),
    )
  })
  await takeFromBank(app, { accountId, id, sentAt: createdAt })
  return true
}

/**
 * The bank has this cashout. One that waits here was sent after the instant of the restore: it
 * becomes PROCESSING without another request. Then the bank is queried for its result. Returns
 * whether the cashout was open here. Throws `database-unavailable` if other changes of it always
 * came first.
 */
export async function takeFromBank(
  app: App,
  {
    accountId,
    id,
    sentAt,
  }: { readonly accountId: string; readonly id: string; readonly sentAt: Date },
): Promise<boolean> {
  const cashout = await retryOnConflict(async () => {
    const found = await cashoutById(app.sql, accountId, id)
    if (found?.status !== 'PENDING') return found
    const now = app.clock.now()
    const sent = nextCashout(found, now, { status: 'PROCESSING', sentAt })
    const checkAt = new Date(now.getTime() + ownerLeaseMs)
    await app.journal.record(cashoutStep(found, sent, { links: app.links, checkAt }))
    return sent
  })
  if (cashout) await resolveCashout(app, { cashout, queries: 0 })
  return cashout?.status === 'PROCESSING'
}

function draftOf(
  account: Account,
  { id, providerId, payout }: { id: string; providerId: string; payout: ListedPayout },
): Cashout | undefined {
  const { amount, message, requestedAt } = payout
  try {
    const destination = destinationOf(payout)
    if (!destination) return undefined
    const { key, ...owner } = destination
    return {
      accountId: account.id,
      id,
      version: 1,
      status: 'PENDING',
      amount,
      fee: feeOn(cashoutPrice(account), amount),
      returnedAmount: cents(0),
      key,
      providerId,
      ...(owner.document !== null && { ownerDocument: owner.document }),
      order: {
        beneficiaryName: owner.name,
        beneficiaryDocument: owner.document,
        description: message ?? null,
        postbackUrl: null,
        externalRef: null,
      },
      origin: 'request',
      period: limitPeriod(requestedAt),
      returns: [],
      createdAt: requestedAt,
      updatedAt: requestedAt,
    }
  } catch (cause) {
    if (cause instanceof Rejection) return undefined
    throw cause
  }
}

/** Throws `pix-key-invalid`. `undefined`: the bank names none, or an account that is not valid. */
function destinationOf({ key, account }: ListedPayout) {
  if (key !== undefined) return { key: readKey({ pixKey: key }), name: null, document: null }
  const bankAccount = account && normalizeBankAccount(account)
  if (!bankAccount) return undefined
  const { name, document = null } = account
  return { key: { type: 'ACCOUNT', value: writeBankAccount(bankAccount) } as const, name, document }
}
