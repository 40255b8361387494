import fc from 'fast-check'
import { cents } from '../../src/primitives/money.ts'
import { cancelTransaction } from '../../src/transactions/cancel-transaction.ts'
import { captureTransaction } from '../../src/transactions/card/capture-transaction.ts'
import { syncCharge } from '../../src/transactions/charge/sync-charge.ts'
import { createTransaction } from '../../src/transactions/create-transaction.ts'
import type { Order } from '../../src/transactions/order.ts'
import type { Transaction } from '../../src/transactions/transaction.ts'
import { transactionById } from '../../src/transactions/transaction-store.ts'
import { nameOf as dayName, dayOf, lateCharges } from './bank-days.ts'
import { anyAmount, type Command, codeOf, command, pick, which } from './command.ts'
import { validDaysAfterDue } from './fake-providers.ts'
import type { ReferenceSale } from './reference.ts'
import type { Merchant } from './world.ts'

const installments = fc.integer({ min: 1, max: 12 })

export const saleCommands: readonly Command<unknown>[] = [
  command('sell by PIX', 6, anyAmount, async (merchant, amount) => {
    await create(merchant, {
      amount,
      facts,
      payment: { method: 'PIX', expiresInSeconds: undefined },
    })
  }),

  command('sell by PIX, paid at once', 6, anyAmount, async (merchant, amount) => {
    const charge = await create(merchant, {
      amount,
      facts,
      payment: { method: 'PIX', expiresInSeconds: undefined },
    })
    merchant.outside.pay(nameOf(charge))
    await syncCharge(merchant.app, charge)
  }),

  command(
    'sell by PIX with a due date',
    3,
    fc.record({ amount: anyAmount, inDays: fc.integer({ min: 0, max: 4 }) }),
    async (merchant, { amount, inDays }) => {
      const dueDay = dayOf(merchant.app.clock.now()) + inDays
      const due = {
        original: amount,
        dueDate: dayName(dueDay),
        validDaysAfterDue,
        fine: { kind: 'fixed', amount: cents(lateCharges.fine) },
        interest: { kind: 'fixed-a-day', amount: cents(lateCharges.aDay), days: 'calendar' },
      } as const
      const payment = { method: 'PIX', expiresInSeconds: undefined, due } as const
      await create(merchant, { amount, facts, payment }, dueDay)
    },
  ),

  command('sell by boleto', 2, anyAmount, async (merchant, amount) => {
    await create(merchant, { amount, facts, payment: boleto })
  }),

  command('sell by boleto, paid at once', 4, anyAmount, async (merchant, amount) => {
    const slip = await create(merchant, { amount, facts, payment: boleto })
    merchant.outside.pay(nameOf(slip))
    await syncCharge(merchant.app, slip)
  }),

  command(
    'sell by card',
    6,
    fc.record({ amount: anyAmount, installments }),
    async (merchant, given) => {
      await create(merchant, cardOrder(merchant, given, true))
    },
  ),

  command(
    'sell five times by card at once',
    1,
    fc.record({ amount: anyAmount, installments }),
    async (merchant, given) => {
      await Promise.all(
        Array.from({ length: 5 }, () => create(merchant, cardOrder(merchant, given, true))),
      )
    },
  ),

  command(
    'authorise a card',
    2,
    fc.record({ amount: anyAmount, installments }),
    async (merchant, given) => {
      await create(merchant, cardOrder(merchant, given, false))
    },
  ),

  command('capture, twice at once', 3, which, async (merchant, index) => {
    const sale = pick(inStatus(merchant, 'AUTHORIZED'), index)
    if (!sale) return
    const capture = () => captureTransaction(merchant.app, merchant.account, sale.id)
    await Promise.all([codeOf(capture()), codeOf(capture())])
  }),

  command('pay, reported twice at once', 8, which, async (merchant, index) => {
    const sale = pick(open(merchant), index)
    if (!sale || !merchant.outside.pay(sale.outside)) return
    const charge = await found(merchant, sale)
    await Promise.all([syncCharge(merchant.app, charge), syncCharge(merchant.app, charge)])
  }),

  command('pay, without a notice', 1, which, async (merchant, index) => {
    const sale = pick(open(merchant), index)
    if (sale) merchant.outside.pay(sale.outside)
  }),

  command('cancel what is open', 1, which, async (merchant, index) => {
    const sale = pick([...open(merchant), ...inStatus(merchant, 'AUTHORIZED')], index)
    if (sale) await codeOf(cancelTransaction(merchant.app, merchant.account, sale.id))
  }),

  command('ask again about a sale', 1, which, async (merchant, index) => {
    const sale = pick([...merchant.reference.sales.values()], index)
    if (sale) await syncCharge(merchant.app, await found(merchant, sale))
  }),
]

export async function found(
  { app, account }: Merchant,
  { id }: ReferenceSale,
): Promise<Transaction> {
  const transaction = await transactionById(app.sql, account.id, id)
  if (!transaction) throw new Error(`${id} is gone`)
  return transaction
}

const inStatus = ({ reference }: Merchant, status: string): ReferenceSale[] =>
  [...reference.sales.values()].filter((sale) => sale.status === status)

const open = (merchant: Merchant) => inStatus(merchant, 'WAITING_PAYMENT')

async function create(
  { app, account, reference }: Merchant,
  order: Order,
  dueDay?: number,
): Promise<Transaction> {
  const transaction = await createTransaction(app, account, order)
  const { id, method, amount, installments: parts, status, createdAt } = transaction
  const unpaid = { refunded: 0, feeTaken: 0, parts: [], outcome: 'done' as const }
  reference.sales.set(id, {
    id,
    method,
    amount,
    installments: parts,
    status,
    createdAt,
    outside: nameOf(transaction),
    ...(dueDay !== undefined && { dueDay }),
    ...unpaid,
  })
  return transaction
}

/** What the world outside knows a sale by. */
const nameOf = ({ pix, boleto, card }: Transaction): string =>
  pix?.txid ?? boleto?.ourNumber ?? card?.reference ?? 'a sale without a name outside'

function cardOrder(
  { app }: Merchant,
  {
    amount,
    installments: wanted,
  }: { readonly amount: Order['amount']; readonly installments: number },
  capture: boolean,
): Order {
  const card = {
    number: '4024007153760011',
    holderName: 'ANA TESTE',
    expirationMonth: 12,
    expirationYear: app.clock.now().getUTCFullYear() + 2,
    cvv: '123',
  }
  // An installment below R$ 5.00 is refused: as many as the amount allows.
  const parts = Math.max(1, Math.min(wanted, Math.trunc(amount / 5_00)))
  return {
    amount,
    facts,
    payment: {
      method: 'CREDIT_CARD',
      installments: parts,
      capture,
      source: { kind: 'card', card },
    },
  }
}

const boleto = { method: 'BOLETO', expiresInDays: 3, instructions: [] } as const

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
