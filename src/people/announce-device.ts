import type { Tx } from '../db/pool.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { deviceKey, deviceName } from './device-name.ts'
import { rememberDevice } from './known-device-store.ts'
import type { LoginKind } from './login.ts'
import type { PeopleContext, RequestOrigin } from './people.ts'
import { personById } from './person-store.ts'

/** Queues a mail to a person who signs in on a device that is new, apart from the first device. */
export async function announceDevice(
  app: Pick<PeopleContext, 'vault' | 'clock'>,
  tx: Tx,
  personId: string,
  kind: LoginKind,
  { address, userAgent }: RequestOrigin,
): Promise<void> {
  const device = deviceKey(userAgent)
  // Every command line calls itself the same.
  const key = kind === 'cli' ? `cli ${address} ${device}` : device
  const digests = app.vault.digests('known-device', `${personId} ${key}`)
  if (!(await rememberDevice(tx, personId, digests))) return
  const person = await personById(tx, personId)
  if (!person) return
  await queueMail(app, tx, {
    to: person.email,
    language: person.language,
    template: 'new-device',
    data: {
      at: app.clock.now().toISOString(),
      device: deviceName(userAgent, person.language),
      ip: address,
    },
  })
}
