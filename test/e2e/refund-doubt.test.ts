import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { changeAccount } from '../../src/accounts/open-account.ts'
import type { App } from '../../src/app.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { cents } from '../../src/primitives/money.ts'
import { refundTransaction } from '../../src/refunds/create-refund.ts'
import { refundById } from '../../src/refunds/refund-store.ts'
import { continueRefund } from '../../src/refunds/send-refund.ts'
import { balance } from '../kit/cashout.ts'
import { postCieloNotice } from '../kit/cielo-notice.ts'
import { moveTo } from '../kit/device-pay.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import type { Sale, Shop } from '../kit/shop.ts'
import { timeLimit, untilFound } from '../kit/time-limit.ts'

let world: World
before(async () => {
  world = await openWorld(shortCalls, { readsFiles: true })
})
after(() => world.close())

interface RefundedSale extends Sale {
  readonly refundedAmount: number
  readonly refunds: readonly {
    readonly id: string
    readonly amount: number
    readonly status: string
  }[]
}
type Acquirer = 'cielo' | 'pagarme' | 'rede'

const customer = { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } }
const card = {
  number: '4024007153760011',
  holderName: 'ANA TESTE',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}

/** A shop without fees, so that a balance is a sum of amounts. */
async function openFreeShop(acquirer: Acquirer = 'cielo'): Promise<Shop> {
  const shop = await world.openShop()
  const free = { fixed: 0, basisPoints: 0 }
  await changeAccount(world.app, shop.accountId, {
    prices: { CREDIT_CARD: [{ ...free, upTo: 99 }] },
  })
  await moveTo(world, shop, providerOf(acquirer))
  return shop
}

const providerOf = (name: Acquirer): string => world.providers.all[name] ?? assert.fail(name)
const sell = (shop: Shop, amount: number) =>
  shop.sell({ paymentMethod: 'CREDIT_CARD', amount, customer, card })
const refund = (shop: Shop, { id }: Sale, amount: number) =>
  shop.call<RefundedSale>('POST', `/api/user/transactions/${id}/refund`, {
    amount,
    confirmDuplicate: true,
  })
const fault = (shop: Shop, provider: string, operation: string, name: string) =>
  shop.control('POST', '/faults', { provider, operation, fault: name, times: 1 })
const statuses = async (shop: Shop, { id }: Sale) =>
  ((await shop.find(id)) as RefundedSale).refunds.map(({ status }) => status)
async function pass(shop: Shop, ...durations: readonly string[]): Promise<void> {
  for (const duration of durations) await shop.advance(duration)
}

/** The amounts of the cancels of a sale that the acquirer received. */
async function cancelsOf(shop: Shop, provider: Acquirer, sale: Sale): Promise<readonly number[]> {
  const { attemptRef } = await attemptOf(sale)
  const calls = await shop.calls({ provider, operation: 'void', reference: attemptRef })
  return calls.map(({ amount }) => amount ?? 0)
}

async function attemptOf({
  id,
}: Sale): Promise<{ readonly attemptRef: string; readonly reference: string }> {
  const [row] = await world.app.sql<{ attemptRef: string; reference: string }[]>`
    select attempt_ref as "attemptRef", reference from attempts where transaction_id = ${id}`
  return row ?? assert.fail('no attempt')
}

/** The refunded amount of a sale at the acquirer. */
async function givenBack(acquirer: Acquirer, sale: Sale): Promise<number> {
  const { reference } = await attemptOf(sale)
  const finding = await world.app.providers
    .card(providerOf(acquirer))
    .findByReference(reference, timeLimit())
  assert.ok(finding.kind === 'found')
  if (finding.outcome.kind === 'voided') return finding.outcome.amount
  return finding.outcome.kind === 'approved'
    ? (finding.outcome.voidedAmount ?? 0)
    : assert.fail(finding.outcome.kind)
}

/** A person refunds a part of it in the acquirer's own portal. */
async function cancelByHand(acquirer: Acquirer, sale: Sale, amount: number): Promise<void> {
  const { reference } = await attemptOf(sale)
  const cancelled = await world.app.providers
    .card(providerOf(acquirer))
    .cancel(reference, cents(amount), timeLimit())
  assert.equal(cancelled.kind, 'cancelled')
}

/** Sends a notice of Cielo that a cancel of the sale was denied, which may be false. */
async function sendDenialNotice(sale: Sale): Promise<void> {
  const { reference } = await attemptOf(sale)
  await postCieloNotice(world, { PaymentId: reference, ChangeType: 5 })
}

const casesOf = async ({ id }: Sale) => {
  const rows = await world.app.sql<
    { kind: string; found: { readonly voidedAmount?: number } | null }[]
  >`
    select kind, found
    from reconciliation_cases
    where object_id in (select r.id from refunds r where r.transaction_id = ${id})
    order by opened_at, kind`
  return rows.map(({ kind, found }) => [kind, found?.voidedAmount ?? null])
}
test('a false notice of a denied cancel does not fail the refund', async () => {
  const shop = await openFreeShop()
  const sale = await sell(shop, 400_51)
  await refund(shop, sale, 70_00)
  await sendDenialNotice(sale)
  assert.deepEqual(await statuses(shop, sale), ['PROCESSING'])
  await pass(shop, 'PT20S', 'PT2M', 'PT10M', 'PT2H')
  assert.deepEqual(
    [await statuses(shop, sale), await givenBack('cielo', sale)],
    [['COMPLETED'], 70_00],
  )
  const { pending, blocked } = await balance(shop)
  assert.deepEqual([pending, blocked], [330_51, 0])
})

test('a repeated denial of an earlier cancel does not fail the next one', async () => {
  const shop = await openFreeShop()
  const sale = await sell(shop, 400_00)
  await refund(shop, sale, 40_52)
  await pass(shop, 'PT2M', 'PT30M', 'PT30M', 'PT2H')
  assert.deepEqual(await statuses(shop, sale), ['FAILED'])
  await refund(shop, sale, 50_51)
  await sendDenialNotice(sale)
  await sendDenialNotice(sale)
  assert.deepEqual(await statuses(shop, sale), ['FAILED', 'PROCESSING'])
  await pass(shop, 'PT2M', 'PT10M')
  assert.deepEqual(
    [await statuses(shop, sale), await givenBack('cielo', sale)],
    [['FAILED', 'COMPLETED'], 50_51],
  )
})

for (const [acquirer, duration] of [
  ['cielo', 'PT2H'],
  ['pagarme', 'PT2M'],
  ['rede', 'PT2M'],
] as const)
  test(`${acquirer} denies an accepted cancel: the refund fails and frees its money`, async () => {
    const shop = await openFreeShop(acquirer)
    const sale = await sell(shop, 200_52)
    await refund(shop, sale, 60_00)
    assert.deepEqual(await statuses(shop, sale), ['PROCESSING'])
    await pass(shop, 'PT30S', 'PT1M', duration, 'PT2H')
    assert.deepEqual(await statuses(shop, sale), ['FAILED'])
    const { pending, blocked } = await balance(shop)
    assert.deepEqual([pending, blocked], [200_52, 0])
  })

for (const acquirer of ['cielo', 'pagarme', 'rede'] as const)
  test(`a slow cancel with a lost response at ${acquirer} is made once`, async () => {
    const shop = await openFreeShop(acquirer)
    const sale = await sell(shop, 200_51)
    await fault(shop, acquirer, 'void', 'timeout-after')
    await refund(shop, sale, 50_00)
    await pass(shop, 'PT5S', 'PT15S')
    assert.deepEqual(await statuses(shop, sale), ['PROCESSING'])
    assert.equal((await refund(shop, sale, 50_00)).body.error?.code, 'refund-in-progress')
    await pass(shop, 'PT2M', 'PT10M', 'PT1H')
    assert.deepEqual(
      [await statuses(shop, sale), await givenBack(acquirer, sale)],
      [['COMPLETED'], 50_00],
    )
    assert.deepEqual(await cancelsOf(shop, acquirer, sale), [50_00])
  })

test('a cancel with an unknown outcome is a case after a week, and stays held', async () => {
  const shop = await openFreeShop()
  const sale = await sell(shop, 200_00)
  await fault(shop, 'cielo', 'void', 'timeout-before')
  await refund(shop, sale, 50_00)
  await pass(shop, 'PT1M', ...Array.from({ length: 9 }, () => 'PT1H'), 'P7D')
  assert.deepEqual(await statuses(shop, sale), ['PROCESSING'])
  assert.deepEqual(await casesOf(sale), [['refund-unresolved', null]])
  assert.deepEqual(await cancelsOf(shop, 'cielo', sale), [50_00])
  assert.equal((await balance(shop)).blocked, 50_00)
  // The person cancels it on the acquirer's pages. The workers still query it.
  await cancelByHand('cielo', sale, 50_00)
  await pass(shop, 'P1D')
  assert.deepEqual(await statuses(shop, sale), ['COMPLETED'])
})

test('after a crash an accepted cancel is queried and not sent again', async () => {
  const shop = await openFreeShop('rede')
  const sale = await sell(shop, 300_51)
  const account = (await world.app.accounts.byId(shop.accountId)) ?? assert.fail('no account')
  const dying: App = {
    ...world.app,
    providers: {
      ...world.app.providers,
      card(id) {
        const acquirer = world.app.providers.card(id)
        const cancel: typeof acquirer.cancel = async (...given) => {
          await acquirer.cancel(...given)
          throw new Error('killed')
        }
        return { ...acquirer, cancel }
      },
    },
  }
  await assert.rejects(
    refundTransaction(dying, account, { id: sale.id, request: { amount: 50_00 } }),
    /killed/,
  )
  await pass(shop, 'PT31S', 'PT20S')
  assert.deepEqual(await cancelsOf(shop, 'rede', sale), [50_00])
  await pass(shop, 'PT2M', 'PT10M', 'PT1H')
  assert.deepEqual(
    [await statuses(shop, sale), await givenBack('rede', sale)],
    [['COMPLETED'], 50_00],
  )
})

for (const acquirer of ['cielo', 'pagarme', 'rede'] as const)
  test(`a cancel that ${acquirer} rejected before processing is sent again, once`, async () => {
    const shop = await openFreeShop(acquirer)
    const sale = await sell(shop, 200_00)
    await fault(shop, acquirer, 'void', 'error-403')
    // A later reading may be after the worker has sent it again.
    const { body } = await refund(shop, sale, 50_00)
    assert.deepEqual(
      body.data.refunds.map(({ status }) => status),
      ['PROCESSING'],
    )
    await pass(shop, 'PT5S', 'PT10S', 'PT30S')
    assert.deepEqual(
      [await statuses(shop, sale), await givenBack(acquirer, sale)],
      [['COMPLETED'], 50_00],
    )
  })

test('a query about a refund that has ended meanwhile opens no case', async () => {
  const shop = await openFreeShop()
  const sale = await sell(shop, 200_51)
  const { body } = await refund(shop, sale, 200_51)
  const stale = await refundById(world.app.sql, shop.accountId, body.data.refunds[0]?.id ?? '')
  assert.ok(stale?.status === 'PROCESSING')
  await pass(shop, 'PT2M', 'PT10M')
  assert.deepEqual(await statuses(shop, sale), ['COMPLETED'])
  await continueRefund(world.app, stale)
  await continueRefund(world.app, { ...stale, status: 'COMPLETED' })
  assert.deepEqual(await casesOf(sale), [])
})

test('two refunds within five seconds: the rejected one is sent again', async () => {
  const shop = await openFreeShop()
  const refundTwice = async () => {
    const sale = await sell(shop, 200_00)
    await refund(shop, sale, 40_00)
    await refund(shop, sale, 30_00)
    return { sale, ended: await statuses(shop, sale) }
  }
  // A busy machine may need the five seconds for the second one.
  const { sale, ended } = await untilFound(
    'the second refund is sent within five seconds',
    refundTwice,
    ({ ended: [, second] }) => second !== 'COMPLETED',
  )
  assert.deepEqual(ended, ['COMPLETED', 'PROCESSING'])
  await pass(shop, 'PT6S', 'PT10S', 'PT20S')
  assert.deepEqual(
    [await statuses(shop, sale), await givenBack('cielo', sale)],
    [['COMPLETED', 'COMPLETED'], 70_00],
  )
})

test('a cancel by hand at the acquirer resolves the refund of the same amount', async () => {
  const shop = await openFreeShop()
  const sale = await sell(shop, 200_00)
  await refund(shop, sale, 40_50)
  assert.deepEqual(await statuses(shop, sale), ['FAILED'])
  await pass(shop, 'PT10S')
  await cancelByHand('cielo', sale, 40_00)
  await refund(shop, sale, 40_00)
  assert.deepEqual(await statuses(shop, sale), ['FAILED', 'COMPLETED'])
  assert.deepEqual(await cancelsOf(shop, 'cielo', sale), [40_50, 40_00])
})

test('when the acquirer’s cancel fits two refunds none is sent: a case opens', async () => {
  const shop = await openFreeShop()
  const sale = await sell(shop, 200_00)
  await refund(shop, sale, 40_50)
  await pass(shop, 'PT10S')
  await cancelByHand('cielo', sale, 40_00)
  await refund(shop, sale, 30_00)
  await pass(shop, 'PT1M', 'PT1H')
  assert.deepEqual(await statuses(shop, sale), ['FAILED', 'PROCESSING'])
  assert.deepEqual(await casesOf(sale), [['refund-answer-differs', 40_00]])
  assert.deepEqual(await cancelsOf(shop, 'cielo', sale), [40_50, 40_00])
})

test('a slow query before a cancel does not shorten the time of the cancel', async () => {
  const shop = await openFreeShop()
  const sale = await sell(shop, 200_00)
  await refund(shop, sale, 40_00)
  await pass(shop, 'PT10S')
  const cancelHad: boolean[] = []
  const slow: App = {
    ...world.app,
    config: { ...world.app.config, limits: { ...world.app.config.limits, acquirerCallMs: 200 } },
    providers: {
      ...world.app.providers,
      card(id) {
        const acquirer = world.app.providers.card(id)
        const findByReference: typeof acquirer.findByReference = async (reference, signal) => {
          await once(signal, 'abort')
          return acquirer.findByReference(reference, timeLimit())
        }
        const cancel: typeof acquirer.cancel = async (reference, amount, signal) => {
          cancelHad.push(!signal.aborted)
          return acquirer.cancel(reference, amount, timeLimit())
        }
        return { ...acquirer, findByReference, cancel }
      },
    },
  }
  const account = (await world.app.accounts.byId(shop.accountId)) ?? assert.fail('no account')
  await refundTransaction(slow, account, {
    id: sale.id,
    request: { amount: 30_00, skipsDuplicateCheck: true },
  })
  assert.deepEqual(cancelHad, [true])
  assert.deepEqual(await statuses(shop, sale), ['COMPLETED', 'COMPLETED'])
})

test('the books of all these refunds are balanced', async () => {
  assert.deepEqual(await checkBooks(world.app), [])
})
