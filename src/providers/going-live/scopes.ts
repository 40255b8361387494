import { type OAuthClient, TokenRefused } from '../http/oauth-client.ts'

/** The permissions of a credential, at a provider that grants each one by name. */
export interface ScopedAccess {
  /** Those that the gateway uses, as it is configured. */
  readonly needed: readonly string[]
  /** Those that each token is requested with. Empty: a token has all that were granted. */
  readonly requested: readonly string[]
  /** A client whose tokens are requested with these permissions. */
  open(scopes: readonly string[]): OAuthClient
}

export type ScopeFinding =
  | { readonly kind: 'checked'; readonly missing: readonly string[] }
  /** The provider refuses a token because of these permissions. */
  | { readonly kind: 'scopes-refused'; readonly scopes: readonly string[] }
  /** The credentials themselves are refused. */
  | { readonly kind: 'refused'; readonly cause: unknown }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/**
 * Which permissions the provider has not granted. One that was not granted may cost the whole
 * token: then a token is requested for each one alone.
 */
export async function findMissingScopes(
  access: ScopedAccess,
  signal: AbortSignal,
): Promise<ScopeFinding> {
  const { needed, requested } = access
  const together = await requestToken(access, requested, signal)
  if (together.kind === 'granted') {
    // A response may leave the permissions out if they are the requested ones (RFC 6749, 5.1).
    const granted = together.scopes ?? (requested.length > 0 ? requested : needed)
    return { kind: 'checked', missing: needed.filter((scope) => !granted.includes(scope)) }
  }
  if (together.kind === 'unknown' || requested.length === 0) return together
  const refused: string[] = []
  const wanted = new Set([...needed, ...requested])
  for (const scope of wanted) {
    const alone = await requestToken(access, [scope], signal)
    if (alone.kind === 'unknown') return alone
    if (alone.kind === 'refused') refused.push(scope)
  }
  return refused.length === wanted.size ? together : { kind: 'scopes-refused', scopes: refused }
}

type TokenFinding =
  | { readonly kind: 'granted'; readonly scopes: readonly string[] | undefined }
  | Extract<ScopeFinding, { kind: 'refused' | 'unknown' }>

async function requestToken(
  access: ScopedAccess,
  scopes: readonly string[],
  signal: AbortSignal,
): Promise<TokenFinding> {
  const client = access.open(scopes)
  try {
    return { kind: 'granted', scopes: await client.scopes(signal) }
  } catch (cause) {
    return { kind: cause instanceof TokenRefused ? 'refused' : 'unknown', cause }
  } finally {
    await client.close()
  }
}
