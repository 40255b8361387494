import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fault } from '../../sandbox/faults.ts'
import { localDate } from '../../src/brazil/local-time.ts'
import { isEndToEndId, isReturnId } from '../../src/brazil/pix-ids.ts'
import { cents } from '../../src/primitives/money.ts'
import type { HeldAccount, PayoutToKey } from '../../src/providers/ports/payout.ts'
import { openWoovi } from '../../src/providers/woovi/woovi.ts'
import { somePayout, timeoutFor } from '../kit/payout-bank.ts'
import { openReceiver } from '../kit/pix-bank.ts'
import { assertAddsUp, rowsOf } from '../kit/settlement.ts'
import { timeLimit } from '../kit/time-limit.ts'
import { openWooviBank } from '../kit/woovi-bank.ts'

const full = 1_000_000_000_00

test('a payment is requested, approved, completed, and notified under our id', async (t) => {
  const { send, find, pass, woovi, requests, signal } = await openWooviBank(t)
  const receiver = await openReceiver(t)
  await woovi.registerCallback(receiver.url, signal())
  const payout = somePayout({ amount: cents(123_45), message: 'Repasse' })
  const accepted = await send(payout)
  assert.ok(accepted.kind === 'accepted' && isEndToEndId(accepted.endToEndId))
  const { endToEndId } = accepted
  const { amount } = payout
  assert.deepEqual(await find(payout.payoutId), { kind: 'processing', endToEndId, amount })
  await pass(2)
  const found = await find(payout.payoutId)
  assert.ok(found.kind === 'completed')
  assert.deepEqual([found.endToEndId, found.amount, found.returns], [endToEndId, amount, []])
  assert.match(found.receiver?.document ?? '', /\*/)
  await receiver.received(1)
  assert.deepEqual(
    receiver.bodies.map(({ path, body }) => [path, woovi.readNotice(body)]),
    [['/callbacks/pix', [payout.payoutId]]],
  )
  assert.deepEqual(
    requests().filter((each) => /^(request|approve) /.test(each)),
    ['request requested', 'approve approved'],
  )
})

const someAccount: HeldAccount = {
  ...{ ispb: '18236120', branch: '0001', number: '1234567', kind: 'CHECKING' },
  ...{ name: 'Ana Souza', document: '52998224725' },
}
const { key: _, ...toNoKey } = somePayout()

for (const kind of ['CHECKING', 'SAVINGS', 'PAYMENT'] as const)
  test(`a payment to an account (${kind}) is completed, and listed with it`, async (t) => {
    const { send, find, pass, woovi, world, signal } = await openWooviBank(t)
    const account = { ...someAccount, kind }
    const from = world.now()
    assert.equal((await send({ ...toNoKey, account })).kind, 'accepted')
    await pass(2)
    const found = await find(toNoKey.payoutId)
    assert.ok(found.kind === 'completed' && found.receiver?.name === 'Ana Souza')
    const listing = await woovi.list({ from, until: world.now() }, signal())
    assert.ok(listing.kind === 'listed')
    assert.deepEqual(
      listing.payouts.map((each) => [each.payoutId, each.key, each.account]),
      [[toNoKey.payoutId, undefined, account]],
    )
  })

const refusals: readonly [string, Partial<PayoutToKey>, string][] = [
  ['cents 05', { amount: cents(10_05) }, 'refused'],
  [
    'an unregistered key whose owner is required',
    {
      key: { type: 'EMAIL', value: 'inexistente@exemplo.com.br' },
      ownerDocument: '11144477735',
    },
    'key-not-found',
  ],
  [
    'a key of another person',
    { key: { type: 'PHONE', value: '+5561912340000' }, ownerDocument: '11144477735' },
    'key-of-another-person',
  ],
]
for (const [what, given, code] of refusals)
  test(`${what} is a definite no: ${code}, and no payment is requested`, async (t) => {
    const { send, find, requests } = await openWooviBank(t)
    const payout = somePayout(given)
    const outcome = await send(payout)
    assert.ok(outcome.kind === 'refused', outcome.kind)
    assert.equal(outcome.code, code)
    assert.equal((await find(payout.payoutId)).kind, 'not-found')
    assert.ok(!requests().includes('request requested'))
  })

test('the owner of a key is compared by its visible digits, or nothing is sent', async (t) => {
  const { send, settings, rules } = await openWooviBank(t)
  const owned = () => somePayout({ ownerDocument: '11144477735' })
  assert.equal((await send(owned())).kind, 'accepted')
  // A key that is a document was compared by the gateway.
  const cpf = somePayout({ key: { type: 'CPF', value: '11144477735' } })
  await rules({ keyCheck: false })
  assert.equal((await send({ ...cpf, ownerDocument: '11144477735' })).kind, 'accepted')
  assert.equal((await send(owned())).kind, 'not-sent')
  const unchecked = openWoovi({ ...settings, keyCheck: false })
  t.after(() => unchecked.close())
  const outcome = await unchecked.send(owned(), timeLimit())
  assert.equal(outcome.kind === 'refused' && outcome.code, 'owner-not-checked')
})

test('a payment names the query of its key, so that queries are not blocked', async (t) => {
  const { send, requests, pass } = await openWooviBank(t)
  const owned = () => somePayout({ ownerDocument: '11144477735' })
  for (let sent = 0; sent < 11; sent += 1) assert.equal((await send(owned())).kind, 'accepted')
  // Ten queries without a payment block the queries for a day.
  const another = { ownerDocument: '52998224725' }
  for (let asked = 0; asked < 10; asked += 1)
    assert.equal((await send(somePayout(another))).kind, 'refused')
  assert.equal((await send(owned())).kind, 'not-sent')
  assert.equal(requests().at(-1), 'key.check refused:429')
  await pass(24 * 60 * 60)
  assert.equal((await send(owned())).kind, 'accepted')
})

test('the owner of a key is shown before a payment, which names that query', async (t) => {
  const { settings, rules, signal, requests, fault } = await openWooviBank(t)
  const { ownerQueriesPerDay: _perDay, ...without } = settings
  const silent = openWoovi(without)
  t.after(() => silent.close())
  assert.equal(silent.ownerQueries, undefined)
  const woovi = openWoovi(settings)
  t.after(() => woovi.close())
  const find = (value: string) => woovi.ownerQueries?.find({ type: 'EMAIL', value }, signal())
  const owner = await find('fulano@exemplo.com.br')
  assert.ok(owner?.kind === 'found' && owner.query)
  assert.deepEqual([owner.name, owner.document], ['Beneficiario Sandbox', '111******35'])
  assert.deepEqual(await find('inexistente@exemplo.com.br'), { kind: 'not-found' })

  // The payment needs no query of its own, and compares the owner by the earlier one.
  const ownerQuery = owner.query
  const queries = () => requests().filter((each) => each.startsWith('key.check')).length
  const another = somePayout({ ownerQuery, ownerDocument: '52998224725' })
  const refused = await woovi.send(another, signal())
  assert.equal(refused.kind === 'refused' && refused.code, 'key-of-another-person')
  const paid = somePayout({ ownerQuery, ownerDocument: '11144477735' })
  assert.equal((await woovi.send(paid, signal())).kind, 'accepted')
  assert.equal(queries(), 2)
  // A query has one payment: the next one is sent with a query of its own.
  assert.equal((await woovi.send({ ...paid, ...somePayout() }, signal())).kind, 'accepted')
  assert.equal(queries(), 3)

  await rules({ keyCheck: false })
  assert.deepEqual(await find('fulano@exemplo.com.br'), { kind: 'not-permitted' })
  fault('key.check', 'error-429')
  assert.equal((await find('fulano@exemplo.com.br'))?.kind, 'limited')
  fault('key.check', 'error-503')
  assert.equal((await find('fulano@exemplo.com.br'))?.kind, 'unknown')
})

test('a payment that fails after its approval has the reason of the SPI', async (t) => {
  const { send, find, pass, rules } = await openWooviBank(t)
  const payout = somePayout({ amount: cents(10_07) })
  assert.equal((await send(payout)).kind, 'accepted')
  await pass(2)
  assert.deepEqual(await find(payout.payoutId), {
    kind: 'failed',
    code: 'AB03',
    reason: 'Liquidação Abortada por Timeout.',
  })
  // A key that no person has: Woovi finds it out after the approval.
  const toNobody = somePayout({ key: { type: 'EMAIL', value: 'inexistente@exemplo.com.br' } })
  assert.equal((await send(toNobody)).kind, 'unknown')
  assert.equal((await find(toNobody.payoutId)).kind, 'unknown')
  await pass(2)
  assert.equal((await find(toNobody.payoutId)).kind, 'failed')
  assert.equal((await rules({})).json<{ balance: number }>().balance, full)
})

test('without balance a payment waits, and a later attempt approves it', async (t) => {
  const { send, find, pass, rules, requests } = await openWooviBank(t)
  await rules({ balance: 9_99 })
  const payout = somePayout()
  assert.equal((await send(payout)).kind, 'waiting')
  assert.equal((await find(payout.payoutId)).kind, 'waiting')
  await rules({ balance: 10_00 })
  assert.equal((await send(payout)).kind, 'accepted')
  await pass(2)
  assert.equal((await find(payout.payoutId)).kind, 'completed')
  assert.equal((await rules({})).json<{ balance: number }>().balance, 0)
  assert.equal(requests().filter((each) => each === 'request requested').length, 1)
})

test('an id is one payment: again it is no second one, whatever the amount', async (t) => {
  const { send, find, pass, requests } = await openWooviBank(t)
  const payout = somePayout()
  await send(payout)
  await pass(2)
  for (const again of [payout, { ...payout, amount: cents(20_00) }])
    assert.equal((await send(again)).kind, 'unknown')
  const found = await find(payout.payoutId)
  assert.ok(found.kind === 'completed' && found.amount === 10_00)
  assert.equal(requests().filter((each) => each === 'approve approved').length, 1)
})

test('what comes back is found with its ids, one return or two', async (t) => {
  const { send, find, pass } = await openWooviBank(t)
  for (const [amount, expected] of [
    [10_11, [10_11]],
    [10_13, [5_07, 5_06]],
    [10_15, [5_08]],
  ] as const) {
    const payout = somePayout({ amount: cents(amount) })
    await send(payout)
    await pass(30)
    const found = await find(payout.payoutId)
    assert.ok(found.kind === 'completed')
    assert.deepEqual(
      found.returns.map((each) => each.amount),
      expected,
    )
    assert.ok(found.returns.every(({ returnId }) => isReturnId(returnId)))
  }
})

/** By fault: the outcome of a send, and the finding after it. The first two are of the request. */
const outcomes: readonly [Fault, string, string, string, string][] = [
  ['timeout-before', 'unknown', 'not-found', 'unknown', 'waiting'],
  ['reset-before', 'unknown', 'not-found', 'unknown', 'waiting'],
  ['error-500', 'unknown', 'not-found', 'unknown', 'waiting'],
  ['error-502-html', 'unknown', 'not-found', 'unknown', 'waiting'],
  ['error-503', 'unknown', 'not-found', 'unknown', 'waiting'],
  ['error-400', 'unknown', 'not-found', 'unknown', 'waiting'],
  ['error-417', 'unknown', 'not-found', 'unknown', 'waiting'],
  ['error-401', 'not-sent', 'not-found', 'waiting', 'waiting'],
  ['error-403', 'not-sent', 'not-found', 'waiting', 'waiting'],
  ['error-429', 'not-sent', 'not-found', 'waiting', 'waiting'],
  ['timeout-after', 'unknown', 'waiting', 'unknown', 'completed'],
  ['reset-after', 'unknown', 'waiting', 'unknown', 'completed'],
  ['reset-body', 'unknown', 'waiting', 'unknown', 'completed'],
  ['slow-body', 'unknown', 'waiting', 'unknown', 'completed'],
  ['done-then-500', 'unknown', 'waiting', 'unknown', 'completed'],
  ['truncated-json', 'unknown', 'waiting', 'unknown', 'completed'],
  ['wrong-types', 'unknown', 'waiting', 'unknown', 'completed'],
  ['missing-body', 'unknown', 'waiting', 'unknown', 'completed'],
  ['status-99', 'unknown', 'waiting', 'unknown', 'completed'],
  ['extra-fields', 'accepted', 'completed', 'accepted', 'completed'],
]
for (const [fault, requested, afterRequest, approved, afterApproval] of outcomes)
  for (const [operation, outcome, finding] of [
    ['request', requested, afterRequest],
    ['approve', approved, afterApproval],
  ] as const)
    test(`${operation} ${fault}: ${outcome}, then ${finding}, a retry pays once`, async (t) => {
      const bank = await openWooviBank(t)
      const payout = somePayout()
      bank.fault(operation, fault)
      assert.equal((await bank.send(payout, timeoutFor(fault))).kind, outcome)
      await bank.pass(2)
      assert.equal((await bank.find(payout.payoutId)).kind, finding)
      await bank.send(payout)
      await bank.pass(2)
      assert.equal((await bank.find(payout.payoutId)).kind, 'completed')
      const { balance } = (await bank.rules({})).json<{ balance: number }>()
      assert.equal(balance, full - 10_00, 'the bank paid once')
    })

for (const operation of ['request', 'approve'])
  test(`${operation}: one that is visible late is not found before, and pays once`, async (t) => {
    const bank = await openWooviBank(t)
    const payout = somePayout()
    bank.fault(operation, 'visible-late')
    assert.equal((await bank.send(payout, timeoutFor('visible-late'))).kind, 'unknown')
    assert.equal((await bank.find(payout.payoutId)).kind, 'not-found')
    await bank.pass(11)
    await bank.send(payout)
    await bank.pass(2)
    assert.equal((await bank.find(payout.payoutId)).kind, 'completed')
    const { balance } = (await bank.rules({})).json<{ balance: number }>()
    assert.equal(balance, full - 10_00)
  })

for (const operation of ['query', 'transactions'])
  for (const fault of [
    'timeout-before',
    'error-503',
    'error-502-html',
    'error-400',
    'error-403',
    'truncated-json',
    'wrong-types',
    'missing-body',
    'reset-body',
  ] as const)
    test(`a ${operation} call that meets ${fault} is unknown, never not found`, async (t) => {
      const bank = await openWooviBank(t)
      const payout = somePayout()
      await bank.send(payout)
      await bank.pass(2)
      bank.fault(operation, fault)
      assert.equal((await bank.find(payout.payoutId, timeoutFor(fault))).kind, 'unknown')
    })

test('the list has every page, without payments that were never approved', async (t) => {
  const { send, pass, woovi, world, signal, rules, fault } = await openWooviBank(t)
  const from = world.now()
  const sent = Array.from({ length: 103 }, () => somePayout())
  await Promise.all(sent.map((payout) => send(payout)))
  await pass(2)
  await rules({ balance: 0 })
  await send(somePayout())
  const period = { from, until: world.now() }
  const listing = await woovi.list(period, signal())
  assert.ok(listing.kind === 'listed')
  assert.deepEqual(
    listing.payouts.map(({ payoutId }) => payoutId).sort(),
    sent.map(({ payoutId }) => payoutId).sort(),
  )
  fault('list', 'wrong-types')
  assert.equal((await woovi.list(period, signal())).kind, 'unknown')
})

test('a day has what was sent and what came back, under our ids', async (t) => {
  const { send, pass, woovi, world, rules, fault, giveBack } = await openWooviBank(t)
  const day = () => localDate(world.now()).toString()
  const today = day()
  const [whole, returned, failed] = [10_00, 10_09, 10_07].map((amount) =>
    somePayout({ amount: cents(amount) }),
  )
  assert.ok(whole && returned && failed)
  for (const payout of [whole, returned, failed]) await send(payout)
  await pass(2)
  const rowsOfDay = async (date: string) => {
    const rows = await rowsOf(woovi.files, `extrato-${date}`)
    assertAddsUp(rows)
    return rows.slice(1, -1).map(({ line: _line, ...row }) => row)
  }
  assert.partialDeepStrictEqual(await rowsOfDay(today), [
    { kind: 'payout', payoutId: whole.payoutId, amount: 10_00, date: today },
  ])
  // Paid after an hour, and approved on a later day than requested.
  await rules({ balance: 0 })
  const late = somePayout({ amount: cents(20_00) })
  await send(late)
  await pass(3 * 86_400)
  await rules({ balance: full })
  assert.equal((await send(late)).kind, 'accepted')
  await pass(2)
  const then = day()
  assert.deepEqual(
    (await rowsOfDay(then)).map((row) => row.kind === 'payout' && row.payoutId),
    [late.payoutId],
  )
  // Its payment is not among those of the day.
  await pass(40 * 86_400)
  const found = await woovi.find(returned.payoutId, timeLimit())
  assert.ok(found.kind === 'completed')
  const back = { payoutId: returned.payoutId, amount: 3_00, date: day() }
  await giveBack({ endToEndId: found.endToEndId, amount: 3_00 })
  await pass(1)
  const rows = await rowsOfDay(day())
  assert.partialDeepStrictEqual(rows, [{ kind: 'payout-return', ...back }])
  for (const [operation, kind] of [
    ['list', 'error-503'],
    ['transactions', 'truncated-json'],
  ] as const) {
    fault(operation, kind)
    await assert.rejects(rowsOfDay(day()))
  }
})

test('a new callback address replaces the old one of this host, and no other', async (t) => {
  const { woovi, signal, world } = await openWooviBank(t)
  const receiver = await openReceiver(t)
  const elsewhere = 'https://outro.exemplo.com.br/callbacks/x'
  assert.equal((await woovi.findCallback(signal())).kind, 'not-found')
  await woovi.registerCallback(elsewhere, signal())
  const old = new URL('/callbacks/antigo', receiver.url).href
  for (const url of [old, receiver.url, receiver.url]) await woovi.registerCallback(url, signal())
  const found = await woovi.findCallback(signal())
  assert.deepEqual(found, { kind: 'found', url: receiver.url })
  const stored = world.db.prepare("select webhook ->> 'url' as url from woovi_webhooks").all()
  assert.deepEqual(
    stored.map(({ url }) => url),
    [elsewhere, elsewhere, receiver.url, receiver.url],
  )
})

test('another AppID is refused: nothing is sent', async (t) => {
  const { settings } = await openWooviBank(t)
  for (const changed of [{ appId: 'errado' }, { baseUrl: 'https://127.0.0.1:1' }]) {
    const other = openWoovi({ ...settings, ...changed })
    t.after(() => other.close())
    assert.equal((await other.send(somePayout(), timeLimit())).kind, 'not-sent')
    assert.equal((await other.find('a'.repeat(32), timeLimit())).kind, 'unknown')
  }
  const { ca: _ca, ...withoutOurs } = settings
  const careful = openWoovi(withoutOurs)
  t.after(() => careful.close())
  assert.equal((await careful.send(somePayout(), timeLimit())).kind, 'not-sent')
})

test('a notice is a hint of an id; the test notice of Woovi has none', async (t) => {
  const { woovi } = await openWooviBank(t)
  const correlationID = 'a1'.repeat(16)
  const event = 'OPENPIX:MOVEMENT_FAILED'
  assert.deepEqual(woovi.readNotice({ event, payment: { correlationID } }), [correlationID])
  const testNotice = { data_criacao: '2024-01-23T20:32:14.429Z', event }
  for (const invalid of [
    ...[undefined, null, 'pix', 7, [], {}, testNotice],
    { payment: { correlationID: '../x' } },
  ])
    assert.deepEqual(woovi.readNotice(invalid), [])
})
