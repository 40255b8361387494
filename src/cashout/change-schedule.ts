import type { Account } from '../accounts/account.ts'
import { type Grant, requirePermission } from '../accounts/grant.ts'
import type { App } from '../app.ts'
import { fieldChanges, isSame } from '../audit-log/field-changes.ts'
import { audited } from '../audit-log/record-audit.ts'
import type { PixKeyType } from '../brazil/pix-key.ts'
import { cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { type CashoutSchedule, nextWithdrawal, type SchedulePlan } from './cashout-schedule.ts'
import { putSchedule, scheduleOf } from './cashout-schedule-store.ts'
import { keyAndOwner } from './plan-cashout.ts'

/** The settings that a merchant changes. An absent one stays as it is. Null removes it. */
export interface ScheduleChoices extends Partial<Omit<SchedulePlan, 'key'>> {
  readonly enabled: boolean
  readonly pixKey?: string
  readonly keyType?: PixKeyType
  /** The permissions of the caller. */
  readonly grant: Grant
}

/**
 * Changes the account's automatic withdrawals. Throws `validation-failed` when a first schedule
 * lacks frequency or key, `permission-denied`, `pix-key-invalid`, `document-invalid`,
 * `pix-key-owner-mismatch`.
 */
export async function changeSchedule(
  app: Deps,
  account: Account,
  { grant, ...choices }: ScheduleChoices,
): Promise<CashoutSchedule | undefined> {
  requirePermission(grant, 'cashout-schedule:write')
  for (;;) {
    const before = await scheduleOf(app.sql, account.id)
    const after = await mergeAndStore(app, account, { before, ...choices })
    if (after !== 'changed-meanwhile') return after
  }
}

type Deps = Pick<App, 'sql' | 'clock' | 'vault' | 'actor'>

/**
 * Merges the choices with `before`. Returns `undefined` when there is no schedule and none to
 * store, and `changed-meanwhile` when `before` is no longer the schedule: nothing is stored.
 */
async function mergeAndStore(
  app: Deps,
  account: Account,
  {
    before,
    enabled,
    pixKey,
    keyType,
    ...choices
  }: Omit<ScheduleChoices, 'grant'> & { readonly before: CashoutSchedule | undefined },
): Promise<CashoutSchedule | 'changed-meanwhile' | undefined> {
  const keyText = pixKey ?? before?.plan.key.value
  const frequency = choices.frequency ?? before?.plan.frequency
  if (keyText === undefined || frequency === undefined) {
    if (!enabled) return undefined
    const missing = [
      ...(frequency === undefined ? ['frequency'] : []),
      ...(keyText === undefined ? ['pixKey'] : []),
    ]
    throw new Rejection('validation-failed', {
      issues: missing.map((field) => ({ field, problem: 'required' })),
    })
  }
  const type = pixKey === undefined ? (keyType ?? before?.plan.key.type) : keyType
  const merged = { ...defaults, ...before?.plan, ...choices, frequency }
  // A schedule is turned off also when its owner is not allowed any more.
  const isNewOwner =
    pixKey !== undefined || keyType !== undefined || choices.beneficiaryDocument !== undefined
  const { key, beneficiaryDocument } =
    before && !enabled && !isNewOwner
      ? before.plan
      : keyAndOwner(account, {
          pixKey: keyText,
          ...(type !== undefined && { keyType: type }),
          beneficiaryDocument: merged.beneficiaryDocument,
        })
  const plan: SchedulePlan = { ...merged, key, beneficiaryDocument }
  const { clock } = app
  const after = await audited(
    app,
    (sql) =>
      putSchedule(
        { sql, clock },
        {
          accountId: account.id,
          version: (before?.version ?? 0) + 1,
          plan,
          ...(enabled && { nextAt: nextWithdrawal(plan, clock.now()) }),
        },
      ),
    (stored) => {
      const fields = fieldChanges(describe(before), describe(stored))
      if (!stored || isSame(fields)) return undefined
      return {
        accountId: account.id,
        action: 'cashout_schedule.changed',
        object: { type: 'account', id: account.id, name: account.name },
        ...fields,
      }
    },
  )
  return after ?? 'changed-meanwhile'
}

const describe = (schedule: CashoutSchedule | undefined) => ({
  ...schedule?.plan,
  isOn: schedule?.nextAt !== undefined,
})

const defaults = {
  weekday: 1,
  time: '09:00',
  minimumAmount: cents(1),
  reserve: cents(0),
  beneficiaryName: null,
  beneficiaryDocument: null,
  postbackUrl: null,
}
