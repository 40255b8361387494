import { type AuditDeps, audited, recordAudit } from '../audit-log/record-audit.ts'
import type { Sql } from '../db/pool.ts'
import { newId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { digestOfKey } from './account-directory.ts'
import { accountById } from './account-store.ts'
import { announceKey } from './announce-key.ts'
import { type ApiKey, type KeyKind, newKey } from './api-key.ts'
import {
  endKey,
  insertKey,
  keysOf,
  liveKeyForUpdate,
  notifyAccountsChanged,
  revokeKeyRow,
} from './api-key-store.ts'
import { type KeyRestriction, noRestriction } from './key-restriction.ts'

interface Deps extends AuditDeps {
  readonly sql: Sql
}

/**
 * A key and its record, which is shown later. The key itself is shown only now, because only its
 * digest is stored (docs/design/rules.md#k1).
 */
export interface IssuedKey {
  readonly key: string
  readonly record: ApiKey
}

/** Creates a key for an account. Throws `not-found` for an unknown account. */
export async function issueKey(
  app: Deps,
  {
    accountId,
    kind,
    name,
    restriction = noRestriction,
  }: {
    readonly accountId: string
    readonly kind: KeyKind
    readonly name: string
    readonly restriction?: KeyRestriction
  },
): Promise<IssuedKey> {
  if (!(await accountById(app.sql, accountId))) throw new Rejection('not-found')
  return audited(
    app,
    async (sql) => {
      const given = { accountId, kind, name, ...restriction }
      const issued = await makeKey(app, given, (record, digest) => insertKey(sql, record, digest))
      await announceKey(app, sql, issued.record)
      return issued
    },
    ({ record }) => ({
      accountId,
      action: 'key.created',
      object: objectOf(record),
      after: describe(record),
    }),
  )
}

/**
 * Creates a new key beside the old one. The old one works for `overlapSeconds` more, so that a
 * merchant can change keys without a gap.
 */
export async function rotateKey(
  app: Deps,
  {
    accountId,
    keyId,
    overlapSeconds,
  }: { readonly accountId: string; readonly keyId: string; readonly overlapSeconds: number },
): Promise<IssuedKey & { readonly replaced: ApiKey }> {
  return app.sql.begin(async (tx) => {
    const old = await liveKeyForUpdate(tx, accountId, keyId)
    if (!old) throw new Rejection('key-not-found')
    const issued = await makeKey(app, old, (record, digest) => insertKey(tx, record, digest))
    await announceKey(app, tx, issued.record)
    const replaced = await endKey(tx, accountId, keyId, overlapSeconds)
    await notifyAccountsChanged(tx)
    await recordAudit(app, tx, {
      accountId,
      action: 'key.rotated',
      object: objectOf(old),
      before: { key: hintOf(old), expiresAt: old.expiresAt },
      after: { key: hintOf(issued.record), expiresAt: replaced?.expiresAt ?? null },
    })
    return { ...issued, replaced: replaced ?? old }
  })
}

/** Revokes a key. Within two seconds every process rejects it (docs/design/rules.md#k2). */
export async function revokeKey(
  app: Deps,
  { accountId, keyId }: { readonly accountId: string; readonly keyId: string },
): Promise<ApiKey> {
  return app.sql.begin(async (tx) => {
    const revoked = await revokeKeyRow(tx, accountId, keyId)
    if (!revoked) throw new Rejection('key-not-found')
    await notifyAccountsChanged(tx)
    await recordAudit(app, tx, {
      accountId,
      action: 'key.revoked',
      object: objectOf(revoked),
      before: describe(revoked),
    })
    return revoked
  })
}

export const listKeys = (
  { sql }: Pick<Deps, 'sql'>,
  accountId: string,
): Promise<readonly ApiKey[]> => keysOf(sql, accountId)

async function makeKey(
  { vault, clock, actor }: Pick<Deps, 'vault' | 'clock' | 'actor'>,
  {
    accountId,
    kind,
    name,
    permissions,
    addresses,
    validUntil,
  }: Pick<ApiKey, 'accountId' | 'kind' | 'name'> & KeyRestriction,
  insert: (record: Parameters<typeof insertKey>[1], digest: Buffer) => ReturnType<typeof insertKey>,
): Promise<IssuedKey> {
  const key = newKey(kind)
  const parts = { firstEight: key.slice(0, 8), lastFour: key.slice(-4) }
  const record = await insert(
    {
      accountId,
      id: newId(clock.now().getTime()),
      kind,
      name,
      permissions,
      addresses,
      validUntil,
      madeBy: { kind: actor.kind, id: actor.id, name: actor.name },
      ...parts,
    },
    digestOfKey(vault, key),
  )
  if (!record) throw new Error('a key was inserted and not returned')
  return { key, record }
}

const hintOf = ({ firstEight, lastFour }: ApiKey): string => `${firstEight}…${lastFour}`

const objectOf = (key: ApiKey) => ({
  type: 'key',
  id: key.id,
  name: `${key.name} (${hintOf(key)})`,
})

const describe = ({ kind, permissions, addresses, validUntil }: ApiKey) => ({
  kind,
  permissions,
  addresses,
  validUntil,
})
