import type { ApiResponse } from '../kit/bank-call.ts'
import type { CallbackQueue } from '../kit/callback-queue.ts'
import type { FileDays } from '../settlement/files.ts'
import type { World } from '../world.ts'
import type { BoletoStore } from './boleto-store.ts'
import type { Identity } from './identity-store.ts'
import type { ListedTitle } from './render.ts'
import type { TokenStore } from './token-store.ts'

/** What the routes of the simulated bank work with. */
export interface Bank {
  readonly world: World
  readonly identity: Identity
  readonly boletos: BoletoStore
  /** The boletos that moved, by day. */
  readonly movedDays: FileDays<ListedTitle>
  readonly tokens: TokenStore
  readonly callbacks: CallbackQueue
  /** Responses to repeated queries of boletos that trigger the bank's cache, by nosso número. */
  readonly remembered: Map<string, { readonly until: number; readonly response: ApiResponse }>
}
