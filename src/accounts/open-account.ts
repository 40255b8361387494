import { paymentMethods } from '../../contract/fields.ts'
import { type FieldChanges, fieldChanges, isSame } from '../audit-log/field-changes.ts'
import { type AuditDeps, audited, recordAudit } from '../audit-log/record-audit.ts'
import { readDocument } from '../brazil/document.ts'
import type { Config } from '../config.ts'
import type { Sql, Tx } from '../db/pool.ts'
import { defined } from '../primitives/defined.ts'
import { newId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { ProviderRegistry } from '../providers/registry.ts'
import type { Account } from './account.ts'
import { type AccountChoices, choose } from './account-choices.ts'
import { accountRulesOf, railOf } from './account-rules.ts'
import { accountById, insertAccount, lockAccount, updateAccount } from './account-store.ts'
import { notifyAccountsChanged } from './api-key-store.ts'

interface Deps extends AuditDeps {
  readonly sql: Sql
  readonly providers: ProviderRegistry
  readonly config: Config
}

/**
 * Opens a merchant's account. A method without a choice is on if it has a provider. Throws
 * `document-invalid`, `account-invalid`, `account-setting-missing`, `account-protest-days-invalid`.
 */
export async function openAccount(
  app: Deps,
  {
    name,
    document,
    ...choices
  }: { readonly name: string; readonly document: string } & AccountChoices,
): Promise<Account> {
  const reading = readDocument(document)
  if (!reading.ok) throw new Rejection('document-invalid', { field: 'document' })
  const rules = accountRulesOf(app.config)
  const blank: Account = {
    id: newId(app.clock.now().getTime()),
    name,
    document: reading.document.number,
    status: 'active',
    settings: rules.defaults,
    providers: {},
  }
  const { providers = {} } = choices
  const methods = Object.fromEntries(
    paymentMethods.map((method) => [method, providers[railOf[method]] != null]),
  )
  const account = choose({ registry: app.providers, rules }, blank, {
    ...choices,
    methods: { ...methods, ...choices.methods },
  })
  return audited(
    app,
    async (sql) => {
      await insertAccount(sql, account)
      return account
    },
    () => ({
      accountId: account.id,
      action: 'account.opened',
      object: objectOf(account),
      after: fieldChanges({}, describe(account)).after,
    }),
  )
}

/** The changes of an operator to an account. */
export type AccountChanges = {
  readonly name?: string
  readonly status?: Account['status']
} & AccountChoices

/** Other changes of the commit that ends an account's suspension. */
export type OnReactivated = (tx: Tx, accountId: string) => Promise<void>

/**
 * Changes the settings in the choices and leaves the rest. Every process applies them within two
 * seconds. `onReactivated` is part of the commit that ends a suspension. Throws `not-found`,
 * `account-invalid`, `account-setting-missing`, `account-protest-days-invalid`.
 */
export async function changeAccount(
  app: Deps,
  id: string,
  changes: AccountChanges,
  onReactivated?: OnReactivated,
): Promise<Account> {
  return app.sql.begin(async (tx) => {
    const found = await lockAccount(tx, id)
    if (!found) throw new Rejection('not-found')
    const account = changed(app, found.account, changes)
    await updateAccount(tx, account, found.version)
    if (found.account.status === 'suspended' && account.status === 'active')
      await onReactivated?.(tx, id)
    await notifyAccountsChanged(tx)
    const fields = fieldChanges(describe(found.account), describe(account))
    if (!isSame(fields))
      await recordAudit(app, tx, {
        accountId: id,
        action: actionOf(found.account, account),
        object: objectOf(account),
        ...fields,
      })
    return account
  })
}

const objectOf = ({ id, name }: Account) => ({ type: 'account', id, name })

/**
 * Returns the effect of a change without making it. Throws `not-found`, `account-invalid`,
 * `account-setting-missing`, `account-protest-days-invalid`.
 */
export async function previewChange(
  app: Pick<Deps, 'sql' | 'providers' | 'config'>,
  id: string,
  changes: AccountChanges,
): Promise<FieldChanges & { readonly name: string }> {
  const found = await accountById(app.sql, id)
  if (!found) throw new Rejection('not-found')
  const account = changed(app, found.account, changes)
  return { name: found.account.name, ...fieldChanges(describe(found.account), describe(account)) }
}

function changed(
  app: Pick<Deps, 'providers' | 'config'>,
  account: Account,
  { name, status, ...choices }: AccountChanges,
): Account {
  const base = { ...account, ...defined({ name, status }) }
  return choose({ registry: app.providers, rules: accountRulesOf(app.config) }, base, choices)
}

/** The fields of an account in the audit log. No setting is a secret. */
const describe = ({ name, document, status, settings, providers }: Account) => ({
  name,
  document,
  status,
  ...settings,
  providers,
})

const actionOf = (before: Account, after: Account) => {
  if (before.status === after.status) return 'account.changed'
  return after.status === 'suspended' ? 'account.suspended' : 'account.reactivated'
}
