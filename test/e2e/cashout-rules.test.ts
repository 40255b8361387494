import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { stopAllCashouts } from '../../src/books-audit/cashout-stop-store.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { nextCashout } from '../../src/cashout/cashout.ts'
import { cashoutStep } from '../../src/cashout/cashout-change.ts'
import { cashoutById } from '../../src/cashout/cashout-store.ts'
import { bareId } from '../../src/primitives/id.ts'
import { webhookSecretOf } from '../../src/webhooks/secrets.ts'
import {
  askCashout,
  balance,
  cashoutPath,
  earn,
  findCashout,
  type SeenCashout,
  untilCashout,
} from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { textOf } from '../kit/receiver.ts'
import { resumeStoppedCashouts } from '../kit/resume-stopped-cashouts.ts'
import { type Answer, type Shop, untilAvailable, untilDone } from '../kit/shop.ts'
import { timeLimit } from '../kit/time-limit.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

/** A shop with so much available, whose cashouts follow these rules. */
async function shopWith(
  available: number,
  cashout: object = {},
  prices: object = {},
): Promise<Shop> {
  const shop = await world.openShop()
  await earn(shop, available)
  await admin('PATCH', `/accounts/${shop.accountId}`, { cashout, prices })
  world.app.accounts.refresh() // Now, and not within its two seconds.
  return shop
}

async function admin<Data = SeenCashout>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer<Data>> {
  const response = await fetch(`${world.baseUrl}/api/admin${path}`, {
    method,
    headers: {
      authorization: `Bearer ${world.adminToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { http: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

/** Business time stands at the next time it is this hour in São Paulo. */
async function advanceToHour(shop: Shop, hour: number): Promise<void> {
  const now = Temporal.Instant.fromEpochMilliseconds(
    world.app.clock.now().getTime(),
  ).toZonedDateTimeISO('America/Sao_Paulo')
  const today = now.withPlainTime({ hour })
  const then = Temporal.ZonedDateTime.compare(today, now) > 0 ? today : today.add({ days: 1 })
  await shop.advance(now.until(then, { largestUnit: 'hours' }).toString())
}

const blockedAndFree = async (shop: Shop) => {
  const { blocked, available } = await balance(shop)
  return [blocked, available]
}

test('all cashouts of a day share the limit; a failed or canceled one frees it', async () => {
  const shop = await shopWith(500_00, {
    limits: { perDay: 100_00, perNight: 100_00, perOperation: 80_00 },
  })
  await advanceToHour(shop, 12)
  const over = await askCashout(shop, { amount: 80_01 })
  assert.deepEqual([over.http, over.body.error?.code], [400, 'cashout-limit-exceeded'])
  assert.match(over.body.message, /por operação.*80,00/)

  const responses = await Promise.all(
    [61_00, 62_00, 63_00, 64_00].map((amount) =>
      untilAvailable(() =>
        askCashout(shop, { amount }, { 'idempotency-key': `at-once-${amount}` }),
      ),
    ),
  )
  assert.deepEqual(
    responses.map(({ http }) => http).sort(),
    [200, 400, 400, 400],
    'together they cannot pass the limit',
  )
  const winner = responses.find(({ http }) => http === 200)?.body.data
  const left = 100_00 - (winner?.amount ?? 0)
  const next = await askCashout(shop, { amount: left + 1 })
  assert.match(next.body.message, new RegExp(`do dia.*${Math.floor(left / 100)},00`))
  const wide = await askCashout(shop, { amount: 75_00 })
  assert.match(wide.body.message, new RegExp(`do dia.*ainda cabem.*${Math.floor(left / 100)},00`))
  const failing = await askCashout(shop, { amount: 30_05 })
  await untilCashout(shop, failing.body.data.id, 'FAILED')
  assert.equal(
    (await askCashout(shop, { amount: left })).http,
    200,
    'the failed one does not count',
  )
})

test('above the daily limit a cashout and its quote are refused with the rest', async () => {
  const shop = await shopWith(500_00, { limits: { perDay: 60_00, perNight: 60_00 } })
  await advanceToHour(shop, 12)
  const quote = (amount: number) =>
    shop.call<{ totalAmount: number }>('POST', '/api/user/quotes', {
      amount,
      paymentMethod: 'CASHOUT',
    })
  assert.equal((await quote(60_00)).http, 200)
  assert.equal((await askCashout(shop, { amount: 50_00 })).http, 200)
  for (const amount of [11_00, 70_00]) {
    const [refused, quoted] = [await askCashout(shop, { amount }), await quote(amount)]
    assert.match(refused.body.message, /ainda cabem R\$\s10,00/)
    assert.deepEqual([quoted.http, quoted.body.error?.code], [400, 'cashout-limit-exceeded'])
    assert.equal(quoted.body.message, refused.body.message)
  }
  assert.equal((await quote(10_00)).http, 200)
  assert.equal((await askCashout(shop, { amount: 10_00 })).http, 200)
  assert.match(
    (await askCashout(shop, { amount: 1 })).body.message,
    /Não resta nada do limite de saques do dia/,
  )
})

test('the night has its own limit, and a new one begins at 20:00', async () => {
  const shop = await shopWith(500_00, { limits: { perDay: 200_00, perNight: 50_00 } })
  await advanceToHour(shop, 21)
  const over = await askCashout(shop, { amount: 50_01 })
  assert.match(over.body.message, /da noite.*50,00/)
  assert.equal((await askCashout(shop, { amount: 50_00 })).http, 200)
  await advanceToHour(shop, 5)
  assert.equal(
    (await askCashout(shop, { amount: 1_00 })).http,
    400,
    'the small hours are the same night',
  )
  await advanceToHour(shop, 7)
  assert.equal((await askCashout(shop, { amount: 150_00 })).http, 200)
})

test('above the threshold a second person must say yes, and then it is sent', async () => {
  const shop = await shopWith(500_00, { approval: { above: 100_00, by: 'person' } })
  const small = await askCashout(shop, { amount: 100_00 })
  await untilCashout(shop, small.body.data.id, 'COMPLETED')

  const { body } = await askCashout(shop, { amount: 150_00 })
  const { requestedBy: _, ...approval } = body.data.approval as object & {
    readonly requestedBy: unknown
  }
  assert.deepEqual(approval, {
    by: 'person',
    cause: 'amount',
    state: 'waiting',
    decidedBy: null,
    decidedAt: null,
    reason: null,
  })
  await shop.advance('P2D')
  assert.equal((await findCashout(shop, body.data.id)).status, 'PENDING')
  assert.deepEqual(await blockedAndFree(shop), [150_00, 250_00])
  const waiting = await admin<(SeenCashout & { accountId: string })[]>(
    'GET',
    '/cashouts/to-approve',
  )
  assert.ok(
    waiting.body.data.some(
      ({ id, accountId }) => id === body.data.id && accountId === shop.accountId,
    ),
  )

  const path = `/accounts/${shop.accountId}/cashouts/${body.data.id}`
  assert.equal(
    (await admin('POST', `${path}/approve`, {})).body.error?.code,
    'validation-failed',
    'a person has a name',
  )
  const approved = await admin('POST', `${path}/approve`, { decidedBy: 'Maria' })
  assert.equal((approved.body.data.approval as { state: string }).state, 'approved')
  await untilCashout(shop, body.data.id, 'COMPLETED')
  const late = await admin('POST', `${path}/deny`, { decidedBy: 'João' })
  assert.deepEqual([late.http, late.body.error?.code], [409, 'cashout-status-does-not-allow'])
})

test('a second person’s no frees the money and is notified', async () => {
  const shop = await shopWith(500_00, { approval: { above: 0, by: 'person' } })
  const { body } = await askCashout(shop, {
    amount: 150_00,
    postbackUrl: `${world.receiver.url}/webhook`,
  })
  const path = `/accounts/${shop.accountId}/cashouts/${body.data.id}/deny`
  const denied = await admin('POST', path, { decidedBy: 'Maria', reason: 'Não reconhecido' })
  assert.deepEqual(
    [denied.body.data.status, denied.body.data.canceledReason],
    ['CANCELED', 'denied'],
  )
  assert.deepEqual(await blockedAndFree(shop), [0, 500_00])
  const [, reported] = await shop.webhooks(body.data.id, 2)
  assert.equal(reported?.body.data.status, 'CANCELED')
  assert.deepEqual(reported?.body.data.approval, denied.body.data.approval)
  assert.equal((denied.body.data.approval as { reason: string }).reason, 'Não reconhecido')
  assert.deepEqual(
    await shop.calls({ provider: 'efi', reference: body.data.id.replaceAll('-', '') }),
    [],
  )
})

test('the approval webhook is signed; approve sends, deny cancels, else a retry', async (t) => {
  const program = await openProgram()
  t.after(program.close)
  const shop = await shopWith(500_00, {
    approval: { above: 50_00, by: 'callback', url: program.url },
  })
  const shown = await shop.call<{ token: string; url: string }>('GET', `${cashoutPath}/approval`)
  assert.equal(shown.body.data.url, program.url)

  program.responses.push(
    [503, ''],
    [200, 'sim'],
    [200, '{"approved": "yes"}'],
    [200, '{"approved": true}'],
  )
  const yes = await askCashout(shop, { amount: 60_00 })
  await program.received(1)
  for (let waits = 0; program.requests.length < 4 && waits < 10; waits += 1) {
    assert.equal((await findCashout(shop, yes.body.data.id)).status, 'PENDING')
    await shop.advance('PT11M')
  }
  await untilCashout(shop, yes.body.data.id, 'COMPLETED')
  const [approvalRequest] = program.requests
  assert.equal(approvalRequest?.headers['x-guiche-approval-token'], shown.body.data.token)
  const secret = await webhookSecretOf(world.app, shop.accountId)
  const verified = new Webhook(secret).verify(
    approvalRequest?.body ?? '',
    approvalRequest?.headers as Record<string, string>,
  )
  assert.deepEqual((verified as { data: SeenCashout }).data.amount, 60_00)

  program.responses.push([200, '{"approved": false, "reason": "fora da política"}'])
  const no = await askCashout(shop, { amount: 70_00 })
  const canceled = await untilCashout(shop, no.body.data.id, 'CANCELED')
  assert.deepEqual(
    [canceled.canceledReason, (canceled.approval as { reason: string }).reason],
    ['denied', 'fora da política'],
  )

  program.silence()
  const silent = await askCashout(shop, { amount: 80_00 })
  await shop.advance('PT25H')
  await shop.advance('PT1H')
  assert.equal((await findCashout(shop, silent.body.data.id)).canceledReason, 'not-approved')
  assert.deepEqual(await blockedAndFree(shop), [0, 440_00])
})

test('an approval by callback needs an address', async () => {
  const shop = await world.openShop()
  const answer = await admin('PATCH', `/accounts/${shop.accountId}`, {
    cashout: { approval: { above: 1, by: 'callback' } },
  })
  assert.deepEqual([answer.http, answer.body.error?.field], [400, 'cashout.approval.url'])
})

test('an unsent cashout can be canceled, twice with one response; a sent one not', async () => {
  const shop = await shopWith(100_00, { approval: { above: 50_00, by: 'person' } })
  const { body } = await askCashout(shop, {
    amount: 60_00,
    postbackUrl: `${world.receiver.url}/webhook`,
  })
  const path = `${cashoutPath}/${body.data.id}/cancel`
  const canceled = await shop.call<SeenCashout>('POST', path)
  assert.deepEqual(
    [canceled.http, canceled.body.data.status, canceled.body.data.canceledReason],
    [200, 'CANCELED', 'requested'],
  )
  assert.equal((await shop.call<SeenCashout>('POST', path)).body.data.status, 'CANCELED')
  assert.deepEqual(await blockedAndFree(shop), [0, 100_00])
  const approval = `/accounts/${shop.accountId}/cashouts/${body.data.id}/approve`
  assert.equal((await admin('POST', approval, { decidedBy: 'Maria' })).http, 409)

  const sent = await askCashout(shop, { amount: 10_09 })
  await untilCashout(shop, sent.body.data.id, 'PROCESSING')
  const late = await shop.call('POST', `${cashoutPath}/${sent.body.data.id}/cancel`)
  assert.deepEqual([late.http, late.body.error?.code], [409, 'cashout-status-does-not-allow'])
})

test('a confirmed duplicate that is canceled does not free the first cashout', async () => {
  const shop = await shopWith(200_00, { approval: { above: 50_00, by: 'person' } })
  const first = await askCashout(shop, { amount: 60_00 })
  const approval = `/accounts/${shop.accountId}/cashouts/${first.body.data.id}/approve`
  assert.equal((await admin('POST', approval, { decidedBy: 'Maria' })).http, 200)
  await untilCashout(shop, first.body.data.id, 'COMPLETED')
  const second = await askCashout(shop, { amount: 60_00, confirmDuplicate: true })
  const cancel = `${cashoutPath}/${second.body.data.id}/cancel`
  assert.equal((await shop.call('POST', cancel)).http, 200)
  for (const headers of [{}, { 'idempotency-key': 'saque-3' }]) {
    const third = await askCashout(shop, { amount: 60_00 }, headers)
    assert.deepEqual([third.http, third.body.error?.code], [409, 'possible-duplicate'])
    assert.equal(third.body.data.id, first.body.data.id)
  }
  const other = await askCashout(shop, { amount: 60_01 })
  assert.equal(other.http, 200, 'another amount is another cashout')
  await shop.advance('PT11M')
  const later = await askCashout(shop, { amount: 60_00 })
  assert.equal(later.http, 200, 'the window is over')
})

test('canceling races sending: 20 times exactly one of them wins', async () => {
  const shop = await shopWith(100_00)
  const ends = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const keyed = (verb: string) => ({ 'idempotency-key': `race-${verb}-${index}` })
      const order = { amount: 1_20 + index }
      const { body } = await untilDone(() => askCashout(shop, order, keyed('send')))
      const path = `${cashoutPath}/${body.data.id}/cancel`
      const cancel = await untilDone(() =>
        shop.call<SeenCashout>('POST', path, undefined, keyed('cancel')),
      )
      const end = await untilCashout(shop, body.data.id, 'COMPLETED', 'FAILED', 'CANCELED')
      const sends = await shop.calls({
        provider: 'efi',
        operation: 'send',
        reference: body.data.id.replaceAll('-', ''),
      })
      assert.equal(cancel.http === 200, end.status === 'CANCELED')
      assert.equal(sends.length, end.status === 'CANCELED' ? 0 : 1)
      return end
    }),
  )
  const gone = ends
    .filter(({ status }) => status === 'COMPLETED')
    .reduce((sum, { amount }) => sum + amount, 0)
  assert.deepEqual(await blockedAndFree(shop), [0, 100_00 - gone])
})

test('L6: while cashouts are stopped none leaves, and all do when they are resumed', async () => {
  const shop = await shopWith(100_00)
  await stopAllCashouts(world.app.sql, 'a test of the stop')
  const { http, body } = await askCashout(shop, { amount: 60_00 })
  assert.equal(http, 200)
  await shop.advance('PT10M')
  assert.equal((await findCashout(shop, body.data.id)).status, 'PENDING')
  assert.deepEqual(
    await shop.calls({ provider: 'efi', reference: body.data.id.replaceAll('-', '') }),
    [],
  )
  await resumeStoppedCashouts(world.app)
  await untilCashout(shop, body.data.id, 'COMPLETED')
})

test('a worker dies before or after the send: another one finishes, paid once', async () => {
  const shop = await shopWith(100_00, { approval: { above: 0, by: 'person' } })
  for (const [amount, wasSent] of [
    [10_00, false],
    [11_00, true],
  ] as const) {
    const { body } = await askCashout(shop, { amount })
    const pending = await cashoutById(world.app.sql, shop.accountId, body.data.id)
    assert.ok(pending)
    const at = world.app.clock.now()
    const sending = nextCashout(pending, at, { status: 'PROCESSING', sentAt: at })
    const checkAt = new Date(at.getTime() + 30_000)
    await world.app.journal.record(
      cashoutStep(pending, sending, { links: world.app.links, checkAt }),
    )
    const payer = world.app.providers.payout(pending.providerId)
    const { type, value } = pending.key
    assert.ok(type !== 'ACCOUNT')
    const key = { type, value }
    const payout = { payoutId: bareId(pending.id), amount: pending.amount, key }
    if (wasSent) await payer.send(payout, timeLimit())
    for (const step of ['PT31S', 'PT10S', 'PT20S']) await shop.advance(step)
    await untilCashout(shop, body.data.id, 'COMPLETED')
    const sends = await shop.calls({
      provider: 'efi',
      operation: 'send',
      reference: payout.payoutId,
    })
    assert.deepEqual(
      sends.map(({ outcome }) => outcome),
      ['accepted'],
    )
  }
  assert.deepEqual(await blockedAndFree(shop), [0, 79_00])
})

test('the fee is held on top, paid when it arrives, and back when it does not', async () => {
  const shop = await shopWith(100_00, {}, { CASHOUT: { fixed: 1_50, basisPoints: 100 } })
  const quote = await shop.call<object>('POST', '/api/user/quotes', {
    amount: 50_05,
    paymentMethod: 'cashout',
  })
  assert.deepEqual(quote.body.data, {
    amount: 50_05,
    paymentMethod: 'CASHOUT',
    installments: 1,
    installmentAmounts: [],
    fee: { fixedAmount: 1_50, spreadPercentage: 1, estimatedFee: 2_00, netAmount: 50_05 },
    totalAmount: 52_05,
    receivables: [],
  })
  const failing = await askCashout(shop, { amount: 50_05 })
  assert.deepEqual([failing.body.data.fee, failing.body.data.totalAmount], [2_00, 52_05])
  await untilCashout(shop, failing.body.data.id, 'FAILED')
  assert.deepEqual(await blockedAndFree(shop), [0, 100_00])
  const all = await askCashout(shop, { amount: 97_53 })
  assert.equal(all.body.error?.code, 'insufficient-balance', 'the fee does not fit')
  const done = await askCashout(shop, { amount: 97_52 })
  assert.equal(done.http, 200)
  await untilCashout(shop, done.body.data.id, 'COMPLETED')
  assert.deepEqual(await blockedAndFree(shop), [0, 0])
})

test('cashouts that are off, or limited to a key of the account, have their errors', async () => {
  const off = await shopWith(100_00, { enabled: false })
  assert.equal((await askCashout(off, { amount: 1_00 })).body.error?.code, 'cashout-disabled')
  const own = await shopWith(100_00, { ownerCheck: 'account' })
  const other = await askCashout(own, { amount: 1_00, pixKey: '11144477735', pixType: 'cpf' })
  assert.equal(other.body.error?.code, 'pix-key-owner-mismatch')
  const mine = await askCashout(own, {
    amount: 1_00,
    pixKey: '11.222.333/0001-81',
    pixType: 'cnpj',
  })
  await untilCashout(own, mine.body.data.id, 'COMPLETED')
  const unseen = await askCashout(own, { amount: 2_00, pixKey: 'outro@exemplo.com.br' })
  assert.match(
    (await untilCashout(own, unseen.body.data.id, 'FAILED')).refusedReason ?? '',
    /não pertence/,
  )
})

test('a destination that may be of others waits for a person, and no other', async () => {
  const shop = await shopWith(100_00, { ownerCheck: 'account-or-approval' })
  const request = async (order: object) => (await askCashout(shop, order)).body.data
  const own = { pixKey: '11.222.333/0001-81', pixType: 'CNPJ' }
  const unknown = await request({ amount: 1_00, pixKey: 'fulano@exemplo.com.br' })
  const waiting = { by: 'person', cause: 'owner', state: 'waiting' }
  assert.partialDeepStrictEqual(unknown, { status: 'PENDING', approval: waiting })
  const direct = await request({ amount: 2_00, ...own })
  assert.equal(direct.approval, null)
  await untilCashout(shop, direct.id, 'COMPLETED')
  // The bank refuses a key that is declared as own and is not.
  const declared = { beneficiaryDocument: '11222333000181', pixKey: 'outro@exemplo.com.br' }
  const refused = await untilCashout(
    shop,
    (await request({ amount: 3_00, ...declared })).id,
    'FAILED',
  )
  assert.match(refused.refusedReason ?? '', /não pertence/)
  assert.equal((await findCashout(shop, unknown.id)).status, 'PENDING')
  const path = `/accounts/${shop.accountId}/cashouts/${unknown.id}/approve`
  const approved = await admin('POST', path, { decidedBy: 'Maria Souza' })
  assert.partialDeepStrictEqual(approved.body.data.approval, { cause: 'owner', state: 'approved' })
  await untilCashout(shop, unknown.id, 'COMPLETED')
})

test('the bank’s own empty account and night limit are refusals that free the money', async (t) => {
  const shop = await shopWith(500_00)
  t.after(() => shop.control('PUT', '/efi', { balance: 1_000_000_000_00, nightLimit: null }))
  await shop.control('PUT', '/efi', { balance: 10_00 })
  const poor = await askCashout(shop, { amount: 10_01 })
  assert.match(
    (await untilCashout(shop, poor.body.data.id, 'FAILED')).refusedReason ?? '',
    /Saldo insuficiente/,
  )
  await shop.control('PUT', '/efi', { balance: 1_000_000_00, nightLimit: 5_00 })
  await advanceToHour(shop, 22)
  const dark = await askCashout(shop, { amount: 20_00 })
  assert.match(
    (await untilCashout(shop, dark.body.data.id, 'FAILED')).refusedReason ?? '',
    /noturno/,
  )
  assert.deepEqual(await blockedAndFree(shop), [0, 500_00])
})

test('two changes of the schedule at once: what each names is kept', async () => {
  const shop = await shopWith(100_00)
  const put = (change: object) =>
    shop.call('PUT', `${cashoutPath}/schedule`, { enabled: true, ...change })
  const first = await put({ frequency: 'daily', pixKey: '111.444.777-35' })
  assert.equal(first.http, 200, first.text)
  for (let round = 1; round <= 20; round += 1) {
    const pixKey = `ana${round}@exemplo.com.br`
    const answers = await Promise.all(
      [{ pixKey }, { reserve: round }].map((change) => untilAvailable(() => put(change))),
    )
    assert.deepEqual(
      answers.map(({ http }) => http),
      [200, 200],
    )
    const { data } = (await shop.call<Record<string, unknown>>('GET', `${cashoutPath}/schedule`))
      .body
    assert.deepEqual([data.pixKey, data.reserve], [pixKey, round])
  }
})

test('a schedule whose owner is not allowed any more is turned off, and not on', async () => {
  const shop = await shopWith(10_00)
  const change = (change: object) =>
    shop.call<{ enabled: boolean }>('PUT', `${cashoutPath}/schedule`, change)
  const owner = { pixKey: '111.444.777-35', beneficiaryName: 'Ana Teste' }
  assert.equal((await change({ enabled: true, frequency: 'daily', ...owner })).http, 200)
  await changeAccount(world.app, shop.accountId, { cashout: { ownerCheck: 'account' } })
  world.app.accounts.refresh()
  const off = await change({ enabled: false })
  assert.deepEqual([off.http, off.body.data.enabled], [200, false])
  for (const refused of [{ enabled: true }, { enabled: false, ...owner }])
    assert.equal((await change(refused)).body.error?.code, 'pix-key-owner-mismatch')
})

test('each business day one automatic withdrawal takes the money above the reserve', async () => {
  const shop = await shopWith(300_00)
  const none = await shop.call<{ enabled: boolean; nextAt: string | null }>(
    'GET',
    `${cashoutPath}/schedule`,
  )
  assert.deepEqual([none.body.data.enabled, none.body.data.nextAt], [false, null])
  const wrong = await shop.call('PUT', `${cashoutPath}/schedule`, {
    enabled: true,
    frequency: 'daily',
  })
  assert.deepEqual([wrong.http, wrong.body.error?.field], [400, 'pixKey'])
  assert.match(wrong.body.message, /pixKey/)

  await advanceToHour(shop, 8)
  const put = await shop.call<{ nextAt: string; pixKey: string; frequency: string }>(
    'PUT',
    `${cashoutPath}/schedule`,
    {
      enabled: true,
      frequency: 'daily',
      time: '09:00',
      reserve: 100_00,
      minimumAmount: 50_00,
      pixKey: '111.444.777-35',
      beneficiaryName: 'Ana Teste',
      postbackUrl: `${world.receiver.url}/webhook`,
    },
  )
  assert.deepEqual(
    [put.http, put.body.data.pixKey, put.body.data.frequency],
    [200, '11144477735', 'DAILY'],
  )
  const made = async () => (await shop.call<SeenCashout[]>('GET', cashoutPath)).body.data
  await untilRun(shop, put.body.data.nextAt)
  const [first] = await made()
  assert.deepEqual([first?.amount, first?.origin], [200_00, 'schedule'])
  await untilCashout(shop, first?.id ?? '', 'COMPLETED')
  assert.deepEqual(
    (await shop.webhooks(first?.id ?? '', 3)).map(({ body }) => body.data.status),
    ['PENDING', 'PROCESSING', 'COMPLETED'],
  )

  await shop.advance('P5D')
  assert.equal((await made()).length, 1, 'nothing above the reserve, nothing withdrawn')
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 40_00 })
  await shop.pay(sale.pix?.qrcode ?? '')
  await shop.webhooks(sale.id, 2)
  await shop.advance('P5D')
  assert.equal((await made()).length, 1, 'below the floor it waits')
  const other = await shop.sell({ paymentMethod: 'PIX', amount: 20_00 })
  await shop.pay(other.pix?.qrcode ?? '')
  await shop.webhooks(other.id, 2)
  await shop.advance('P5D')
  assert.deepEqual(
    (await made()).map(({ amount }) => amount),
    [59_40, 200_00],
  )

  const off = await shop.call<{ enabled: boolean; pixKey: string }>(
    'PUT',
    `${cashoutPath}/schedule`,
    {
      enabled: false,
    },
  )
  assert.deepEqual(
    [off.body.data.enabled, off.body.data.pixKey],
    [false, '11144477735'],
    'the plan is kept',
  )
})

test('after all of it every cent has its transfer, and the books hold', async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  const [held] = await world.app.sql`
    select coalesce(sum(blocked), 0)::bigint as amount from balances`
  const [underWay] = await world.app.sql`
    select coalesce(sum(amount + fee), 0)::bigint as amount from cashouts
    where status in ('PENDING', 'PROCESSING')`
  assert.deepEqual(held, underWay, 'what is blocked is what is under way')
})

async function untilRun(shop: Shop, nextAt: string): Promise<void> {
  const ms = new Date(nextAt).getTime() - world.app.clock.now().getTime() + 1_000
  await shop.advance(`PT${Math.ceil(ms / 1_000)}S`)
}

/** A merchant's program that receives approval requests. */
async function openProgram() {
  const requests: { headers: IncomingHttpHeaders; body: string }[] = []
  const responses: (readonly [number, string])[] = []
  let isSilent = false
  let wake = () => {}
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    if (body === undefined) return
    requests.push({ headers: request.headers, body })
    wake()
    const [status, text] = isSilent ? [500, ''] : (responses.shift() ?? [500, ''])
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/aprovacoes`,
    requests,
    responses,
    silence: () => {
      isSilent = true
    },
    async received(count: number): Promise<void> {
      while (requests.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
