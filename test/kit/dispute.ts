import { type Answer, type Sale, type Shop, untilDone } from './shop.ts'
import { timeLimit } from './time-limit.ts'

/** A dispute as a client reads it. */
export interface SeenDispute {
  readonly id: string
  readonly kind: string
  readonly status: string
  readonly transactionId: string
  readonly amount: number
  readonly blockedAmount: number
  readonly lostAmount: number
  readonly openedAt: string
  readonly answerBy: string | null
  readonly answer: {
    readonly decision: string
    readonly text: string | null
    readonly evidenceIds: readonly string[]
    readonly answeredBy: string | null
    readonly sentAt: string | null
  } | null
  readonly earlierAnswers: readonly { readonly text: string | null }[]
  readonly returnId: string | null
  readonly blocked: readonly {
    readonly book: string
    readonly amount: number
    readonly receivableId: string | null
  }[]
  readonly entriesUrl: string
  readonly evidence: readonly SeenEvidence[]
  readonly [field: string]: unknown
}

export interface SeenEvidence {
  readonly id: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly url: string
}

/** The sandbox's description of a claim. */
export interface MadeClaim {
  readonly caseId: string
  readonly amount: number
  readonly state: string
  readonly answerBy?: string
}

export const disputesPath = '/api/user/chargebacks'

/** A PIX that was paid. */
export async function paidPix(shop: Shop, amount: number): Promise<Sale> {
  const sale = await shop.sell({ paymentMethod: 'PIX', amount })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  return sale
}

/** The order of a card sale that the acquirer approves. */
export const cardOrder = (amount: number, installments = 1) => ({
  paymentMethod: 'CREDIT_CARD',
  amount,
  installments,
  customer: { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } },
  card: {
    number: '4024007153760011',
    holderName: 'ANA TESTE',
    expirationMonth: 12,
    expirationYear: 2031,
    cvv: '123',
  },
})

/** A card sale that was approved. */
export const soldByCard = (shop: Shop, amount: number, installments = 1): Promise<Sale> =>
  shop.sell(cardOrder(amount, installments))

/** The payer or the network changes a claim. Does not wait for the gateway. */
export async function claim(
  shop: Shop,
  sale: Sale,
  action: string,
  facts: object = {},
): Promise<MadeClaim> {
  const isPix = sale.paymentMethod === 'PIX'
  const calls = isPix
    ? []
    : await shop.calls({ provider: 'cielo', operation: 'sale', amount: sale.amount })
  const reference = isPix ? (await shop.find(sale.id)).endToEndId : calls.at(-1)?.reference
  return shop.control('POST', '/disputes', {
    reference,
    kind: isPix ? 'med' : 'chargeback',
    action,
    ...facts,
  })
}

/** A claim, and the dispute the gateway made of it. */
export async function openDispute(
  shop: Shop,
  sale: Sale,
  facts: object = {},
): Promise<SeenDispute> {
  await claim(shop, sale, 'open', facts)
  return untilDispute(shop, sale, 'NEEDS_RESPONSE')
}

/** The provider changes a dispute, and the gateway reads the change. */
export async function decide(
  shop: Shop,
  sale: Sale,
  action: 'win' | 'lose' | 'reverse',
): Promise<SeenDispute> {
  await claim(
    shop,
    sale,
    action,
    sale.paymentMethod === 'PIX' && action === 'lose' ? { now: true } : {},
  )
  return untilDispute(shop, sale, action === 'lose' ? 'LOST' : 'WON')
}

export const findDispute = async (shop: Shop, id: string): Promise<SeenDispute> =>
  (await shop.call<SeenDispute>('GET', `${disputesPath}/${id}`)).body.data

/**
 * The newest dispute of a sale once it is in a status: polls the provider at once. Fails at the
 * time limit.
 */
export async function untilDispute(shop: Shop, sale: Sale, status: string): Promise<SeenDispute> {
  const limit = timeLimit()
  for (;;) {
    const path = `${disputesPath}?transactionId=${sale.id}`
    const { body } = await untilDone(() => shop.call<SeenDispute[]>('GET', path))
    const [newest] = body.data
    if (newest?.status === status) return findDispute(shop, newest.id)
    if (limit.aborted)
      throw new Error(
        `the dispute of ${sale.id} is ${newest?.status ?? 'not there'}, not ${status}`,
      )
    await shop.advance('PT5S')
  }
}

export const answer = (
  shop: Shop,
  id: string,
  body: object,
  headers?: Readonly<Record<string, string>>,
) => shop.call<SeenDispute>('POST', `${disputesPath}/${id}/answer`, body, headers)

/** A document, sent as it is. */
export async function sendDocument(
  shop: Shop,
  id: string,
  {
    bytes,
    contentType,
    name = 'comprovante.pdf',
  }: { bytes: Buffer; contentType: string; name?: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<SeenEvidence>> {
  const response = await fetch(
    `${shop.baseUrl}${disputesPath}/${id}/evidence?name=${encodeURIComponent(name)}`,
    {
      method: 'POST',
      headers: { authorization: basic(shop.secretKey), 'content-type': contentType, ...headers },
      body: new Uint8Array(bytes),
    },
  )
  const text = await response.text()
  return { http: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

export const basic = (secretKey: string): string =>
  `Basic ${Buffer.from(`x:${secretKey}`).toString('base64')}`

/** Something that begins as a PDF does, of a size in bytes. */
export const pdf = (size = 1_000): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 'x')])
