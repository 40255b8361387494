import type { Logger } from 'pino'
import { Value } from 'typebox/value'
import { fieldChanges } from '../audit-log/field-changes.ts'
import { type AuditDeps, audited } from '../audit-log/record-audit.ts'
import type { Sql } from '../db/pool.ts'
import { newId, randomBase62 } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import type { Vault } from '../primitives/vault.ts'
import { callbackRegistrationMs } from '../providers/polling/timeouts.ts'
import { type CallbackRegistration, callbackRegistrationOf } from '../providers/ports/callback.ts'
import {
  allProviders,
  callbackDigests,
  insertProvider,
  keepRegistration,
  offerCallback,
  type ProviderRow,
  takeNextCallback,
  updateProvider,
} from '../providers/provider-store.ts'
import type { ProviderRegistry } from '../providers/registry.ts'
import { providerPlace } from '../providers/registry.ts'

interface Deps extends AuditDeps {
  readonly sql: Sql
  readonly providers: ProviderRegistry
  readonly links: { readonly baseUrl: string }
  readonly log: Logger
}

export interface AddedProvider {
  readonly id: string
  /** The address to which the provider sends its notices. Its secret part is shown this once. */
  readonly callbackUrl: string
  /** Whether the bank accepted the address. Null: an operator registers it by hand. */
  readonly callbackRegistered: boolean | null
}

/**
 * Stores a provider's settings, sealed, and registers our callback address with the provider. An
 * existing `id` is from an earlier attempt: then only the callback address is created again. Throws
 * `provider-invalid`.
 */
export async function addProvider(
  app: Deps,
  {
    kind,
    name,
    settings,
    id = newId(app.clock.now().getTime()),
  }: {
    readonly kind: string
    readonly name: string
    readonly settings: unknown
    readonly id?: string
  },
): Promise<AddedProvider> {
  checkSettings(app, kind, settings)
  const secret = randomBase62(40)
  const row = {
    id,
    kind,
    name,
    sealed: app.vault.seal(JSON.stringify(settings), providerPlace(id)),
    callbackDigest: digestOfCallback(app.vault, secret),
  }
  const isNew = await audited(
    app,
    (sql) => insertProvider(sql, row),
    (isInserted) =>
      isInserted
        ? { action: 'provider.added', object: objectOf(row), after: { kind, name } }
        : undefined,
  )
  await app.providers.refresh()
  if (!isNew) return renewCallback(app, id)
  return { id, ...(await registerCallback(app, id, secret)) }
}

/**
 * Changes the name, the settings, or both. New settings replace all the old ones. Throws
 * `not-found`, `provider-invalid`.
 */
export async function changeProvider(
  app: Deps,
  id: string,
  { name, settings }: { readonly name?: string; readonly settings?: unknown },
): Promise<void> {
  const row = await providerById(app, id)
  if (settings !== undefined) checkSettings(app, row.kind, settings)
  const after = {
    id,
    name: name ?? row.name,
    sealed:
      settings === undefined
        ? row.sealed
        : app.vault.seal(JSON.stringify(settings), providerPlace(id)),
  }
  // Settings hold secrets: the log says only that they were replaced.
  const changes = fieldChanges(
    { name: row.name },
    { name: after.name, ...(settings !== undefined && { settings: 'replaced' }) },
  )
  await audited(
    app,
    (sql) => updateProvider(sql, after),
    () =>
      Object.keys(changes.after).length === 0
        ? undefined
        : { action: 'provider.changed', object: objectOf(after), ...changes },
  )
  await app.providers.refresh()
}

/**
 * Creates a new callback address. The old one works until the bank has accepted the new one, or the
 * provider has called it. So a bank that cannot be reached now does not lose our address. Throws
 * `not-found`.
 */
export async function renewCallback(app: Deps, id: string): Promise<AddedProvider> {
  const row = await providerById(app, id)
  const secret = randomBase62(40)
  const digest = digestOfCallback(app.vault, secret)
  await audited(
    app,
    (sql) => offerCallback(sql, id, digest),
    () => ({ action: 'provider.callback_renewed', object: objectOf(row) }),
  )
  const registered = await registerCallback(app, id, secret)
  if (registered.callbackRegistered) await takeNextCallback(app.sql, id, digest)
  return { id, ...registered }
}

export async function providerById({ sql }: Pick<Deps, 'sql'>, id: string): Promise<ProviderRow> {
  const row = (await allProviders(sql)).find((each) => each.id === id)
  if (!row) throw new Rejection('not-found')
  return row
}

/** Whether a provider that calls this address calls one of these providers here. */
export async function isCallbackOf(
  { sql, vault, links }: Pick<Deps, 'sql' | 'vault' | 'links'>,
  ids: readonly string[],
  url: string,
): Promise<boolean> {
  const start = callbackUrlOf(links, '')
  if (!url.startsWith(start)) return false
  const digests = vault.digests('provider-callback', url.slice(start.length))
  const stored = await callbackDigests(sql, ids)
  return digests.some((digest) => stored.some((each) => each.equals(digest)))
}

const callbackUrlOf = ({ baseUrl }: Deps['links'], secret: string): string =>
  `${baseUrl}/callbacks/${secret}`

/** The form of a callback's secret in the database. */
export const digestOfCallback = (vault: Vault, secret: string): Buffer =>
  vault.digest('provider-callback', secret)

/** Throws `provider-invalid`. */
export function checkSettings(
  { providers }: Pick<Deps, 'providers'>,
  kind: string,
  settings: unknown,
): void {
  const found = Object.hasOwn(providers.kinds, kind) ? providers.kinds[kind] : undefined
  if (!found)
    throw new Rejection('provider-invalid', {
      field: 'kind',
      params: { kinds: Object.keys(providers.kinds).join(', ') },
    })
  // An issue names the field and never its value, because settings hold secrets.
  const malformed = Value.Errors(found.schema, settings).map(
    ({ instancePath, keyword, params }) => ({
      field: ['settings', ...instancePath.split('/').slice(1), ...missing(params)].join('.'),
      problem: keyword,
    }),
  )
  const issues =
    malformed.length > 0
      ? malformed
      : found.missing(settings).map((name) => ({ field: `settings.${name}`, problem: 'required' }))
  if (issues.length > 0)
    throw new Rejection('provider-invalid', {
      issues,
      ...(issues[0] && { field: issues[0].field }),
    })
}

const missing = (params: object): string[] =>
  'requiredProperties' in params && Array.isArray(params.requiredProperties)
    ? params.requiredProperties.slice(0, 1)
    : []

async function registerCallback(
  app: Deps,
  id: string,
  secret: string,
): Promise<Omit<AddedProvider, 'id'>> {
  const callbackUrl = callbackUrlOf(app.links, secret)
  const rail = app.providers.kinds[app.providers.kindOf(id) ?? '']?.rail
  const bank = rail && callbackRegistrationOf(app.providers[rail](id))
  const callbackRegistered = bank ? await offerToBank(app, { id, bank, callbackUrl }) : null
  await keepRegistration(app.sql, id, callbackRegistered)
  return { callbackUrl, callbackRegistered }
}

async function offerToBank(
  app: Deps,
  {
    id,
    bank,
    callbackUrl,
  }: {
    readonly id: string
    readonly bank: CallbackRegistration
    readonly callbackUrl: string
  },
): Promise<boolean> {
  try {
    await bank.registerCallback(callbackUrl, AbortSignal.timeout(callbackRegistrationMs))
    return true
  } catch {
    // Charges are also queried on a schedule. Without callbacks payments are only recorded later.
    app.log.warn({ providerId: id }, 'the bank did not take our callback address')
    return false
  }
}

const objectOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  type: 'provider',
  id,
  name,
})
