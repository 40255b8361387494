import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import Fastify from 'fastify'
import type { ClaimRequest } from '../../sandbox/world.ts'
import { isReturnId } from '../../src/brazil/pix-ids.ts'
import { randomId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { openSession } from '../../src/providers/api-pix/session.ts'
import { parse } from '../../src/providers/http/json-reader.ts'
import { openPixBank, openReceiver } from '../kit/pix-bank.ts'
import { timeLimit } from '../kit/time-limit.ts'

const day = 24 * 3_600
/** A bank, a Pix it received, and ways to claim it, to answer and to look. */
async function openCase(t: TestContext, amount = 100_00) {
  const bank = await openPixBank(t)
  const session = openSession(bank.settings)
  t.after(() => session.close())
  const txid = randomId().replaceAll('-', '')
  const created = await bank.pix.createCharge(
    { txid, amount: cents(amount), expiresInSeconds: 600 },
    timeLimit(),
  )
  assert(created.kind === 'created')
  const paid = await bank.bank.pay?.(created.emv, undefined)
  assert(paid?.paid)
  const endToEndId = paid.reference

  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await session.call({
      method,
      path,
      ...(body === undefined ? {} : { body }),
      signal: timeLimit(),
    })
    assert(answer.kind === 'answered', JSON.stringify(answer))
    return { status: answer.status, body: parse(answer.text) as Answer }
  }
  const claim = async (fields: Partial<ClaimRequest> = {}) => {
    const reported = await bank.bank.dispute?.({
      reference: txid,
      kind: 'med',
      action: 'open',
      ...fields,
    })
    assert(reported, 'no Pix of this bank')
    return reported
  }
  const list = async (query = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00Z') =>
    (await call('GET', `/gn/infracoes?${query}`)).body
  return {
    ...{ ...bank, txid, endToEndId, emv: created.emv, call, claim, list },
    /** A claim that was opened, by its id. */
    async opened(fields: Partial<ClaimRequest> = {}): Promise<string> {
      const reported = await claim(fields)
      assert(reported.done, JSON.stringify(reported))
      return reported.caseId
    },
    infraction: async () => (await list()).infracoes[0],
    returns: async () => (await call('GET', `/pix/${endToEndId}`)).body.devolucoes ?? [],
    defend: (
      id: string,
      body: unknown = { analise: 'rejeitado', justificativa: 'O pedido foi entregue.' },
    ) => call('POST', `/gn/infracoes/${id}/defesa`, body),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: JSON has any shape, and the tests check it.
type Answer = any

test('claims are listed with the fields of the published contract, in pages', async (t) => {
  const pix = await openCase(t)
  const id = await pix.opened({ reason: 'coercao' })
  const { parametros, infracoes } = await pix.list()
  assert.deepEqual(parametros.paginacao, {
    paginaAtual: 0,
    itensPorPagina: 100,
    quantidadeDePaginas: 1,
    quantidadeTotalDeItens: 1,
  })
  const [{ dataTransacao, dadosAnalise, criadoEm, atualizadoEm, origem, destino, ...rest }] =
    infracoes
  assert.deepEqual(rest, {
    idInfracao: id,
    endToEndId: pix.endToEndId,
    protocolo: '1',
    valor: '100.00',
    chave: pix.settings.chave,
    status: 'ABERTA',
    razao: 'Solicitação de devolução',
    tipoSituacao: 'coerção',
    identificadorTicket: [],
  })
  const weekMs =
    new Date(dadosAnalise.prazoFinalizacao).getTime() - new Date(dadosAnalise.abertura).getTime()
  assert.equal(weekMs, 7 * day * 1000)
  assert.deepEqual([criadoEm, atualizadoEm], [dadosAnalise.abertura, dadosAnalise.abertura])
  assert(dataTransacao <= criadoEm)
  assert.deepEqual(Object.keys(origem), ['nomeParticipante', 'conta', 'nome', 'documento'])
  assert.deepEqual(Object.keys(destino), Object.keys(origem))
  assert.deepEqual(
    (await pix.list('inicio=2020-01-01T00:00:00Z&fim=2020-01-02T00:00:00Z')).infracoes,
    [],
  )
  assert.match((await pix.list('inicio=ontem&fim=hoje')).type, /InfracoesConsultaInvalida$/)
})

test('a claim is found by txid, EndToEndId, copy-and-paste code and its own id', async (t) => {
  const pix = await openCase(t)
  for (const reference of [pix.txid, pix.endToEndId, pix.emv]) {
    const id = await pix.opened({ reference })
    const won = await pix.claim({ reference: id, action: 'win' })
    assert.deepEqual(won, { done: true, caseId: id, amount: 100_00, state: 'won' })
  }
  assert.equal(await pix.bank.dispute?.({ reference: 'x', kind: 'med', action: 'open' }), undefined)
  assert.equal(
    await pix.bank.dispute?.({ reference: pix.txid, kind: 'chargeback', action: 'open' }),
    undefined,
  )
})

test('a payer may claim for 80 days, and not a second longer', async (t) => {
  const [early, late] = [await openCase(t), await openCase(t)]
  await early.pass(80 * day - 60)
  await early.opened()
  await late.pass(80 * day + 1)
  assert.deepEqual(await late.claim(), {
    done: false,
    reason: 'O pagador só pode contestar um PIX até 80 dias depois de pagar; este é mais antigo.',
  })
})

test('a claim that is not possible is refused with its reason', async (t) => {
  const pix = await openCase(t)
  const unpaid = {
    txid: randomId().replaceAll('-', ''),
    amount: cents(1_00),
    expiresInSeconds: 600,
  }
  await pix.pix.createCharge(unpaid, timeLimit())
  const cases: readonly (readonly [Partial<ClaimRequest>, RegExp])[] = [
    [{ reference: unpaid.txid }, /ainda não foi pago/],
    [{ action: 'win' }, /não tem infração/],
    [{ action: 'lose' }, /não tem infração/],
    [{ action: 'reverse' }, /não tem reversão/],
    [{ amount: 100_01 }, /maior do que o do PIX/],
    [{ reason: 'arrependimento' }, /reason deve ser um de: golpe, /],
  ]
  for (const [fields, why] of cases) {
    const reported = await pix.claim(fields)
    assert(!reported.done)
    assert.match(reported.reason, why)
  }
  await pix.opened()
  const second = await pix.claim()
  assert(!second.done && /já tem uma infração/.test(second.reason))
})

test('an unanswered claim is accepted after 7 days and paid back after 11', async (t) => {
  const pix = await openCase(t)
  const receiver = await openReceiver(t)
  await pix.pix.registerCallback(receiver.url, timeLimit())
  await pix.opened()
  await pix.pass(7 * day - 60)
  assert.equal((await pix.infraction()).status, 'ABERTA')
  await pix.pass(120)
  assert.equal((await pix.infraction()).status, 'ACEITA')
  assert.deepEqual(await pix.returns(), [])
  await pix.pass(3 * day)
  const [created] = await pix.returns()
  assert.deepEqual(
    [created.status, created.natureza, created.valor],
    ['EM_PROCESSAMENTO', 'MED_FRAUDE', '100.00'],
  )
  assert.equal(receiver.bodies.length, 0)

  await pix.pass(day)
  const [sent] = await pix.returns()
  assert.equal(sent.status, 'DEVOLVIDO')
  assert(isReturnId(sent.rtrId) && sent.rtrId === created.rtrId)
  const { pix: charged } = (await pix.call('GET', `/cob/${pix.txid}`)).body
  assert.deepEqual(charged[0].devolucoes, [sent])
  await receiver.received(1)
  const notice = receiver.bodies[0]?.body as Answer
  assert.deepEqual(notice.pix[0].devolucoes, [sent])
  assert.deepEqual(pix.pix.readNotice(notice), [
    { txid: pix.txid, endToEndId: pix.endToEndId, isReturn: true },
  ])
})

test('a jump over all the hours lets each thing happen at its own', async (t) => {
  const pix = await openCase(t)
  await pix.opened()
  await pix.pass(30 * day)
  const { dadosAnalise } = await pix.infraction()
  const [{ horario }] = await pix.returns()
  assert.equal(dadosAnalise.finalizacao, dadosAnalise.prazoFinalizacao)
  const decidedMs = new Date(dadosAnalise.finalizacao).getTime()
  assert.equal(new Date(horario.solicitacao).getTime(), decidedMs + 3 * day * 1000)
  assert.equal(new Date(horario.liquidacao).getTime(), decidedMs + 4 * day * 1000)
})

const ends: readonly (readonly [string, number, number, string])[] = [
  ['with 61 in the cents is won an hour later', 10_61, 3_601, 'REJEITADA'],
  ['with 62 in the cents is lost an hour later', 10_62, 3_601, 'ACEITA'],
  ['is under review while it lasts', 10_00, 7 * day - 60, 'EM_DEFESA'],
  ['that is not decided is won at the end of the analysis', 10_00, 7 * day + 1, 'REJEITADA'],
]
for (const [name, amount, seconds, status] of ends) {
  test(`a defended claim ${name}`, async (t) => {
    const pix = await openCase(t, amount)
    assert.equal((await pix.defend(await pix.opened())).status, 201)
    await pix.pass(seconds)
    const infraction = await pix.infraction()
    assert.deepEqual([infraction.status, infraction.defesa], [status, 'O pedido foi entregue.'])
  })
}

test('a defence may bring documents; a receiver who agrees ends the claim', async (t) => {
  const pix = await openCase(t)
  const documentos = [
    {
      nome: 'nota.pdf',
      tipo: 'application/pdf',
      conteudo: Buffer.alloc(200_000).toString('base64'),
    },
  ]
  const id = await pix.opened()
  assert.equal(
    (await pix.defend(id, { analise: 'aceito', justificativa: 'Confirmo.', documentos })).status,
    201,
  )
  const { status, documentos: kept } = await pix.infraction()
  assert.equal(status, 'ACEITA')
  assert.deepEqual(kept, [{ nome: 'nota.pdf', tipo: 'application/pdf', bytes: 200_000 }])
})

test('a claim takes one defence, in time, and in the terms of the contract', async (t) => {
  const pix = await openCase(t)
  const id = await pix.opened()
  const outcome = async (of: string, body?: unknown) => {
    const { status, body: problem } = await pix.defend(of, body)
    return [status, String(problem.type).split('/').at(-1)]
  }
  assert.deepEqual(await outcome(randomId()), [404, 'InfracaoNaoEncontrada'])
  assert.deepEqual(await outcome(id, { analise: 'talvez', justificativa: 'x' }), [
    400,
    'InfracoesConsultaInvalida',
  ])
  assert.deepEqual(await outcome(id, { analise: 'rejeitado' }), [400, 'InfracoesConsultaInvalida'])
  await pix.defend(id)
  assert.deepEqual(await outcome(id), [409, 'InfracaoOperacaoInvalida'])
  await pix.claim({ action: 'win' })

  const late = await pix.opened()
  await pix.pass(7 * day + 1)
  assert.deepEqual(await outcome(late), [422, 'InfracaoOperacaoInvalida'])
})

test('losing at once sends the money at once, also when the loss came before', async (t) => {
  for (const before of [[], [{ action: 'lose' }]] as const) {
    const pix = await openCase(t)
    const caseId = await pix.opened({ reason: 'operacional' })
    for (const fields of before) assert.equal((await pix.claim(fields)).done, true)
    assert.deepEqual(await pix.returns(), [])
    const reported = await pix.claim({ action: 'lose', now: true })
    assert.deepEqual(reported, { done: true, caseId, amount: 100_00, state: 'lost' })
    const [{ status, natureza }] = await pix.returns()
    assert.deepEqual([status, natureza], ['DEVOLVIDO', 'MED_OPERACIONAL'])
    assert.equal((await pix.claim({ action: 'lose', now: true })).done, false)
    assert.equal((await pix.claim({ action: 'win' })).done, false)
  }
})

test('refunds and claims together never give back more than the Pix', async (t) => {
  const pix = await openCase(t)
  await pix.opened()
  const order = { endToEndId: pix.endToEndId, refundId: 'a1', amount: cents(30_00) }
  assert.equal((await pix.pix.refund(order, timeLimit())).kind, 'processing')
  await pix.pass(30 * day)
  const amounts = (await pix.returns()).map((each: Answer) => [
    each.natureza,
    each.valor,
    each.status,
  ])
  assert.deepEqual(amounts, [
    ['ORIGINAL', '30.00', 'DEVOLVIDO'],
    ['MED_FRAUDE', '70.00', 'DEVOLVIDO'],
  ])
  assert.equal(
    (await pix.pix.refund({ ...order, refundId: 'a2', amount: cents(1) }, timeLimit())).kind,
    'rejected',
  )
  const again = await pix.claim()
  assert(!again.done && /devolvido inteiro/.test(again.reason))
})

test('a refund that fails leaves its part to the claim', async (t) => {
  const pix = await openCase(t)
  await pix.opened()
  await pix.pix.refund(
    { endToEndId: pix.endToEndId, refundId: 'a1', amount: cents(40_52) },
    timeLimit(),
  )
  await pix.claim({ action: 'lose', now: true }) // Waits for the refund, which ends in 2 s.
  await pix.pass(2 * day)
  const given = (await pix.returns()).map((each: Answer) => [each.valor, each.status])
  assert.deepEqual(given, [
    ['40.52', 'NAO_REALIZADO'],
    ['100.00', 'DEVOLVIDO'],
  ])
})

test('a claim of what was refunded meanwhile is cancelled', async (t) => {
  const pix = await openCase(t)
  await pix.opened()
  await pix.pix.refund(
    { endToEndId: pix.endToEndId, refundId: 'a1', amount: cents(100_00) },
    timeLimit(),
  )
  await pix.pass(30 * day)
  assert.equal((await pix.infraction()).status, 'CANCELADA_EFI')
  assert.equal((await pix.returns()).length, 1)
})

test('a bank may return a Pix without any claim, and only what is left of it', async (t) => {
  const pix = await openCase(t)
  const control = Fastify()
  pix.bank.addRoutes?.(control)
  const give = async (payload: object) =>
    (await control.inject({ method: 'POST', url: '/pix/returns', payload })).json()
  const { returnId, ...rest } = await give({ reference: pix.txid, amount: 60_00 })
  assert.deepEqual(rest, { endToEndId: pix.endToEndId, amount: 60_00 })
  assert(isReturnId(returnId))
  assert.equal((await give({ reference: pix.txid, amount: 40_01 })).error.code, 'not-returnable')
  assert.equal((await give({ reference: 'x' })).error.code, 'not-found')
  assert.equal((await pix.returns())[0].natureza, 'MED_OPERACIONAL')
})

test('what happens to a claim is in the call log', async (t) => {
  const pix = await openCase(t)
  await pix.defend(await pix.opened())
  await pix.claim({ action: 'lose', now: true })
  const requests = pix.requests().filter((each) => /^(infraction|return)/.test(each))
  assert.deepEqual(requests, [
    'infraction opened',
    'infraction defended:rejeitado',
    'infraction.defend taken',
    'infraction accepted',
    'return started',
  ])
})
