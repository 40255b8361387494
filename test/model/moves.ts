import fc from 'fast-check'
import type { Account } from '../../src/accounts/account.ts'
import { isUuid } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { cancelTransaction } from '../../src/transactions/cancel-transaction.ts'
import { captureTransaction } from '../../src/transactions/capture-transaction.ts'
import { checkTransaction } from '../../src/transactions/check-transaction.ts'
import { createTransaction } from '../../src/transactions/create-transaction.ts'
import type { Order } from '../../src/transactions/order.ts'
import { findTransaction } from '../../src/transactions/read-transactions.ts'
import type { Transaction } from '../../src/transactions/transaction.ts'
import type { World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'
import { type Reference, referenceSale } from './reference.ts'

/** Where a sequence plays: a merchant of its own in a world it shares. */
export interface Ground {
  readonly world: World
  readonly shop: Shop
  readonly account: Account
  readonly reference: Reference
  /** Charges nobody has paid yet, and sales authorised and not captured. */
  readonly open: Transaction[]
  readonly authorized: Transaction[]
}

/** One kind of thing that can happen to money: what may be chosen, and what it does to the gateway and to the reference. */
export interface Move<Choice> {
  readonly name: string
  /** How often, beside the others. */
  readonly weight: number
  readonly choice: fc.Arbitrary<Choice>
  play(ground: Ground, choice: Choice): Promise<void>
}

// Cents from 60 on: below, amounts tell the sandbox to misbehave. The storms of test/e2e do that.
const amount = fc
  .tuple(fc.integer({ min: 10, max: 90_000 }), fc.integer({ min: 60, max: 99 }))
  .map(([reais, rest]) => cents(reais * 100 + rest))
const installments = fc.integer({ min: 1, max: 12 })
/** Which of a list, whatever its length will be. */
const which = fc.nat(1_000)
const nothing = fc.constant(null)

/** Whoever adds a verb that moves money adds its move here, and what it does to the reference. */
export const moves: readonly Move<unknown>[] = [
  move('sell by PIX', 4, fc.record({ amount }), async (ground, { amount }) => {
    ground.open.push(await create(ground, { amount, facts, payment: { method: 'PIX', expiresInSeconds: undefined } }))
  }),

  move('sell by boleto', 3, fc.record({ amount }), async (ground, { amount }) => {
    const payment = { method: 'BOLETO', expiresInDays: 3, instructions: [] } as const
    ground.open.push(await create(ground, { amount, facts, payment }))
  }),

  move('sell by card', 5, fc.record({ amount, installments }), async (ground, given) => {
    sold(ground, await create(ground, cardOrder(given, ground, true)))
  }),

  move('sell five times by card at once', 1, fc.record({ amount, installments }), async (ground, given) => {
    const sales = await Promise.all(Array.from({ length: 5 }, () => create(ground, cardOrder(given, ground, true))))
    for (const sale of sales) sold(ground, sale)
  }),

  move('authorise a card', 2, fc.record({ amount, installments }), async (ground, given) => {
    ground.authorized.push(await create(ground, cardOrder(given, ground, false)))
  }),

  move('capture, twice at once', 2, fc.record({ which }), async (ground, { which }) => {
    const [sale] = ground.authorized.splice(which % Math.max(ground.authorized.length, 1), 1)
    if (!sale) return
    const capture = () => captureTransaction(ground.world.app, ground.account, sale.id)
    await Promise.allSettled([capture(), capture()])
    await learn(ground, sale)
  }),

  move('pay, told twice at once', 6, fc.record({ which }), async (ground, { which }) => {
    const [charge] = ground.open.splice(which % Math.max(ground.open.length, 1), 1)
    if (!charge) return
    await ground.shop.pay(charge.pix?.emv ?? charge.boleto?.digitableLine ?? '')
    await Promise.all([checkTransaction(ground.world.app, charge), checkTransaction(ground.world.app, charge)])
    await learn(ground, charge)
  }),

  move('cancel what is open', 1, fc.record({ which }), async (ground, { which }) => {
    const [charge] = ground.open.splice(which % Math.max(ground.open.length, 1), 1)
    if (!charge) return
    await cancelTransaction(ground.world.app, ground.account, charge.id).catch(() => {})
    await learn(ground, charge)
  }),

  move('ask again about a sale that is paid', 1, fc.record({ which }), async (ground, { which }) => {
    const sale = ground.reference.sales[which % Math.max(ground.reference.sales.length, 1)]
    const transaction = sale && (await findTransaction(ground.world.app, ground.account.id, sale.id))
    if (transaction) await checkTransaction(ground.world.app, transaction)
  }),

  move('due work, twice at once', 1, nothing, async ({ world }) => {
    await Promise.all([world.app.worker?.runUntilDry(), world.app.worker?.runUntilDry()])
  }),

  move(
    'let time pass',
    4,
    fc.constantFrom('PT3H', 'PT13H', 'P1D', 'P2D', 'P5D', 'P17D'),
    async ({ shop }, duration) => {
      await shop.advance(duration)
    },
  ),
]

function move<Choice>(
  name: string,
  weight: number,
  choice: fc.Arbitrary<Choice>,
  play: (ground: Ground, choice: Choice) => Promise<void>,
): Move<unknown> {
  return { name, weight, choice, play: (ground, chosen) => play(ground, chosen as Choice) }
}

const create = ({ world, account }: Ground, order: Order) => createTransaction(world.app, account, order)

/** Only what the gateway says is paid counts; how much that is worth, and when, is for the reference to say. */
async function learn(ground: Ground, { id }: Transaction): Promise<void> {
  const transaction = await findTransaction(ground.world.app, ground.account.id, id)
  if (transaction) sold(ground, transaction)
}

function sold({ reference }: Ground, { id, method, amount, installments, status, paidAt }: Transaction): void {
  if (!isUuid(id) || status !== 'PAID' || !paidAt || reference.sales.some((sale) => sale.id === id)) return
  reference.sales.push(referenceSale({ id, method, amount, installments, paidAt }))
}

function cardOrder(
  { amount, installments }: { readonly amount: Order['amount']; readonly installments: number },
  { world }: Ground,
  capture: boolean,
): Order {
  const card = {
    number: '4024007153760011',
    holderName: 'ANA TESTE',
    expirationMonth: 12,
    expirationYear: world.app.clock.now().getUTCFullYear() + 2,
    cvv: '123',
  }
  // An installment below R$ 5.00 is refused: as many as the amount allows.
  const parts = Math.max(1, Math.min(installments, Math.trunc(amount / 5_00)))
  return {
    amount,
    facts,
    payment: { method: 'CREDIT_CARD', installments: parts, capture, source: { kind: 'card', card } },
  }
}

const facts: Order['facts'] = {
  customer: {
    id: '01900000-0000-7000-8000-000000000000',
    name: 'Ana Teste',
    email: 'ana@exemplo.com.br',
    phone: null,
    document: { number: '11144477735', type: 'CPF' },
    externaRef: null,
    address: null,
  },
  items: [],
  shipping: null,
  metadata: null,
  postbackUrl: null,
  traceable: null,
  ip: null,
  externalRef: null,
}
