import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { App } from '../../src/app.ts'
import { bareId, markedId, newId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { ListedPayout } from '../../src/providers/ports/payout.ts'
import type { ListedPixCharge, ListedPixPayment } from '../../src/providers/ports/pix.ts'
import { emptyCounts } from '../../src/restore-sweep/sweep-counts.ts'
import { sweepPayouts } from '../../src/restore-sweep/sweep-payouts.ts'
import { sweepPix } from '../../src/restore-sweep/sweep-pix.ts'
import { paidPix } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'

/* Records of a bank, after a restore, that no row of the restored database can be matched with. */

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const at = new Date('2026-11-20T12:00:00Z')
const span = {
  since: at,
  touchedSince: at,
  until: new Date(at.getTime() + 3_600_000),
  now: new Date(at.getTime() + 3_600_000),
  noticedAt: new Date(at.getTime() + 3_600_000),
  salesEnd: async () => {},
}
/** An id like ours whose end is the mark of no account. */
const nobodys = () => bareId(markedId(newId(at.getTime()), newId(at.getTime())))

const casesOf = (providerId: string) =>
  world.app.sql<{ subject: string; amount: number; accountId: string | null }[]>`
    select subject, (found ->> 'amount')::int as amount, account_id as "accountId"
    from reconciliation_cases
    where kind = 'restore-unmatched' and provider_id = ${providerId}
    order by opened_at, subject`

/** The gateway with banks that list these records. */
function withRecords(records: {
  readonly payouts?: readonly ListedPayout[]
  readonly charges?: readonly ListedPixCharge[]
  readonly payments?: readonly ListedPixPayment[]
}): App {
  const { app } = world
  const { payouts = [], charges = [], payments = [] } = records
  const providers: App['providers'] = {
    ...app.providers,
    payout: (id) => ({
      ...app.providers.payout(id),
      list: async () => ({ kind: 'listed', payouts }),
    }),
    pix: (id) => ({
      ...app.providers.pix(id),
      takesDueCharges: false,
      listCharges: async () => ({ kind: 'listed', charges }),
      listPayments: async () => ({ kind: 'listed', payments }),
    }),
  }
  return { ...app, providers }
}

test('a payout of no account is one case, and one that failed is none', async () => {
  const { payout: providerId } = world.providers.ids
  const payout = (payoutId: string, hasFailed = false): ListedPayout => ({
    ...{ payoutId, amount: cents(70_00), requestedAt: at, hasFailed },
    key: 'fulano@exemplo.com.br',
  })
  const [ours, byHand] = [nobodys(), 'pagamento-manual']
  const app = withRecords({
    payouts: [payout(ours), payout(byHand), payout(nobodys(), true), payout('falhou', true)],
  })
  for (const _ of ['a sweep', 'a repeated one']) {
    const counts = emptyCounts()
    await sweepPayouts(app, providerId, span, counts)
    assert.deepEqual(counts, { ...emptyCounts(), asked: 4, cases: 2 })
    const expected = [ours, byHand].map((id) => [`payout ${id}`, 70_00, null])
    const found = (await casesOf(providerId)).map((each) => Object.values(each))
    assert.deepEqual(found.toSorted(), expected.toSorted())
  }
})

test('a charge, a payment and a refund of no account are one case each', async () => {
  const { pix: providerId } = world.providers.ids
  const shop = await world.openShop()
  const known = await paidPix(shop, 50_00)
  const [row] = await world.app.sql<{ txid: string }[]>`
    select reference as txid from provider_references where transaction_id = ${known.id}`
  const { endToEndId } = await shop.find(known.id)
  const end = (letter: string) => `E99999024202611201200${letter.repeat(11)}`
  const charge: ListedPixCharge = {
    ...{ txid: nobodys(), amount: cents(10_00), createdAt: at },
    expiresAt: span.until,
  }
  const payment = (letter: string, facts: Partial<ListedPixPayment>): ListedPixPayment => ({
    ...{ endToEndId: end(letter), amount: cents(20_00), paidAt: at, refunds: [] },
    ...facts,
  })
  const app = withRecords({
    charges: [charge],
    payments: [
      payment('a', { txid: nobodys() }),
      payment('b', {}), // It pays no charge.
      payment('c', {
        ...{ txid: row?.txid ?? '', endToEndId: String(endToEndId), amount: cents(50_00) },
        refunds: [{ refundId: 'devolvido', amount: cents(5_00) }],
      }),
    ],
  })
  for (const _ of ['a sweep', 'a repeated one']) {
    const counts = emptyCounts()
    await sweepPix(app, providerId, span, counts)
    assert.deepEqual(counts, { ...emptyCounts(), asked: 4, cases: 3 })
    const found = (await casesOf(providerId)).map((each) => Object.values(each))
    assert.deepEqual(
      found.toSorted(),
      [
        [`charge ${charge.txid}`, 10_00, null],
        [`payment ${end('a')}`, 20_00, null],
        ['refund devolvido', 5_00, shop.accountId],
      ].toSorted(),
    )
  }
  assert.equal((await shop.find(known.id)).status, 'PAID')
})
