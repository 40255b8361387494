import { normaliseDocument } from '../../brazil/document.ts'
import { defined } from '../defined.ts'
import { blockOrGiven, type Fields, filled, flag, given, isFields, upper } from '../fold.ts'

/**
 * A creation request in the form `CreateTransactionRequest` describes. Blocks of other methods are
 * left out, so that they are not validated: existing clients send them.
 */
export function foldOrder(body: Fields): Fields {
  const method = upper(body.paymentMethod)
  const card = method === 'CREDIT_CARD' && isFields(body.card) ? body.card : undefined
  return defined({
    amount: given(body.amount),
    paymentMethod: method,
    installments: card ? (filled(body.installments) ?? filled(card.installments)) : cardOnly(method, body.installments),
    capture: cardOnly(method, flag(body.capture)),
    customer: blockOrGiven(body.customer, foldCustomer),
    shipping: blockOrGiven(body.shipping, ({ fee, address }) =>
      defined({ fee: filled(fee), address: blockOrGiven(address, foldAddress) }),
    ),
    items: foldItems(body.items),
    traceable: flag(body.traceable),
    ip: filled(body.ip),
    postbackUrl: filled(body.postbackUrl),
    externalRef: filled(body.externalRef),
    metadata: body.metadata,
    ...(method === 'PIX' && { pix: blockOrGiven(body.pix, foldPix) }),
    ...(method === 'BOLETO' && { boleto: blockOrGiven(body.boleto, foldBoleto) }),
  })
}

/** Card data as the schema describes it: months and years may come as text, the number with spaces or hyphens. */
export function foldCard(card: Fields): Fields {
  return defined({
    number: typeof card.number === 'string' ? card.number.replace(/[\s-]/g, '') : given(card.number),
    holderName: filled(card.holderName),
    expirationMonth: wholeNumber(card.expirationMonth),
    expirationYear: fullYear(wholeNumber(card.expirationYear)),
    // As a number a code that starts with 0 is one digit short, and is refused for that.
    cvv: typeof card.cvv === 'number' ? String(card.cvv) : filled(card.cvv),
  })
}

const cardOnly = (method: unknown, value: unknown): unknown => (method === 'CREDIT_CARD' ? filled(value) : undefined)

function foldCustomer(customer: Fields): Fields {
  return defined({
    name: filled(customer.name),
    email: filled(customer.email),
    phone: filled(customer.phone),
    document: blockOrGiven(customer.document, foldDocument),
    // Spelled so in the interface; clients send both.
    externaRef: filled(customer.externaRef) ?? filled(customer.externalRef),
    address: blockOrGiven(customer.address, foldAddress),
  })
}

/** Without a type the length tells it. A blank document is none. */
function foldDocument({ number, type }: Fields): Fields | undefined {
  const digits = typeof number === 'string' ? normaliseDocument(number) : given(number)
  if (digits === '' || digits === undefined) return undefined
  const byLength = typeof digits === 'string' && digits.length === 14 ? 'CNPJ' : 'CPF'
  return { number: digits, type: upper(type) ?? byLength }
}

function foldItems(items: unknown): unknown {
  if (!Array.isArray(items)) return filled(items)
  return items.map((item: unknown) => (isFields(item) ? foldItem(item) : item))
}

const foldItem = (item: Fields): Fields =>
  defined({
    title: filled(item.title),
    unitPrice: given(item.unitPrice),
    quantity: given(item.quantity),
    tangible: flag(item.tangible),
    externalRef: filled(item.externalRef),
  })

const addressFields = [
  'street',
  'streetNumber',
  'complement',
  'zipCode',
  'neighborhood',
  'city',
  'state',
  'country',
] as const

const foldAddress = (address: Fields): Fields =>
  defined(Object.fromEntries(addressFields.map((name) => [name, filled(address[name])])))

const foldPix = ({ expiresInDays, expiresInSeconds }: Fields): Fields =>
  defined({ expiresInDays: filled(expiresInDays), expiresInSeconds: filled(expiresInSeconds) })

function foldBoleto({ expiresInDays, instructions }: Fields): Fields {
  const lines = filled(instructions)
  return defined({
    expiresInDays: filled(expiresInDays),
    instructions: typeof lines === 'string' ? [lines] : lines,
  })
}

const wholeNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*\d{1,4}\s*$/.test(value) ? Number(value) : filled(value)

const fullYear = (year: unknown): unknown => (typeof year === 'number' && year >= 0 && year < 100 ? 2_000 + year : year)
