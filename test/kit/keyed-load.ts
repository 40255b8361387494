import { setTimeout as wait } from 'node:timers/promises'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { trialBalance } from '../../src/books-audit/trial-balance-store.ts'
import type { DrillWorld } from './drill-world.ts'
import type { Shop } from './shop.ts'

/** Clients that sell, and repeat each order under its key until it has a 200. */
export interface KeyedLoad {
  /** Payments that the merchant has a 200 for, in their order. */
  readonly acknowledged: readonly Acknowledged[]
  /** How many requests were repeated. */
  repeats(): number
  /** Sells until the signal. Keys begin with `name`. */
  sellUntil(over: AbortSignal, name: string): Promise<void>
  /** The first payment that the process `by` has acknowledged since an instant. */
  firstSince(instantMs: number, by: number): Promise<Acknowledged>
}

export interface Acknowledged {
  readonly id: string
  readonly method: Method
  readonly status: string
  readonly atMs: number
  /** How long the merchant repeated the order. */
  readonly tookMs: number
  /** Which of the shops responded. */
  readonly by: number
}

interface Options {
  readonly clients: number
  /** Whether a client repeats an order at the next shop, as behind a balancer. */
  readonly changesShop: boolean
  readonly methods?: readonly Method[]
  /** How long an order is repeated, ms. Default: two minutes. */
  readonly longestMs?: number
  /** The pause of a client after each order, ms. */
  readonly pauseMs?: number
}

export function openKeyedLoad(
  { shops, receiver }: Pick<DrillWorld, 'shops' | 'receiver'>,
  {
    clients,
    changesShop,
    methods = ['PIX', 'CREDIT_CARD'],
    longestMs = 120_000,
    pauseMs = 0,
  }: Options,
): KeyedLoad {
  const acknowledged: Acknowledged[] = []
  let repeats = 0

  async function acknowledge(
    order: Order & { readonly postbackUrl: string },
    key: string,
    first: number,
  ): Promise<Acknowledged> {
    const startedMs = Date.now()
    for (let by = first; ; by = changesShop ? by + 1 : by) {
      const shop = shops[by % shops.length] ?? shops[0]
      const answer = await shop
        .call('POST', '/api/user/transactions', order, { 'idempotency-key': key })
        .catch(() => undefined)
      const atMs = Date.now()
      const tookMs = atMs - startedMs
      if (answer?.http === 200) {
        const { id, status } = answer.body.data
        const method = order.paymentMethod
        return { id, method, status, atMs, tookMs, by: by % shops.length }
      }
      const isFinal = answer && answer.http < 500 && answer.http !== 409
      if (isFinal || tookMs > longestMs)
        throw new Error(`a sale returned ${answer?.http}: ${answer?.text}`)
      repeats += 1
      await wait(100)
    }
  }

  return {
    acknowledged,
    repeats: () => repeats,
    async sellUntil(over, name) {
      const sell = async (client: number) => {
        for (let n = 0; !over.aborted; n += 1) {
          const amount = 10_00 + ((n * 7 + client) % 80) * 100
          const order = someOrder(methods[n % methods.length] ?? 'PIX', amount)
          const postbackUrl = `${receiver.url}/webhook`
          acknowledged.push(
            await acknowledge({ ...order, postbackUrl }, `${name}-${client}-${n}`, client),
          )
          await wait(pauseMs)
        }
      }
      await Promise.all(Array.from({ length: clients }, (_, client) => sell(client)))
    },
    async firstSince(instantMs, by) {
      for (;;) {
        const found = acknowledged.find((each) => each.by === by && each.atMs >= instantMs)
        if (found) return found
        if (Date.now() - instantMs > longestMs) throw new Error(`shop ${by} sells nothing`)
        await wait(20)
      }
    },
  }
}

/** What must be zero after every drill. */
export async function auditLoad(
  { app, shops }: Pick<DrillWorld, 'app' | 'shops'>,
  acknowledged: readonly Acknowledged[],
): Promise<{ readonly lost: number; 'charged twice': number; 'rules broken': number }> {
  const breaches = await checkBooks(app)
  const { isBalanced } = await trialBalance(app.sql)
  return {
    lost: await countLost(app, acknowledged),
    'charged twice': await countChargedTwice(app, shops[0]),
    'rules broken': breaches.length + (isBalanced ? 0 : 1),
  }
}

/** Acknowledged payments that the database does not have as they were, and those it has twice. */
async function countLost(
  { sql }: DrillWorld['app'],
  acknowledged: readonly Acknowledged[],
): Promise<number> {
  const found = await sql<{ id: string; status: string }[]>`select id, status from transactions`
  const statuses = new Map(found.map(({ id, status }) => [id, status]))
  const isLost = ({ id, status }: Acknowledged) =>
    !statuses.has(id) || (status === 'PAID' && statuses.get(id) !== 'PAID')
  const second = statuses.size - new Set(acknowledged.map(({ id }) => id)).size
  return acknowledged.filter(isLost).length + Math.abs(second)
}

/** Payments whose card the acquirer has charged more than once, by its own log. */
async function countChargedTwice({ sql }: DrillWorld['app'], shop: Shop): Promise<number> {
  const attempts = await sql<{ id: string; reference: string }[]>`
    select transaction_id as id, attempt_ref as reference from attempts where operation = 'sale'`
  const payments = new Map(attempts.map(({ id, reference }) => [reference, id]))
  const sales = await shop.calls({ provider: 'cielo', operation: 'sale', outcome: 'approved' })
  const charged = sales.map(({ reference }) => payments.get(reference ?? ''))
  return charged.length - new Set(charged).size
}

/** An order by this method, without the address of its webhooks. */
export const someOrder = (paymentMethod: Method, amount: number): Order => ({
  ...{ paymentMethod, amount },
  ...details[paymentMethod],
})

interface Order {
  readonly paymentMethod: Method
  readonly amount: number
}

type Method = 'PIX' | 'CREDIT_CARD' | 'BOLETO'

const customer = { name: 'Maria Souza', document: { number: '11144477735', type: 'CPF' } }

/** What an order of each method has besides its amount. */
const details: Readonly<Record<Method, object>> = {
  PIX: {},
  BOLETO: { customer, boleto: { expiresInDays: 3 } },
  CREDIT_CARD: {
    ...{ customer, installments: 1 },
    card: {
      ...{ number: '4111111111111111', holderName: 'MARIA SOUZA', cvv: '123' },
      ...{ expirationMonth: 12, expirationYear: 2031 },
    },
  },
}
