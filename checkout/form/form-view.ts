import type { PaymentMethod } from '../../contract/fields.ts'
import type { Payee } from '../../src/brazil/payee.ts'
import type { Cents } from '../../src/primitives/money.ts'
import type { Item } from '../payment.ts'
import type { NoticeText } from '../standing.ts'

/** The form of one purchase, before it is paid. */
export interface FormView {
  readonly payee: Payee
  readonly title?: string
  readonly description?: string
  readonly items: readonly Item[]
  readonly price: FormPrice
  /** What the payer can choose: at least one. */
  readonly methods: readonly PaymentMethod[]
  /** The device wallet. The page shows it only in a browser that has one. */
  readonly devicePay?: DevicePayOffer
  /** The most installments of a card. Each is at least R$ 5.00. */
  readonly maxInstallments: number
  /** The facts of the payer that are not known yet. */
  readonly asks: readonly PayerFact[]
  /** Whether a boleto needs the address of its payer, which is not known yet. */
  readonly asksAddress: boolean
  /** The address that the form is sent to. */
  readonly action: string
  /** One attempt to pay: the same form sent twice is paid once. */
  readonly attemptId: string
  readonly entered: Entered
  readonly problems: readonly FormProblem[]
  /** The result of the attempt before this one. */
  readonly notice?: NoticeText
  /** Where the payer goes who does not want to pay here: the shop, or the code from before. */
  readonly back?: { readonly url: string; readonly to: 'shop' | 'code' }
}

/** What the page needs to open the sheet of a device wallet. None of it is secret. */
export interface DevicePayOffer {
  /** Who is paid, on the sheet. */
  readonly label: string
  /** Base64. Its hash is inside the signed token, and binds the token to the account. */
  readonly applicationData: string
  /** A simulated wallet, for the sandbox. Absent: the browser has a wallet itself, or none. */
  readonly scriptUrl?: string
}

/** A choice on the form. A device wallet pays as a card. */
export type FormMethod = PaymentMethod | 'DEVICE_PAY'

export type PayerFact = 'name' | 'email' | 'document'

/** A total that is known, a number of pieces that the payer chooses, or an amount to enter. */
export type FormPrice =
  | { readonly kind: 'fixed'; readonly amount: Cents }
  | { readonly kind: 'pieces'; readonly unit: Cents; readonly min: number; readonly max: number }
  | { readonly kind: 'open'; readonly min: Cents; readonly max: Cents }

/** The parts of a payer's address. */
export const addressFields = [
  ...(['zipCode', 'street', 'streetNumber', 'complement'] as const),
  ...(['neighborhood', 'city', 'state'] as const),
]
export type AddressField = (typeof addressFields)[number]

export type FormField =
  | 'method'
  | 'amount'
  | 'quantity'
  | PayerFact
  | AddressField
  | 'cardNumber'
  | 'cardHolder'
  | 'cardExpiry'
  | 'cardCvv'
  | 'installments'

/** What a payer entered, as text. A card's number and code are never shown again. */
export type Entered = Partial<
  Record<Exclude<FormField, 'cardNumber' | 'cardExpiry' | 'cardCvv'>, string>
>

export interface FormProblem {
  readonly field: FormField
  readonly problem: ProblemKind
}

export type ProblemKind =
  | 'required'
  | 'invalid'
  | 'too-small'
  | 'too-large'
  | 'brand'
  | 'expired'
  | 'card-number'
  /** The payment was not confirmed on the device. */
  | 'no-device'

/** The name of the field that identifies the attempt. */
export const attemptField = 'attempt'

/** The name of the field with the price that the form showed: of one piece, or of all. */
export const unitField = 'price'

/** The name of the field with the token of a device wallet, as JSON. */
export const tokenField = 'walletToken'

/** The order of the methods on every form. */
export const methodOrder: readonly PaymentMethod[] = ['PIX', 'CREDIT_CARD', 'BOLETO']

/** The same with the device wallet. */
export const formMethodOrder: readonly FormMethod[] = ['PIX', 'DEVICE_PAY', 'CREDIT_CARD', 'BOLETO']

/** What a form offers, in a browser that has everything. */
export const offeredOn = ({
  methods,
  devicePay,
}: Pick<FormView, 'methods' | 'devicePay'>): readonly FormMethod[] =>
  formMethodOrder.filter((each) =>
    each === 'DEVICE_PAY' ? devicePay !== undefined : methods.includes(each),
  )

/** The total, as far as it is known before the payer has chosen. */
export function totalOf(price: FormPrice, { quantity }: Entered): Cents | undefined {
  if (price.kind === 'fixed') return price.amount
  if (price.kind === 'open') return undefined
  const { unit, min, max } = price
  const count = Number(quantity)
  const isCount = Number.isInteger(count) && count >= min && count <= max
  return (unit * (isCount ? count : min)) as Cents
}
