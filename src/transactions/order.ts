import type { Cents } from '../primitives/money.ts'
import type { CardData, WalletToken } from '../providers/ports/card.ts'
import type { OrderFacts } from './transaction.ts'

/** A creation request after it was read and folded: rules have not run yet. */
export interface Order {
  readonly amount: Cents
  readonly facts: OrderFacts
  readonly payment:
    | { readonly method: 'PIX'; readonly expiresInSeconds: number | undefined }
    | {
        readonly method: 'BOLETO'
        readonly expiresInDays: number | undefined
        readonly instructions: readonly string[]
      }
    | {
        readonly method: 'CREDIT_CARD'
        readonly installments: number
        /** False: authorise only. */
        readonly capture: boolean
        readonly source:
          | { readonly kind: 'card'; readonly card: CardData }
          | { readonly kind: 'card-token'; readonly token: string }
          /** As the device made it; nothing of it was checked yet. */
          | { readonly kind: 'wallet'; readonly token: WalletToken }
      }
}
