import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { fieldWithNumber } from '../../brazil/card-search.ts'
import { type Write, write } from '../../journal/change.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { CardData } from '../../providers/ports/card.ts'
import type { CardPayment, Order } from '../order.ts'
import { networkOfUsableCard } from '../usable-card.ts'
import { openCardToken } from './card-token.ts'
import { spentCardTokensWriter } from './card-token-store.ts'
import type { PaymentSource } from './payment-source.ts'
import { resolveWalletSource } from './wallet-source.ts'

/** Throws a Rejection when the source cannot pay. Then no request is sent to an acquirer. */
export async function resolveCardSource(
  app: Pick<App, 'config' | 'log' | 'sql' | 'clock' | 'vault' | 'providers'>,
  account: Account,
  order: Order<CardPayment>,
  at: Date,
): Promise<PaymentSource> {
  const { source } = order.payment
  switch (source.kind) {
    case 'card':
      return plainCard(source.card, at, [])
    case 'card-token': {
      const opened = openCardToken(app.vault, { accountId: account.id, token: source.token, at })
      if (!opened) throw new Rejection('card-token-invalid', { field: 'card.token' })
      assertNotInOtherFields(order, opened.card.number)
      return plainCard(opened.card, at, [
        write(spentCardTokensWriter, { accountId: account.id, digest: opened.digest }),
      ])
    }
    case 'wallet':
      return resolveWalletSource(app, account, { order, token: source.token, at })
  }
}

/**
 * Rejects an order that contains the card number of its token in another field. Only here the
 * number is known, and the other fields are stored (docs/design/rules.md#g3).
 */
function assertNotInOtherFields({ facts }: Order<CardPayment>, number: string): void {
  const field = fieldWithNumber({ ...facts }, number)
  if (field === undefined) return
  throw new Rejection('card-number-misplaced', {
    field: field || 'body',
    params: { field: field || 'body' },
  })
}

/** A number that no issuer can have issued is never sent to an acquirer. */
function plainCard(card: CardData, at: Date, spending: Write[]): PaymentSource {
  return {
    source: { kind: 'card', card },
    brand: networkOfUsableCard(card, at),
    lastFour: card.number.slice(-4),
    holderName: card.holderName,
    isWallet: false,
    spending: () => spending,
  }
}
