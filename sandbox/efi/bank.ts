import type { Agenda } from '../agenda/agenda.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import type { World } from '../world.ts'
import type { AccountStore } from './account-store.ts'
import type { PayoutStore } from './payout-store.ts'

/** The bank's own work: a payment is decided, or money is returned. Amount in cents. */
export type EfiWork =
  | { readonly kind: 'decide'; readonly end: 'REALIZADO' | 'NAO_REALIZADO' }
  | { readonly kind: 'return'; readonly amount: number }

/** What the bank's routes work with. */
export interface Bank {
  readonly world: World
  readonly account: AccountStore
  readonly payouts: PayoutStore
  readonly agenda: Agenda<EfiWork>
}

/** An error in the bank's form. */
export const refuse = (status: number, nome: string, mensagem: string): ApiResponse => ({
  status,
  body: { nome, mensagem },
  outcome: `refused:${nome}`,
})
