import type { Static } from 'typebox'
import type {
  IssuedKeyWire,
  IssueKeyRequest,
  KeyKind,
  KeyWire,
  RotateKeyRequest,
} from '../../contract/account.ts'
import { type AccountPermission, keyPermissions } from '../../contract/permission.ts'
import type { ApiKey } from '../accounts/api-key.ts'
import { type Grant, requirePermission } from '../accounts/grant.ts'
import { issueKey, rotateKey } from '../accounts/issue-key.ts'
import { type KeyRestriction, networkFrom } from '../accounts/key-restriction.ts'
import type { App } from '../app.ts'
import type { Made } from './request/sealed-response.ts'
import { assertNoIssues, type Issue } from './request/validation.ts'

/** A new key with the key itself, which is shown only in this response. */
export async function issuedKey(
  app: Pick<App, 'sql' | 'vault' | 'clock' | 'actor'>,
  accountId: string,
  request: Static<typeof IssueKeyRequest>,
): Promise<Made<IssuedKeyWire>> {
  const { key, record } = await issueKey(app, newKeyFrom(app, accountId, request))
  return {
    id: record.id,
    message: { pt: `Chave criada. ${keepIt.pt}`, en: `Key created. ${keepIt.en}` },
    data: { ...renderKey(record), key },
  }
}

/**
 * A person makes no key that may do more than the person.
 * @throws Rejection `permission-denied`
 */
export function requireWithin(
  grant: Grant,
  {
    kind,
    permissions,
  }: { readonly kind: KeyKind; readonly permissions?: readonly AccountPermission[] | null },
): void {
  if (kind === 'secret')
    for (const permission of permissions ?? keyPermissions) requirePermission(grant, permission)
}

/** Throws `validation-failed`. */
export const newKeyFrom = (
  { clock }: Pick<App, 'clock'>,
  accountId: string,
  request: Static<typeof IssueKeyRequest>,
) => ({
  accountId,
  kind: request.kind,
  name: request.name,
  restriction: restrictionFrom(request, clock.now()),
})

/** How long a replaced key still works: a day. */
export const usualOverlapSeconds = 86_400

/** The key that replaces another one, which stays valid for the overlap. */
export async function rotatedKey(
  app: Pick<App, 'sql' | 'vault' | 'clock' | 'actor'>,
  { accountId, keyId }: { readonly accountId: string; readonly keyId: string },
  { overlapSeconds = usualOverlapSeconds }: Static<typeof RotateKeyRequest>,
): Promise<Made<IssuedKeyWire & { readonly replaced: KeyWire }>> {
  const { key, record, replaced } = await rotateKey(app, { accountId, keyId, overlapSeconds })
  return {
    id: record.id,
    message: { pt: `Chave trocada. ${keepIt.pt}`, en: `Key rotated. ${keepIt.en}` },
    data: { ...renderKey(record), key, replaced: renderKey(replaced) },
  }
}

export function renderKey({
  id,
  kind,
  name,
  firstEight,
  lastFour,
  permissions,
  addresses,
  createdAt,
  expiresAt,
  revokedAt,
  lastUsedAt,
}: ApiKey): KeyWire {
  return {
    id,
    kind,
    name,
    hint: `${firstEight}…${lastFour}`,
    permissions: permissions && [...permissions],
    addresses: addresses && [...addresses],
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/**
 * Throws `validation-failed` for an invalid network or end, or for a restriction of a public key.
 */
function restrictionFrom(
  { kind, permissions, addresses, expiresAt }: Static<typeof IssueKeyRequest>,
  now: Date,
): KeyRestriction {
  const networks = addresses?.map(networkFrom)
  const validUntil = expiresAt === undefined ? null : new Date(expiresAt)
  const issues: Issue[] = []
  if (kind === 'public') {
    if (permissions) issues.push({ field: 'permissions', problem: 'secret-key-only' })
    if (addresses) issues.push({ field: 'addresses', problem: 'secret-key-only' })
  }
  networks?.forEach((network, index) => {
    if (network === undefined) issues.push({ field: `addresses.${index}`, problem: 'network' })
  })
  if (validUntil && !(validUntil > now)) issues.push({ field: 'expiresAt', problem: 'past' })
  assertNoIssues(issues)
  return {
    permissions: permissions ?? null,
    addresses: networks?.filter((network) => network !== undefined) ?? null,
    validUntil,
  }
}

const keepIt = {
  pt: 'Guarde-a: ela não será mostrada de novo.',
  en: 'Keep it: it is not shown again.',
}
