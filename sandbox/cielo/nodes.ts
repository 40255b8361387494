import type { CieloSaleRequest } from './sale-request.ts'

/** Records an error unless the condition on the request holds. */
export type Check = (right: boolean, code: number, message: string) => void

/** What is charged: the fields of a sale that come from a card or a wallet. */
export type Charged = Pick<CieloSaleRequest, 'number' | 'expiration' | 'brand' | 'wallet'> & {
  readonly holder?: string
}

/** The networks as Cielo spells them. */
const brands = ['Visa', 'Master', 'Amex', 'Elo', 'Aura', 'JCB', 'Diners', 'Discover', 'Hipercard']

/** The documented spelling of a network in any case: clients of Cielo send `VISA` too. */
export const brandOf = (brand: unknown): string | undefined =>
  brands.find((each) => each.toLowerCase() === String(brand).toLowerCase())
