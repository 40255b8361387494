/** A test card of the sandbox's wallet, as the sheet offers it. */
export interface SheetCard {
  /** Bank and kind, for people. */
  readonly name: string
  /** What choosing it leads to, in Portuguese. */
  readonly outcome: string
  /** As in `supportedNetworks`. */
  readonly network: 'visa' | 'masterCard'
  readonly type: 'credit' | 'debit'
  /** Of the plastic card: what `paymentMethod.displayName` ends in. */
  readonly lastDigits: string
  /** The device's number for it: decides what the acquirer answers. */
  readonly dpan: string
}

/** The cards a shop takes. */
export const cardsFor = (
  cards: readonly SheetCard[],
  accepted: { readonly networks: readonly string[]; readonly types: readonly string[] },
): SheetCard[] =>
  cards.filter(({ network, type }) => accepted.networks.includes(network) && accepted.types.includes(type))
