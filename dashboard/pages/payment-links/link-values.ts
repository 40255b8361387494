import type { PaymentMethod } from '../../../contract/fields.ts'
import type { ChangePaymentLinkRequest, PaymentLinkWire } from '../../../contract/payment-link.ts'
import { changedFields } from '../../parts/changed-fields.ts'
import { todayAt } from '../../parts/periods.ts'

/** What a person enters about a link. */
export interface LinkValues {
  title: string
  description: string
  price: 'fixed' | 'open'
  amount: number | null
  least: number | null
  most: number | null
  hasQuantity: boolean
  leastQuantity: number | ''
  mostQuantity: number | ''
  items: ItemValues[]
  methods: PaymentMethod[]
  installments: number | ''
  /** A calendar day in São Paulo. */
  ends: string | null
  mostUses: number | ''
  redirectUrl: string
}

interface ItemValues {
  title: string
  unitPrice: number | null
  quantity: number | ''
  /** What the form does not show and a change must keep. */
  readonly kept: { readonly tangible?: boolean; readonly externalRef?: string }
}

export const noValues: LinkValues = {
  ...{ title: '', description: '', price: 'fixed', amount: null, least: null, most: null },
  ...{ hasQuantity: false, leastQuantity: 1, mostQuantity: 10, items: [], methods: [] },
  ...{ installments: '', ends: null, mostUses: '', redirectUrl: '' },
}

export const noItem: ItemValues = { title: '', unitPrice: null, quantity: 1, kept: {} }

/** A link as the form shows it. */
export const valuesOf = (link: PaymentLinkWire): LinkValues => ({
  title: link.title,
  description: link.description ?? '',
  price: link.openAmount === null ? 'fixed' : 'open',
  amount: link.amount,
  least: link.openAmount?.min ?? null,
  most: link.openAmount?.max ?? null,
  hasQuantity: link.quantity !== null,
  leastQuantity: link.quantity?.min ?? noValues.leastQuantity,
  mostQuantity: link.quantity?.max ?? noValues.mostQuantity,
  items: link.items.map(({ title, unitPrice, quantity, tangible, externalRef }) => ({
    title: title ?? '',
    unitPrice,
    quantity: quantity ?? '',
    kept: { ...(tangible !== null && { tangible }), ...(externalRef !== null && { externalRef }) },
  })),
  methods: [...(link.paymentMethods ?? [])],
  installments: link.maxInstallments ?? '',
  ends: link.expiresAt === null ? null : todayAt(new Date(link.expiresAt)),
  mostUses: link.maxUses ?? '',
  redirectUrl: link.redirectUrl ?? '',
})

/** The link as a request. Null: without it. */
export function bodyOf(values: LinkValues): ChangePaymentLinkRequest & { readonly title: string } {
  const { least, most, leastQuantity, mostQuantity, methods, ends } = values
  const isFixed = values.price === 'fixed'
  return {
    title: values.title.trim(),
    description: values.description.trim() || null,
    amount: isFixed ? values.amount : null,
    openAmount: !isFixed && least !== null && most !== null ? { min: least, max: most } : null,
    quantity:
      isFixed && values.hasQuantity && leastQuantity !== '' && mostQuantity !== ''
        ? { min: leastQuantity, max: mostQuantity }
        : null,
    items: itemsOf(values),
    paymentMethods: methods.length === 0 ? null : methods,
    maxInstallments: values.installments === '' ? null : values.installments,
    expiresAt: ends === null ? null : new Date(`${ends}T23:59:59.999-03:00`).toISOString(),
    maxUses: values.mostUses === '' ? null : values.mostUses,
    redirectUrl: values.redirectUrl.trim() || null,
  }
}

/** The items of which the person entered something. */
const itemsOf = ({ items }: LinkValues) =>
  items
    .filter(({ title, unitPrice }) => title.trim() !== '' || unitPrice !== null)
    .map(({ title, unitPrice, quantity, kept }) => ({
      ...kept,
      ...(title.trim() !== '' && { title: title.trim() }),
      ...(unitPrice !== null && { unitPrice }),
      ...(quantity !== '' && { quantity }),
    }))

/** What a change of a link sends. */
export const changesOf = (before: LinkValues, after: LinkValues): ChangePaymentLinkRequest =>
  changedFields(bodyOf(before), bodyOf(after))

/** What the items cost together. Undefined: some of them have no price. */
export function sumOf({ items }: Pick<LinkValues, 'items'>): number | undefined {
  const prices = items.map(({ unitPrice, quantity }) =>
    unitPrice === null || quantity === '' ? Number.NaN : unitPrice * quantity,
  )
  const sum = prices.reduce((total, price) => total + price, 0)
  return items.length === 0 || Number.isNaN(sum) ? undefined : sum
}

/** The messages of the API under the names of the form. */
export const formErrors = (byField: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(byField).map(([field, message]) => [formNames[field] ?? field, message]),
  )

const formNames: Readonly<Record<string, string>> = {
  openAmount: 'least',
  'openAmount.min': 'least',
  'openAmount.max': 'most',
  quantity: 'mostQuantity',
  'quantity.min': 'leastQuantity',
  'quantity.max': 'mostQuantity',
  paymentMethods: 'methods',
  maxInstallments: 'installments',
  expiresAt: 'ends',
  maxUses: 'mostUses',
}
