/** A test card of the sandbox's wallet, as the sheet offers it. */
export interface SheetCard {
  /** Bank and kind, for people. */
  readonly name: string
  /** The result of a payment with this card, in Portuguese. */
  readonly outcome: string
  /** As in `supportedNetworks`. */
  readonly network: 'visa' | 'masterCard'
  readonly type: 'credit' | 'debit'
  /** Of the plastic card: what `paymentMethod.displayName` ends in. */
  readonly lastDigits: string
  /** The device's number for it. It decides the acquirer's response. */
  readonly dpan: string
}

/** The cards that a shop accepts. */
export const cardsFor = (
  cards: readonly SheetCard[],
  accepted: { readonly networks: readonly string[]; readonly types: readonly string[] },
): SheetCard[] =>
  cards.filter(
    ({ network, type }) => accepted.networks.includes(network) && accepted.types.includes(type),
  )
