import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { isEndToEndId } from '../../src/brazil/pix-ids.ts'
import { randomId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { openPixAdapter, openSandbox } from '../kit/sandbox.ts'
import { timeLimit } from '../kit/time-limit.ts'

/** A PIX charge of R$ 25,90 the sandbox's bank made, its code ready to be paid. */
async function openShop(t: TestContext) {
  const { sandbox, call } = await openSandbox(t)
  const pix = openPixAdapter(t, sandbox)
  const txid = randomId().replaceAll('-', '')
  const charge = { txid, amount: cents(25_90), expiresInSeconds: 600, message: 'Pedido 42' }
  const created = await pix.createCharge(charge, timeLimit())
  assert(created.kind === 'created')
  return { sandbox, call, pix, txid, code: created.emv }
}

test('a PIX code is shown and paid once; the receiver gets its EndToEndId', async (t) => {
  const { call, pix, txid, code } = await openShop(t)
  const bill = await call('GET', `/bills?code=${encodeURIComponent(code)}`)
  assert.equal(bill.status, 200)
  assert.deepEqual(
    [bill.body.amount, bill.body.state, bill.body.description],
    [25_90, 'payable', 'Pedido 42'],
  )

  const paid = await call('POST', '/pay', { code: ` ${code}\n` })
  assert.deepEqual([paid.status, paid.body.amount], [200, 25_90])
  assert(isEndToEndId(paid.body.endToEndId))
  const found = await pix.findCharge(txid, timeLimit())
  assert.equal(found.kind === 'found' && found.payments[0]?.endToEndId, paid.body.endToEndId)

  const again = await call('POST', '/pay', { code })
  assert.deepEqual([again.status, again.body.error.code], [422, 'not-payable'])
  assert.equal(again.body.error.message, 'Esta cobrança já foi paga.')
})

test('a payer cannot choose the amount of a PIX charge', async (t) => {
  const { call, code } = await openShop(t)
  assert.equal((await call('POST', '/pay', { code, amount: 25_89 })).status, 422)
  assert.equal((await call('POST', '/pay', { code, amount: 25_90 })).status, 200)
})

test('an expired PIX is refused, and arrives all the same when it is forced', async (t) => {
  const { call, code } = await openShop(t)
  await call('POST', '/clock', { advance: 'PT11M' })
  const refused = await call('POST', '/pay', { code })
  assert.deepEqual([refused.status, refused.body.error.message], [422, 'Esta cobrança expirou.'])
  assert.equal((await call('POST', '/pay', { code, force: true })).status, 200)
})

test('a payment that is not possible is refused with its reason', async (t) => {
  const { call, code } = await openShop(t)
  const foreign =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D'
  for (const [body, status, message] of [
    [{}, 400, /Informe code/],
    [{ code: '' }, 400, /Informe code/],
    [{ code, amount: 1.5 }, 400, /inteiro em centavos/],
    [{ code, amount: -1 }, 400, /inteiro em centavos/],
    [{ code: foreign }, 404, /Nenhum banco deste sandbox/],
    [{ code: `${code.slice(0, -4)}0000` }, 404, /CRC não confere/],
    [{ code: '00190.00009 01234.567891 23456.789012 1 00000000000000' }, 404, /Nenhum banco/],
  ] as const) {
    const answer = await call('POST', '/pay', body)
    assert.equal(answer.status, status, JSON.stringify(body))
    assert.match(answer.body.error.message, message)
  }
})

test('calls are listed in order, after the number one has seen', async (t) => {
  const { call, txid } = await openShop(t)
  const all = (await call('GET', '/calls')).body
  assert.deepEqual(
    all.map(
      (each: { provider: string; operation: string }) => `${each.provider} ${each.operation}`,
    ),
    ['pix token', 'pix cob.create'],
  )
  const [, create] = all
  const { n, at, ...rest } = create
  assert.deepEqual(rest, {
    provider: 'pix',
    operation: 'cob.create',
    reference: txid,
    amount: 25_90,
    outcome: 'created',
  })
  assert(!Number.isNaN(Date.parse(at)))
  assert.deepEqual((await call('GET', `/calls?after=${n}`)).body, [])
  assert.equal((await call('GET', '/calls?after=x')).status, 400)
})

test('a fault waits for its call, occurs the requested number of times, and ends', async (t) => {
  const { call, pix, txid } = await openShop(t)
  const fault = { provider: 'pix', operation: 'cob.get', fault: 'error-503', times: 2 }
  assert.deepEqual((await call('POST', '/faults', fault)).body.waiting, [fault])
  const look = async () => (await pix.findCharge(txid, timeLimit())).kind
  assert.deepEqual([await look(), await look(), await look()], ['unknown', 'unknown', 'found'])
  assert.deepEqual((await call('GET', '/faults')).body.waiting, [])
})

test('faults that were not needed can be taken back', async (t) => {
  const { call, pix, txid } = await openShop(t)
  await call('POST', '/faults', { provider: 'pix', operation: '*', fault: 'error-500', times: 9 })
  assert.equal((await call('DELETE', '/faults')).status, 204)
  assert.equal((await pix.findCharge(txid, timeLimit())).kind, 'found')
})

test('a fault no provider can have is refused with what there is to choose from', async (t) => {
  const { call } = await openSandbox(t)
  const fault = { provider: 'pix', operation: 'cob.get', fault: 'error-503', times: 1 }
  for (const [change, message] of [
    [{ provider: 'nubank' }, /provider deve ser um de: .*pix/],
    [{ operation: 'sale' }, /operation deve ser um de: .*cob\.create/],
    [{ fault: 'earthquake' }, /fault deve ser um de: timeout-before/],
    [{ fault: 'callback-lost' }, /operation deve ser um de: callback/],
    [{ times: 0 }, /times deve ser/],
    [{ times: '3' }, /times deve ser/],
  ] as const) {
    const answer = await call('POST', '/faults', { ...fault, ...change })
    assert.equal(answer.status, 400)
    assert.match(answer.body.error.message, message)
  }
  assert.deepEqual((await call('GET', '/faults')).body.waiting, [])
})

test('every error is JSON, whatever was sent', async (t) => {
  const { sandbox, call } = await openSandbox(t)
  assert.equal((await call('GET', '/nowhere')).body.error.code, 'not-found')
  const send = (body: string, type: string) =>
    fetch(new URL('/pay', sandbox.controlUrl), {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
  for (const [body, type] of [
    ['{', 'application/json'],
    ['code=1', 'application/x-www-form-urlencoded'],
    ['', 'application/json'],
  ] as const) {
    const answer = await send(body, type)
    assert(answer.status >= 400 && answer.status < 500)
    const { error } = (await answer.json()) as { error: { code: string } }
    assert.equal(error.code, 'invalid-request')
  }
})

test('the page is one file without external requests', async (t) => {
  const { sandbox } = await openSandbox(t)
  const answer = await fetch(sandbox.controlUrl)
  assert.match(answer.headers.get('content-type') ?? '', /text\/html/)
  const page = await answer.text()
  assert.match(page, /<html lang="pt-BR">/)
  assert.match(page, /callRoute\('POST', '\/pay'/)
  assert.doesNotMatch(page, /https?:\/\/|src=|@import/)
})
