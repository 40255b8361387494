import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import type { Fault } from '../../sandbox/faults.ts'
import type { ClaimRequest } from '../../sandbox/world.ts'
import { localDate } from '../../src/brazil/local-time.ts'
import { isEndToEndId } from '../../src/brazil/pix-ids.ts'
import { randomId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { openApiPix } from '../../src/providers/api-pix/api-pix.ts'
import type { ApiPixSettings } from '../../src/providers/api-pix/settings.ts'
import type {
  ClaimAnswer,
  ClaimListing,
  DisputePort,
  EvidenceDocument,
} from '../../src/providers/ports/dispute.ts'
import { openPixBank, openReceiver } from '../kit/pix-bank.ts'
import { timeLimit } from '../kit/time-limit.ts'

const day = 24 * 3_600
/** Long enough for a call to reach the bank, which then never answers. */
const haste = () => AbortSignal.timeout(3_000)

/** A bank that has a Pix of R$ 100, and the dispute port of an adapter with these settings. */
async function openDisputeBench(
  t: TestContext,
  change: (settings: ApiPixSettings) => ApiPixSettings = (same) => same,
) {
  const bank = await openPixBank(t)
  const pix = openApiPix(change(bank.settings))
  t.after(() => pix.close())
  const disputePort: DisputePort = pix.disputes ?? assert.fail('no dispute port')
  const sell = async (amount = 100_00) => {
    const txid = randomId().replaceAll('-', '')
    const created = await pix.createCharge(
      { txid, amount: cents(amount), expiresInSeconds: 600 },
      timeLimit(),
    )
    assert(created.kind === 'created')
    const paid = await bank.bank.pay?.(created.emv, undefined)
    assert(paid?.paid)
    return { txid, emv: created.emv, endToEndId: paid.reference }
  }
  const sale = await sell()
  const claim = async (fields: Partial<ClaimRequest> = {}) => {
    const reported = await bank.bank.dispute?.({
      reference: sale.txid,
      kind: 'med',
      action: 'open',
      ...fields,
    })
    assert(reported?.done, JSON.stringify(reported))
    return reported.caseId
  }
  const twoDaysAgo = () => new Date(bank.world.now().getTime() - 2 * day * 1000)
  const ask = (signal = timeLimit()) => disputePort.list(twoDaysAgo(), signal, bank.world.now())
  return {
    ...{ ...bank, ...sale, pix, disputePort, sell, claim, ask },
    /** The claims that the bank lists now. */
    async reported() {
      const listing = await ask()
      assert(listing.kind === 'listed', String('cause' in listing && listing.cause))
      assert.equal(listing.unread, undefined)
      return listing.claims
    },
    answer: (caseId: string, fields: Partial<ClaimAnswer> = {}, signal = timeLimit()) =>
      disputePort.answer(
        { caseId, payment: { reference: sale.txid } },
        { decision: 'contest', text: 'O pedido foi entregue.', documents: [], ...fields },
        signal,
      ),
    goesWrong: (operation: string, fault: Fault) =>
      bank.world.faults.add({ provider: 'pix', operation, fault, times: 1 }),
  }
}

const withoutExtension = ({ infractions: _infractions, ...rest }: ApiPixSettings): ApiPixSettings =>
  rest
const states = (listing: { readonly state: string }[] | readonly { readonly state: string }[]) =>
  listing.map(({ state }) => state)

test('a claim can be answered until the bank’s deadline, by the charge’s txid', async (t) => {
  const bank = await openDisputeBench(t)
  const caseId = await bank.claim({ amount: 60_00 })
  const [claim, ...others] = await bank.reported()
  assert.deepEqual(others, [])
  assert(claim?.answerBy)
  assert.equal(claim.answerBy.getTime() - claim.openedAt.getTime(), 7 * day * 1000)
  const { openedAt: _openedAt, answerBy: _answerBy, endToEndId, ...rest } = claim
  assert.ok(endToEndId && isEndToEndId(endToEndId))
  assert.deepEqual(rest, {
    kind: 'med',
    caseId,
    payment: { reference: bank.txid },
    key: bank.settings.chave,
    amount: 60_00,
    state: 'needs-response',
    reason: { code: 'golpe', text: 'Solicitação de devolução. golpe' },
  })
})

test('a contested claim is under review, and won when the bank decides so', async (t) => {
  const bank = await openDisputeBench(t)
  const caseId = await bank.claim()
  assert.deepEqual(await bank.answer(caseId), { kind: 'taken' })
  assert.deepEqual(states(await bank.reported()), ['under-review'])
  await bank.claim({ action: 'win' })
  assert.deepEqual(states(await bank.reported()), ['won'])
})

test('a claim is lost only once its money is back, and always the same claim', async (t) => {
  const bank = await openDisputeBench(t)
  const caseId = await bank.claim()
  const seen = [await bank.reported()]
  for (const days of [7, 3, 1]) {
    await bank.pass(days * day + 1)
    seen.push(await bank.reported())
  }
  assert.deepEqual(
    seen.map((claims) =>
      claims.map((each) => [each.caseId, each.state, each.returnId !== undefined]),
    ),
    [
      [[caseId, 'needs-response', false]],
      [[caseId, 'under-review', false]],
      [[caseId, 'under-review', false]],
      [[caseId, 'lost', true]],
    ],
  )
})

test('a merchant who accepts loses the claim; earlier refunds are not taken twice', async (t) => {
  const bank = await openDisputeBench(t)
  await bank.pix.refund(
    { endToEndId: bank.endToEndId, refundId: 'a1', amount: cents(30_00) },
    timeLimit(),
  )
  await bank.pass(3)
  const caseId = await bank.claim({ amount: 100_00 })
  assert.deepEqual(await bank.answer(caseId, { decision: 'accept' }), { kind: 'taken' })
  assert.deepEqual(states(await bank.reported()), ['under-review'])
  await bank.claim({ action: 'lose', now: true })
  const [claim] = await bank.reported()
  assert.deepEqual([claim?.state, claim?.amount], ['lost', 100_00])
})

test('decided claims are listed while recent, open claims until they close', async (t) => {
  const bank = await openDisputeBench(t)
  await bank.claim()
  await bank.pass(6 * day)
  assert.deepEqual(states(await bank.reported()), ['needs-response'])
  await bank.claim({ action: 'lose', now: true })
  await bank.pass(day)
  assert.deepEqual(states(await bank.reported()), ['lost'])
  await bank.pass(2 * day)
  assert.deepEqual(await bank.reported(), [])
})

test('a second claim of the same Pix is another claim with its own return', async (t) => {
  const bank = await openDisputeBench(t)
  const first = await bank.claim({ amount: 40_00 })
  await bank.claim({ action: 'lose', now: true })
  const second = await bank.claim()
  assert.deepEqual(
    (await bank.reported()).map(({ caseId, amount, state }) => [caseId, amount, state]),
    [
      [first, 40_00, 'lost'],
      [second, 60_00, 'needs-response'],
    ],
  )
  await bank.claim({ action: 'lose', now: true })
  const reported = await bank.reported()
  assert.deepEqual(states(reported), ['lost', 'lost'])
  assert.equal(new Set(reported.map(({ returnId }) => returnId)).size, 2)
})

test('returns with and without an infraction are listed, each once', async (t) => {
  const bank = await openDisputeBench(t)
  const control = Fastify()
  bank.bank.addRoutes?.(control)
  const won = await bank.claim()
  await bank.claim({ action: 'win' })
  const payload = { reference: bank.txid, amount: 25_00 }
  const { returnId } = (
    await control.inject({ method: 'POST', url: '/pix/returns', payload })
  ).json()
  const all = async () => (await bank.reported()).map(({ caseId, state }) => [caseId, state])
  assert.deepEqual(await all(), [
    [won, 'won'],
    [returnId, 'lost'],
  ])
  // While a claim is being decided, a return may be its: nothing is listed that would have to be
  // withdrawn.
  const open = await bank.claim()
  assert.deepEqual(await all(), [
    [won, 'won'],
    [open, 'needs-response'],
  ])
  assert.equal((await bank.answer(returnId)).kind, 'rejected')
})

test('without the extension a MED is listed when it is over, and has no answer', async (t) => {
  const bank = await openDisputeBench(t, withoutExtension)
  const caseId = await bank.claim()
  assert.deepEqual(await bank.reported(), [])
  await bank.claim({ action: 'lose', now: true })
  const [claim, ...others] = await bank.reported()
  assert.deepEqual(others, [])
  assert(claim?.returnId !== undefined && claim.caseId === claim.returnId)
  assert.deepEqual(
    [claim.payment, claim.key, claim.amount, claim.state, claim.reason.code],
    [{ reference: bank.txid }, bank.settings.chave, 100_00, 'lost', 'MED_FRAUDE'],
  )
  const outcome = await bank.answer(caseId)
  assert(outcome.kind === 'rejected' && outcome.code === 'SemDefesa')
  assert.equal(
    bank.requests().some((each) => each.startsWith('infraction.')),
    false,
  )
  await bank.pass(3 * day)
  assert.deepEqual(await bank.reported(), [])
})

test('money that came back 90 days after the Pix is still seen', async (t) => {
  for (const change of [withoutExtension, (same: ApiPixSettings) => same]) {
    const bank = await openDisputeBench(t, change)
    await bank.pass(79 * day)
    await bank.claim()
    await bank.pass(11 * day + 1)
    assert.deepEqual(states(await bank.reported()), ['lost'])
  }
})

test('our own refunds are no claims, and a claim is no refund of ours', async (t) => {
  for (const change of [withoutExtension, (same: ApiPixSettings) => same]) {
    const bank = await openDisputeBench(t, change)
    const receiver = await openReceiver(t)
    await bank.pix.registerCallback(receiver.url, timeLimit())
    const order = { endToEndId: bank.endToEndId, refundId: 'a1', amount: cents(40_00) }
    await bank.pix.refund(order, timeLimit())
    await bank.pass(3)
    assert.deepEqual(await bank.reported(), [])
    await bank.claim()
    await bank.claim({ action: 'lose', now: true })
    assert.equal((await bank.pix.findRefund(order.endToEndId, 'a1', timeLimit())).kind, 'returned')
    assert.equal(
      (await bank.pix.refund({ ...order, refundId: 'a2', amount: cents(1) }, timeLimit())).kind,
      'rejected',
    )
    await receiver.received(2)
    const notices = receiver.bodies.map(({ body }) => bank.pix.readNotice(body))
    const { txid, endToEndId } = bank
    assert.deepEqual(notices, [[{ txid, endToEndId }], [{ txid, endToEndId, isReturn: true }]])
  }
})

test('a dispute port without a clock finds the same', async (t) => {
  const bank = await openDisputeBench(t)
  await bank.claim()
  const since = new Date(bank.world.now().getTime() - 200 * day * 1000)
  const listing = await bank.disputePort.list(since, timeLimit())
  assert.deepEqual(listing.kind === 'listed' && states(listing.claims), ['needs-response'])
})

test('more claims than fit on a page are all listed', async (t) => {
  const bank = await openDisputeBench(t)
  for (let n = 0; n < 501; n++) {
    const paid = await bank.bank.pay?.(bank.emv, undefined, { force: true })
    assert(paid?.paid)
    await bank.claim({ reference: paid.reference })
  }
  const reported = await bank.reported()
  assert.equal(new Set(reported.map(({ caseId }) => caseId)).size, 501)
})

const silent: readonly Fault[] = [
  'timeout-before',
  'reset-before',
  'reset-body',
  'error-500',
  'error-502-html',
  'error-503',
  'error-400',
  'error-403',
  'error-429',
  'truncated-json',
  'wrong-types',
  'missing-body',
]
for (const fault of silent) {
  test(`a list under ${fault} proves nothing, and the next one is complete`, async (t) => {
    const bank = await openDisputeBench(t)
    await bank.claim()
    await bank.reported() // Token and connection are there: the fault meets the list alone.
    for (const operation of ['infraction.list', 'pix.get', 'pix.list']) {
      bank.goesWrong(operation, fault)
      assert.equal((await bank.ask(haste())).kind, 'unknown', operation)
      assert.deepEqual(states(await bank.reported()), ['needs-response'])
    }
  })
}

test('unknown fields are ignored', async (t) => {
  const bank = await openDisputeBench(t)
  await bank.claim()
  for (const operation of ['infraction.list', 'pix.get', 'pix.list'])
    bank.goesWrong(operation, 'extra-fields')
  assert.deepEqual(states(await bank.reported()), ['needs-response'])
})

test('a claim that cannot be read is named, and its return is not unrelated', async (t) => {
  const bank = await openDisputeBench(t)
  const caseId = await bank.claim()
  await bank.claim({ action: 'lose', now: true })
  bank.goesWrong('infraction.list', 'status-99')
  const unread: ClaimListing = { kind: 'listed', claims: [], unread: [caseId] }
  assert.deepEqual(await bank.ask(), unread)
  bank.goesWrong('pix.list', 'status-99')
  assert.deepEqual((await bank.ask()).kind, 'listed')
  assert.deepEqual(states(await bank.reported()), ['lost'])
})

test('a return that cannot be read has the same name in each list', async (t) => {
  const bank = await openDisputeBench(t, withoutExtension)
  await bank.claim()
  await bank.claim({ action: 'lose', now: true })
  const names: (readonly string[] | undefined)[] = []
  for (const _ of ['today', 'tomorrow', 'later']) {
    bank.goesWrong('pix.list', 'status-99')
    const listing = await bank.ask()
    assert(listing.kind === 'listed')
    names.push(listing.unread)
    await bank.pass(day)
  }
  const [name] = names[0] ?? []
  assert.match(name ?? '', new RegExp(`^${bank.endToEndId} \\w+$`))
  assert.deepEqual(names, [[name], [name], [name]])
})

const taken: readonly Fault[] = [
  'extra-fields',
  'truncated-json',
  'wrong-types',
  'missing-body',
  'status-99',
]
const doneUnseen: readonly Fault[] = [
  'timeout-after',
  'visible-late',
  'reset-after',
  'reset-body',
  'done-then-500',
]
const notDone: readonly Fault[] = [
  'timeout-before',
  'reset-before',
  'error-500',
  'error-502-html',
  'error-503',
  'error-400',
  'error-403',
  'error-417',
  'error-429',
]
for (const fault of [...taken, ...doneUnseen, ...notDone]) {
  const first = taken.includes(fault) ? 'taken' : 'unknown'
  test(`an answer under ${fault} is ${first}, and a repetition is accepted once`, async (t) => {
    const bank = await openDisputeBench(t)
    const caseId = await bank.claim()
    await bank.reported()
    bank.goesWrong('infraction.defend', fault)
    assert.equal((await bank.answer(caseId, {}, haste())).kind, first)
    assert.deepEqual(await bank.answer(caseId), { kind: 'taken' })
    assert.equal(
      bank.requests().filter((each) => each === 'infraction defended:rejeitado').length,
      1,
    )
  })
}

test('a refused answer has the bank’s text; an answer by another author is not ours', async (t) => {
  const bank = await openDisputeBench(t)
  assert.deepEqual(await bank.answer(randomId()), {
    kind: 'rejected',
    code: 'InfracaoNaoEncontrada',
    message: 'Não há infração com o id informado.',
  })
  const caseId = await bank.claim()
  await bank.answer(caseId, { text: 'Dito no site do banco.' })
  const second = await bank.answer(caseId)
  assert(
    second.kind === 'rejected' && second.code === 'InfracaoOperacaoInvalida',
    JSON.stringify(second),
  )
  await bank.claim({ action: 'win' })

  const late = await bank.claim()
  await bank.pass(7 * day + 1)
  const outcome = await bank.answer(late)
  assert(outcome.kind === 'rejected')
  assert.match(outcome.message, /prazo/)
})

test('a second answer about a charge with a due date is looked up, and refused', async (t) => {
  const bank = await openDisputeBench(t)
  const txid = randomId().replaceAll('-', '')
  const created = await bank.pix.dueCharges.createCharge(
    {
      txid,
      terms: {
        original: cents(100_00),
        dueDate: localDate(bank.world.now()).add({ days: 30 }).toString(),
        validDaysAfterDue: 10,
      },
      payer: { name: 'Ana Souza', document: '52998224725' },
    },
    timeLimit(),
  )
  assert(created.kind === 'created', JSON.stringify(created))
  assert((await bank.bank.pay?.(created.emv, undefined))?.paid)
  const caseId = await bank.claim({ reference: txid })
  const answerWith = (text: string) =>
    bank.disputePort.answer(
      { caseId, payment: { reference: txid } },
      { decision: 'contest', text, documents: [] },
      timeLimit(),
    )
  assert.deepEqual(await answerWith('Dito no site do banco.'), { kind: 'taken' })
  const second = await answerWith('O pedido foi entregue.')
  assert(
    second.kind === 'rejected' && second.code === 'InfracaoOperacaoInvalida',
    JSON.stringify(second),
  )
  assert.deepEqual(await answerWith('Dito no site do banco.'), { kind: 'taken' })
})

test('an answer that was accepted and cannot be looked up is queried again', async (t) => {
  const bank = await openDisputeBench(t)
  const caseId = await bank.claim()
  await bank.answer(caseId)
  for (const operation of ['infraction.list', 'cob.get']) {
    bank.goesWrong(operation, 'error-500')
    assert.equal((await bank.answer(caseId)).kind, 'unknown', operation)
  }
})

const document: EvidenceDocument = {
  name: 'nota.pdf',
  contentType: 'application/pdf',
  bytes: Buffer.alloc(300_000, 7),
}

test('documents are sent to a bank that accepts them; others get an explanation', async (t) => {
  const kept = async (bank: Awaited<ReturnType<typeof openDisputeBench>>) => {
    const caseId = await bank.claim()
    assert.deepEqual(await bank.answer(caseId, { documents: [document] }), { kind: 'taken' })
    assert.deepEqual(await bank.answer(caseId, { documents: [document] }), { kind: 'taken' })
    const row = bank.world.db
      .prepare('select defence from pix_infractions where id = ?')
      .get(caseId)
    return JSON.parse(String(row?.defence))
  }
  const { text, documents } = await kept(await openDisputeBench(t))
  assert.equal(text, 'O pedido foi entregue.')
  assert.deepEqual(documents, [{ nome: 'nota.pdf', tipo: 'application/pdf', bytes: 300_000 }])

  const words = (settings: ApiPixSettings): ApiPixSettings => ({
    ...settings,
    infractions: { contract: 'efi' },
  })
  const reported = await kept(await openDisputeBench(t, words))
  assert.equal(reported.text, 'O pedido foi entregue.\n\nDocumentos à disposição: nota.pdf')
  assert.deepEqual(reported.documents, [])
})

test('an answer without text still states the decision', async (t) => {
  for (const [decision, text] of [
    ['accept', 'O recebedor concorda com a devolução.'],
    ['contest', 'O recebedor não concorda com a devolução.'],
  ] as const) {
    const bank = await openDisputeBench(t)
    const caseId = await bank.claim()
    assert.deepEqual(await bank.answer(caseId, { decision, text: '' }), { kind: 'taken' })
    const row = bank.world.db
      .prepare('select defence from pix_infractions where id = ?')
      .get(caseId)
    assert.equal(JSON.parse(String(row?.defence)).text, text)
  }
})
