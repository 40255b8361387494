import type { CallbackQueue } from '../kit/callback-queue.ts'
import type { FileDays } from '../settlement/files.ts'
import type { World } from '../world.ts'
import type { Access } from './access.ts'
import type { Charge } from './charge.ts'
import type { ChargeStore } from './charge-store.ts'
import type { Account } from './identity-store.ts'

/** What the routes of the simulated bank work with. */
export interface Bank {
  readonly world: World
  readonly account: Account
  readonly access: Access
  readonly charges: ChargeStore
  /** The charges that were paid, by day. */
  readonly paidDays: FileDays<Charge>
  readonly callbacks: CallbackQueue
}
