import { fieldChanges, isSame } from '../audit-log/field-changes.ts'
import { type AuditDeps, recordAudit } from '../audit-log/record-audit.ts'
import type { Outbound } from '../config.ts'
import type { Sql } from '../db/pool.ts'
import { parseDestination } from '../outbound/destination.ts'
import { newId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { forgetLeftAddress } from './failing-address-store.ts'
import { settleEndpoint } from './migrate-deliveries.ts'
import { notifyDueDeliveries } from './notify-delivery-workers-store.ts'
import { insertFirstSecret } from './secret-store.ts'
import { sealedNewSecret } from './secrets.ts'
import type { WebhookSecret } from './signature.ts'
import { type EndpointChoices, maxEndpoints, type WebhookEndpoint } from './webhook-endpoint.ts'
import {
  endpointById,
  holdFeed,
  insertEndpoint,
  markEndpointDeleted,
  updateEndpoint,
} from './webhook-endpoint-store.ts'

interface Deps extends AuditDeps {
  readonly config: { readonly outbound: Outbound }
  readonly sql: Sql
}

/**
 * Adds an address that gets every event committed from now on. Its secret is returned here and
 * never again. Throws `webhook-url-invalid`, `webhook-endpoint-limit`.
 */
export async function openEndpoint(
  app: Deps,
  accountId: string,
  given: {
    readonly url: string
    readonly description: string | null
    readonly eventTypes: readonly string[]
  },
): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: WebhookSecret }> {
  checkUrl(app, given.url)
  const createdAt = app.clock.now()
  const id = newId(createdAt.getTime())
  const fresh = sealedNewSecret(app, accountId)
  await app.sql.begin(async (tx) => {
    await holdFeed(tx, accountId)
    const isAdded = await insertEndpoint(tx, { ...given, accountId, id, createdAt }, maxEndpoints)
    if (!isAdded) throw new Rejection('webhook-endpoint-limit', { params: { max: maxEndpoints } })
    await insertFirstSecret(tx, { accountId, webhookEndpointId: id }, fresh)
    await recordAudit(app, tx, {
      accountId,
      action: 'webhook_endpoint.created',
      object: objectOf({ id, url: given.url }),
      after: describe(given),
    })
  })
  return { endpoint: await endpointOrNotFound(app, accountId, id), secret: fresh.secret }
}

/**
 * Changes the given fields. The waiting deliveries of the endpoint follow: to its new address, held
 * while it is paused, due at once when it is active again. Throws `not-found`,
 * `webhook-url-invalid`.
 */
export async function changeEndpoint(
  app: Deps,
  accountId: string,
  { id, ...choices }: EndpointChoices & { readonly id: string },
): Promise<WebhookEndpoint> {
  if (choices.url !== undefined) checkUrl(app, choices.url)
  const earlier = await app.sql.begin(async (tx) => {
    await holdFeed(tx, accountId)
    const before = await endpointById(tx, accountId, id)
    const isChanged = await updateEndpoint(
      tx,
      { accountId, id },
      { ...choices, at: app.clock.now() },
    )
    const after = await endpointById(tx, accountId, id)
    if (!isChanged || !before || !after) return undefined
    const fields = fieldChanges(describe(before), describe(after))
    if (!isSame(fields))
      await recordAudit(app, tx, {
        accountId,
        action: 'webhook_endpoint.changed',
        object: objectOf(after),
        ...fields,
      })
    return before
  })
  if (!earlier) throw new Rejection('not-found')
  await settleEndpoint(app, { accountId, id })
  await forgetLeftAddress(app.sql, { accountId, endpoint: new URL(earlier.url).origin })
  await notifyDueDeliveries(app.sql, accountId)
  return endpointOrNotFound(app, accountId, id)
}

/**
 * Deletes an endpoint. Nothing is sent to it any more; the log of its deliveries stays. Throws
 * `not-found`.
 */
export async function deleteEndpoint(
  app: Deps,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await endpointOrNotFound(app, accountId, id)
  const isFound = await app.sql.begin(async (tx) => {
    await holdFeed(tx, accountId)
    const isDeleted = await markEndpointDeleted(tx, { accountId, id }, app.clock.now())
    if (isDeleted)
      await recordAudit(app, tx, {
        accountId,
        action: 'webhook_endpoint.deleted',
        object: objectOf(endpoint),
        before: describe(endpoint),
      })
    return isDeleted
  })
  if (!isFound) throw new Rejection('not-found')
  await settleEndpoint(app, { accountId, id })
  await forgetLeftAddress(app.sql, { accountId, endpoint: new URL(endpoint.url).origin })
  return { ...endpoint, status: 'deleted', pausedReason: null }
}

/** Throws `not-found`. */
export async function endpointOrNotFound(
  { sql }: Pick<Deps, 'sql'>,
  accountId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await endpointById(sql, accountId, id)
  if (!endpoint) throw new Rejection('not-found')
  return endpoint
}

function checkUrl({ config }: Deps, url: string): void {
  if (!parseDestination(url, config.outbound))
    throw new Rejection('webhook-url-invalid', { field: 'url' })
}

const objectOf = ({ id, url }: Pick<WebhookEndpoint, 'id' | 'url'>) => ({
  type: 'webhook_endpoint',
  id,
  name: url,
})

const describe = ({
  url,
  description,
  eventTypes,
  status,
}: Pick<WebhookEndpoint, 'url' | 'description' | 'eventTypes'> &
  Partial<Pick<WebhookEndpoint, 'status'>>) => ({ url, description, eventTypes, status })
