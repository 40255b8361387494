/** The payee: the shop that the payer knows, and the account holder that receives for it. */
export interface Payee {
  /** The name that the merchant chose for its pages, else the name of its account. */
  readonly shop: string
  /** The name of the account. Absent: shop or receiver has the same name. */
  readonly registeredName?: string
  /** Absent: the provider does not state it. */
  readonly receiver?: Receiver
}

export interface Receiver {
  readonly name: string
  /** CPF or CNPJ in normal form. */
  readonly document?: string
  /**
   * `account`: the holder of the account, as the operator's contract with the provider says.
   * `code`: the name printed in the PIX code, of at most 25 characters.
   */
  readonly source: 'account' | 'code'
}

/** `Loja Exemplo, recebido por Gateway Pagamentos`; the shop alone when it receives by itself. */
export const payeeLine = (payee: Payee): string =>
  payee.receiver && !receivesItself(payee)
    ? `${payee.shop}, recebido por ${payee.receiver.name}`
    : payee.shop

/** The payee of a shop: it names the account too where nothing else does. */
export function payeeFor(names: ShopNames, receiver?: Receiver): Payee {
  const { brandName, name } = names
  const payee = { shop: brandName ?? name, ...(receiver && { receiver }) }
  const shown = [payee.shop, ...(receiver ? [receiver.name] : [])]
  const isShown = shown.some((each) => comparable(each) === comparable(name))
  return isShown ? payee : { ...payee, registeredName: name }
}

export interface ShopNames {
  /** Absent: the merchant chose no name for its pages. */
  readonly brandName?: string | undefined
  /** The name of the account. */
  readonly name: string
}

/** Whether shop and receiver have the same name: case, accents and punctuation do not count. */
export function receivesItself({ shop, receiver }: Payee): boolean {
  if (!receiver) return true
  const [ours, theirs] = [comparable(shop), comparable(receiver.name)]
  const isCut = receiver.source === 'code' && receiver.name.length >= brCodeNameLength
  return ours === theirs || (isCut && ours.startsWith(theirs))
}

/** Field 59 of a BR Code. */
const brCodeNameLength = 25

const comparable = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^0-9A-Za-z]+/g, '')
    .toUpperCase()
