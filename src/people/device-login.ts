import { removeExpiredDeviceCodes } from './device-code-store.ts'
import { signedToken } from './login.ts'
import { removeLogins } from './login-store.ts'
import type { PeopleContext, RequestOrigin } from './people.ts'
import { personById } from './person-store.ts'
import { announceLogin } from './sign-in.ts'
import { withFailures } from './with-failures.ts'

/** What a command line shows, and keeps, while a person decides in the browser. */
export interface DeviceLogin {
  readonly deviceCode: string
  /** The person compares it. */
  readonly userCode: string
  /** The page where the person decides. */
  readonly url: string
  readonly expiresInSeconds: number
  readonly intervalSeconds: number
}

/** The answer to a command line that asks whether the person has decided. */
export type DeviceAnswer =
  | { readonly kind: 'approved'; readonly token: string }
  | { readonly kind: 'pending' | 'too-fast' | 'denied' | 'over' }

export async function beginDeviceLogin(app: PeopleContext): Promise<DeviceLogin> {
  await removeExpiredDeviceCodes(app.sql)
  const codes = await app.people.auth.device.begin()
  return { ...codes, url: `${app.links.baseUrl}/dashboard/device?code=${codes.userCode}` }
}

/**
 * The person of a login decides. A wrong code counts towards the lock of that person.
 * @throws Rejection `link-not-valid`
 */
export async function decideDeviceLogin(
  app: PeopleContext,
  { personId, tokenDigest }: { readonly personId: string; readonly tokenDigest: string },
  { userCode, isApproved }: { readonly userCode: string; readonly isApproved: boolean },
): Promise<void> {
  const decide = () => app.people.auth.device.decide(userCode, isApproved, tokenDigest)
  await withFailures(app, personId, async () => (await decide()) || undefined, 'link-not-valid')
}

/** Gives the token once, after the approval. */
export const pollDeviceLogin = (
  app: PeopleContext,
  deviceCode: string,
  origin: RequestOrigin,
): Promise<DeviceAnswer> =>
  app.sql.begin(async (tx) => {
    const poll = await app.people.auth.device.poll(tx, deviceCode, origin)
    if (poll.kind !== 'approved') return poll
    const person = await personById(tx, poll.personId)
    if (person?.status !== 'active') {
      await removeLogins(tx, poll.personId)
      return { kind: 'over' }
    }
    await announceLogin(tx, app, person, 'cli', origin)
    return { kind: 'approved', token: signedToken(app.vault, poll.token) }
  })
