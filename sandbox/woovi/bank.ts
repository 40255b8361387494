import type { Agenda } from '../agenda/agenda.ts'
import type { EfiWork } from '../efi/bank.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import type { World } from '../world.ts'
import type { AccountStore } from './account-store.ts'
import type { PaymentStore } from './payment-store.ts'

/** What the routes of Woovi work with. Its own work is of the kinds that Efí's is. */
export interface Bank {
  readonly world: World
  readonly account: AccountStore
  readonly payments: PaymentStore
  readonly agenda: Agenda<EfiWork>
}

/** Every rejection has this form. */
export const refuse = (status: number, error: string): ApiResponse => ({
  status,
  body: { error },
  outcome: `refused:${status}`,
})
