import type { FileDays } from '../settlement/files.ts'
import type { World } from '../world.ts'
import type { Bank } from './bank.ts'
import type { BatchStore } from './batch-store.ts'
import type { Callbacks } from './callbacks.ts'
import type { ChargeStore } from './charge-store.ts'
import type { Identity } from './identity.ts'
import type { InfractionStore } from './infraction-store.ts'
import type { LocationStore } from './location-store.ts'
import type { Payment } from './payment.ts'
import type { PaymentStore } from './payment-store.ts'
import type { TokenStore } from './token-store.ts'
import type { WebhookStore } from './webhook-store.ts'

/** What the bank's routes work with. */
export interface Psp {
  readonly world: World
  readonly bank: Bank
  readonly identity: Identity
  readonly charges: ChargeStore
  readonly batches: BatchStore
  readonly payments: PaymentStore
  /** The statements of the days that are over. */
  readonly statementDays: FileDays<Payment>
  readonly infractions: InfractionStore
  readonly webhooks: WebhookStore
  readonly callbacks: Callbacks
  readonly tokens: TokenStore
  readonly locations: LocationStore
  /** Host and port of the payloads. */
  host(): string
}
