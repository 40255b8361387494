import type { Account } from '../../accounts/account.ts'
import type { App } from '../../app.ts'
import { fieldWithNumber } from '../../brazil/card-search.ts'
import { type Write, write } from '../../journal/change.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { CardData, CardSource } from '../../providers/ports/card.ts'
import type { CardPayment, Order } from '../order.ts'
import { networkOfUsableCard } from '../usable-card.ts'
import { openCardToken } from './card-token.ts'
import { spentCardTokensWriter } from './card-token-store.ts'
import { resolveWalletSource } from './wallet-source.ts'

/**
 * What a card sale is paid with, checked: the source the acquirer charges, what may be shown of it,
 * and what it spends.
 */
export interface PaymentSource {
  readonly source: CardSource
  readonly brand: string
  /** Empty when nobody but the acquirer knows it. */
  readonly lastFour: string
  /** Who holds the card, when the order names no customer. */
  readonly holderName: string
  /** A device wallet's token: one-shot, and its payer has seen how it ended. */
  readonly isWallet: boolean
  /** Rows that make the means spent, together with the sale. */
  readonly spending: (transactionId: string) => Write[]
}

/** Throws a Rejection when the means could pay nothing: then no acquirer hears of it. */
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
      refuseInOtherFields(order, opened.card.number)
      return plainCard(opened.card, at, [
        write(spentCardTokensWriter, { accountId: account.id, digest: opened.digest }),
      ])
    }
    case 'wallet':
      return resolveWalletSource(app, account, { order, token: source.token, at })
  }
}

/**
 * Only here the number behind a token is known. It may stand in pieces in fields that are stored
 * (docs/design/rules.md#g3).
 */
function refuseInOtherFields({ facts }: Order<CardPayment>, number: string): void {
  const field = fieldWithNumber({ ...facts }, number)
  if (field === undefined) return
  throw new Rejection('card-number-misplaced', {
    field: field || 'body',
    params: { field: field || 'body' },
  })
}

/** A number nobody could have issued never reaches an acquirer. */
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
