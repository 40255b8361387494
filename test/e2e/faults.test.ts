import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Fault, faults, isCarriedOut } from '../../sandbox/faults.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { askCashout, balance, cashoutPath, earn, type SeenCashout } from '../kit/cashout.ts'
import { paidPix, soldByCard } from '../kit/dispute.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import type { Answer, Sale, Shop } from '../kit/shop.ts'
import { stormRandom, stormRounds } from '../kit/storm-size.ts'
import { until } from '../kit/time-limit.ts'

/*
 * The sandbox injects each fault of a provider once. As many requests of one flow are sent at the
 * same time, each with its own idempotency key.
 */

let world: World
before(async () => {
  world = await openWorld(shortCalls)
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  await world.close()
})

const random = stormRandom()
const path = '/api/user/transactions'
const customer = { name: 'Ana Teste', document: { number: '52998224725', type: 'CPF' } }
const card = {
  number: '4024007153760011',
  holderName: 'ANA',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}

/** The faults in an order of their own: a request whose first call failed may meet a second one. */
async function plantFaults(shop: Shop, provider: string, operation: string): Promise<void> {
  const shuffled = faults
    .map((fault) => ({ fault, at: random() }))
    .sort((one, other) => one.at - other.at)
  for (const { fault } of shuffled)
    await shop.control('POST', '/faults', {
      provider,
      operation,
      fault,
      times: 1,
    } satisfies PlantedFault)
}
interface PlantedFault {
  readonly provider: string
  readonly operation: string
  readonly fault: Fault
  readonly times: number
}

const isUsedUp = (shop: Shop, provider: string, operation: string) => async () => {
  const { waiting } = await shop.control<{ waiting: readonly PlantedFault[] }>('GET', '/faults')
  return waiting.every((each) => each.provider !== provider || each.operation !== operation)
}

/** A failure is a 503 with Retry-After. Nothing else is 5xx. */
function assertConclusive(answers: readonly Answer<unknown>[]): void {
  for (const { http, headers, text } of answers) {
    assert.ok(http === 200 || http === 503, text)
    if (http === 503) assert.ok(Number(headers.get('retry-after')) >= 1, text)
  }
}

/** Business time in which every unknown outcome is queried more than once. */
async function resolveAll(shop: Shop): Promise<void> {
  for (const step of ['PT10S', 'PT15S', 'PT30S', 'PT1M', 'PT2M', 'PT5M', 'PT16M', 'PT30M'])
    await shop.advance(step)
}

/** Whether a call, as a provider logged it, was carried out. */
const isDone = (outcome: string, done: string): boolean =>
  outcome === done || faults.some((fault) => outcome === `fault:${fault}` && isCarriedOut(fault))

const keyed = (key: string) => ({ 'idempotency-key': key })
const refs = (round: number) => faults.map((_, index) => `${round}-${index}`)

for (const round of stormRounds()) {
  for (const [flow, provider, operation, order] of [
    [
      'card sales',
      'cielo',
      'sale',
      { paymentMethod: 'CREDIT_CARD', amount: 10_00, customer, card },
    ],
    ['PIX charges', 'pix', 'cob.create', { paymentMethod: 'PIX', amount: 10_00 }],
    ['boletos', 'boleto', 'register', { paymentMethod: 'BOLETO', amount: 10_00, customer }],
  ] as const) {
    test(`${flow} under every fault are answered, resolved and made once (${round})`, async () => {
      const shop = await world.openShop()
      await plantFaults(shop, provider, operation)
      const sell = (ref: string) =>
        shop.call('POST', path, { ...order, externalRef: ref }, keyed(ref))
      const first = await Promise.all(refs(round).map(sell))
      assertConclusive(first)
      await shop.control('DELETE', '/faults')
      await resolveAll(shop)
      const answered = new Map(refs(round).map((ref, index) => [ref, first[index]?.http]))
      const repeated = new Map<string, number>()
      for (const ref of refs(round)) repeated.set(ref, (await sell(ref)).http)

      const attempts = await world.app.sql<
        { ref: string; state: string; status: string; sentAs: string }[]
      >`
        select t.external_ref as ref, a.state, t.status, a.attempt_ref as "sentAs"
        from transactions t
        left join attempts a on a.account_id = t.account_id and a.transaction_id = t.id
        where t.account_id = ${shop.accountId}`
      assert.deepEqual(
        attempts.map(({ ref }) => ref).sort(),
        refs(round).sort(),
        'one payment for each key',
      )
      const calls = await shop.calls({ provider, operation })
      for (const { ref, state, status, sentAs } of attempts) {
        if (provider !== 'cielo') {
          assert.deepEqual([repeated.get(ref), status], [200, 'WAITING_PAYMENT'])
          continue
        }
        assert.ok(!['sending', 'unknown'].includes(state), `${sentAs} is still ${state}`)
        const outcomes = calls
          .filter(({ reference }) => reference === sentAs)
          .map(({ outcome }) => outcome)
        // A busy machine may not connect in time. Then nothing was sent, and the attempt says so.
        const isSentOnce = outcomes.length === 1
        const isNotSent = outcomes.length === 0 && state === 'not-executed'
        assert.ok(isSentOnce || isNotSent, `${sentAs} is ${state}, sent as ${outcomes}`)
        // Without a response of the acquirer about the card, the first response is a 503. A busy
        // machine may read the response too late: then the sale was in doubt.
        const isTurnedAway =
          (outcomes.includes('fault:error-401') || outcomes.includes('fault:error-403')) &&
          answered.get(ref) === 503
        const expected = isTurnedAway
          ? 'CANCELED'
          : outcomes.includes('approved')
            ? 'PAID'
            : 'REFUSED'
        assert.deepEqual([repeated.get(ref), status], [200, expected], `${sentAs} ${outcomes}`)
      }
    })
  }

  for (const [method, provider, operation] of [
    ['card', 'cielo', 'void'],
    ['PIX', 'pix', 'refund.create'],
  ] as const) {
    test(`refunds of ${method} under faults are made at most once (${round})`, async () => {
      const shop = await world.openShop()
      await earn(shop, 1_000_00)
      const sales: Sale[] = []
      for (const _ of faults)
        sales.push(await (method === 'card' ? soldByCard : paidPix)(shop, 10_00))
      await plantFaults(shop, provider, operation)
      const refund = ({ id }: Sale) =>
        shop.call('POST', `${path}/${id}/refund`, { amount: 4_00 }, keyed(`refund-${id}`))
      assertConclusive(await Promise.all(sales.map(refund)))
      await shop.control('DELETE', '/faults')
      await resolveAll(shop)
      assertConclusive(await Promise.all(sales.map(refund)))

      const rows = await world.app.sql<
        { back: number; status: string; sentAs: string | null; reference: string }[]
      >`
        select t.refunded_amount as back, r.status, a.attempt_ref as "sentAs",
          t.facts->'pix'->>'endToEndId' as reference
        from refunds r
        join transactions t on t.account_id = r.account_id and t.id = r.transaction_id
        left join attempts a on a.account_id = t.account_id and a.transaction_id = t.id
        where r.account_id = ${shop.accountId}`
      assert.equal(rows.length, faults.length, 'one refund for each key')
      const calls = await shop.calls({ provider, operation })
      for (const { back, status, sentAs, reference } of rows) {
        // The bank knows a refund by our id, so a repeated call is the same refund. The acquirer
        // has no id of ours.
        const made = calls.filter((each) =>
          method === 'card'
            ? each.reference === sentAs && /voided|partly/.test(each.outcome)
            : each.reference === reference && isDone(each.outcome, 'created'),
        )
        if (method === 'card') assert.ok(made.length <= 1, `${made.length} cancels of ${sentAs}`)
        // A cancel of a card has no name of its own: one in doubt waits for a person, and is not
        // sent again.
        assert.ok(status === 'COMPLETED' || (status === 'PROCESSING' && method === 'card'), status)
        assert.equal(back, made.length > 0 ? 4_00 : 0, `${sentAs ?? reference} is ${status}`)
      }
    })
  }

  test(`cashouts under every fault end as at the bank, each paid once (${round})`, async () => {
    const shop = await world.openShop()
    await earn(shop, 1_000_00)
    await plantFaults(shop, 'efi', 'send')
    const before = await balance(shop)
    const ask = (ref: string) =>
      askCashout(shop, { amount: 10_00, pixKey: `c${ref}@exemplo.com.br` }, keyed(ref))
    assertConclusive(await Promise.all(refs(round).map(ask)))
    await until('every fault was met', isUsedUp(shop, 'efi', 'send'))
    await resolveAll(shop)
    assertConclusive(await Promise.all(refs(round).map(ask)))

    const { data } = (await shop.call<readonly SeenCashout[]>('GET', `${cashoutPath}?limit=100`))
      .body
    assert.equal(data.length, faults.length, 'one cashout for each key')
    const sends = await shop.calls({ provider: 'efi', operation: 'send' })
    let taken = 0
    for (const { id, status, fee } of data) {
      const paid = sends.filter(
        ({ reference, outcome }) =>
          reference === id.replaceAll('-', '') && isDone(outcome, 'accepted'),
      )
      assert.equal(
        status,
        paid.length > 0 ? 'COMPLETED' : 'FAILED',
        `${id} ${paid.map(({ outcome }) => outcome)}`,
      )
      if (status === 'COMPLETED') taken += 10_00 + fee
    }
    const { available, blocked } = await balance(shop)
    assert.deepEqual([available, blocked], [before.available - taken, 0])
  })
}
