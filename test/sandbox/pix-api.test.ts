import assert from 'node:assert/strict'
import { createPublicKey, verify, type webcrypto } from 'node:crypto'
import { test } from 'node:test'
import { Agent, request } from 'undici'
import { randomId } from '../../src/primitives/id.ts'
import { openBankApi } from '../kit/pix-bank.ts'

test('a client needs a certificate, and a token works only with its own', async (t) => {
  const { settings, token, txid, world } = await openBankApi(t)
  const bare = new Agent({ connect: { ca: settings.ca } })
  t.after(() => bare.destroy())
  await assert.rejects(request(`${settings.baseUrl}/cob/${txid}`, { dispatcher: bare }))

  const { openAuthority } = await import('../../sandbox/authority.ts')
  const other = await (await openAuthority(world.home)).client('other-client')
  const connect = { ca: settings.ca, cert: other.certificate, key: other.privateKey }
  const stolen = new Agent({ connect })
  t.after(() => stolen.destroy())
  const headers = { authorization: `Bearer ${token}` }
  const answer = await request(`${settings.baseUrl}/cob/${txid}`, { headers, dispatcher: stolen })
  assert.equal(answer.statusCode, 401)
  await answer.body.dump()
})

test('a token allows what its scopes say', async (t) => {
  const { call, someCharge, txid } = await openBankApi(t, 'cob.read')
  assert.equal((await call('GET', `/cob/${txid}`)).status, 404)
  assert.equal((await call('PUT', `/cob/${txid}`, someCharge)).status, 403)
})

test('each fault in a charge is named', async (t) => {
  const { call, someCharge, txid } = await openBankApi(t)
  for (const [change, field] of [
    [{ valor: { original: '1.005' } }, 'cob.valor.original'],
    [{ valor: { original: '1' } }, 'cob.valor.original'],
    [{ valor: { original: '0.00' } }, 'cob.valor.original'],
    [{ valor: { original: 37 } }, 'cob.valor.original'],
    [{ calendario: { expiracao: 0 } }, 'cob.calendario.expiracao'],
    [{ calendario: undefined }, 'cob.calendario'],
    [{ chave: 'x'.repeat(78) }, 'cob.chave'],
    [{ chave: randomId() }, 'cob.chave'],
    [{ devedor: { cpf: '52998224725' } }, 'cob.devedor'],
    [{ devedor: { cpf: '52998224724', nome: 'Ana' } }, 'cob.devedor'],
    [{ devedor: { cpf: '52998224725', cnpj: '11222333000181', nome: 'Ana' } }, 'cob.devedor'],
    [{ solicitacaoPagador: 'x'.repeat(141) }, 'cob.solicitacaoPagador'],
    [
      { infoAdicionais: Array.from({ length: 51 }, () => ({ nome: 'a', valor: 'b' })) },
      'cob.infoAdicionais',
    ],
    [{ loc: { id: 999 } }, 'cob.loc.id'],
  ] as const) {
    const { status, headers, body } = await call('PUT', `/cob/${txid}`, {
      ...someCharge,
      ...change,
    })
    assert.equal(status, 400, field)
    assert.match(String(headers['content-type']), /application\/problem\+json/)
    assert.equal(body.type, 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida')
    assert.equal(body.status, 400)
    assert.deepEqual(
      body.violacoes.map((each: { propriedade: string }) => each.propriedade),
      [field],
    )
  }
  for (const bad of ['short', 'a'.repeat(36), '0'.repeat(25), 'a-b'.repeat(10)]) {
    assert.equal(
      (await call('PUT', `/cob/${bad}`, someCharge)).body.violacoes[0].propriedade,
      'cob.txid',
    )
  }
})

test('a debtor may be a person or a company with letters in its number', async (t) => {
  const { call, someCharge } = await openBankApi(t)
  for (const devedor of [
    { cpf: '52998224725', nome: 'Ana' },
    { cnpj: '12ABC34501DE35', nome: 'Empresa Nova' },
  ]) {
    const { status, body } = await call('POST', '/cob', { ...someCharge, devedor })
    assert.equal(status, 201)
    assert.deepEqual(body.devedor, devedor)
    assert.match(body.txid, /^[a-zA-Z0-9]{26,35}$/)
  }
})

test('a change is a new revision and the old one can be read; a payment is none', async (t) => {
  const { call, bank, someCharge, txid } = await openBankApi(t)
  await call('PUT', `/cob/${txid}`, someCharge)
  assert.equal(
    (await call('PATCH', `/cob/${txid}`, { valor: { original: '38.00' } })).body.revisao,
    1,
  )
  assert.equal(
    (await call('PUT', `/cob/${txid}`, { ...someCharge, valor: { original: '39.00' } })).body
      .revisao,
    2,
  )
  assert.equal((await call('GET', `/cob/${txid}?revisao=0`)).body.valor.original, '37.00')
  assert.equal((await call('GET', `/cob/${txid}?revisao=1`)).body.valor.original, '38.00')
  const missing = await call('GET', `/cob/${txid}?revisao=9`)
  assert.match(missing.body.type, /CobConsultaInvalida$/)

  const current = await call('GET', `/cob/${txid}`)
  const payment = await bank.pay?.(current.body.pixCopiaECola, undefined)
  assert(payment?.paid && payment.amount === 39_00)
  const paid = await call('GET', `/cob/${txid}`)
  assert.deepEqual([paid.body.revisao, paid.body.status, paid.body.pix.length], [2, 'CONCLUIDA', 1])
})

test('an expired charge stays active and may be extended', async (t) => {
  const { call, bank, pass, someCharge, txid } = await openBankApi(t)
  const { body } = await call('PUT', `/cob/${txid}`, someCharge)
  await pass(601)
  assert.equal((await call('GET', `/cob/${txid}`)).body.status, 'ATIVA')
  assert.equal((await bank.pay?.(body.pixCopiaECola, undefined))?.paid, false)
  await call('PATCH', `/cob/${txid}`, { calendario: { expiracao: 1_200 } })
  assert.equal((await bank.pay?.(body.pixCopiaECola, undefined))?.paid, true)
})

test('a removal stands alone and is final', async (t) => {
  const { call, someCharge, txid } = await openBankApi(t)
  const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  assert.match((await call('PATCH', `/cob/${txid}`, { status })).body.type, /CobNaoEncontrado$/)
  await call('PUT', `/cob/${txid}`, someCharge)
  assert.equal(
    (await call('PATCH', `/cob/${txid}`, { status, valor: { original: '1.00' } })).status,
    400,
  )
  assert.equal((await call('PATCH', `/cob/${txid}`, { status: 'CONCLUIDA' })).status, 400)
  const removed = await call('PATCH', `/cob/${txid}`, { status })
  assert.deepEqual([removed.status, removed.body.status, removed.body.revisao], [200, status, 1])
  assert.match((await call('PATCH', `/cob/${txid}`, { status })).body.type, /CobOperacaoInvalida$/)
  assert.equal(
    (await call('PUT', `/cob/${txid}`, { ...someCharge, valor: { original: '1.00' } })).status,
    400,
  )
})

test('lists go by page, from 0, over a span of time', async (t) => {
  const { call, bank, someCharge } = await openBankApi(t)
  const span = 'inicio=2020-01-01T00:00:00Z&fim=2099-01-01T00:00:00-03:00'
  for (let n = 0; n < 3; n++) {
    const { body } = await call('POST', '/cob', someCharge)
    if (n < 2) await bank.pay?.(body.pixCopiaECola, undefined)
  }
  const page = await call('GET', `/cob?${span}&paginacao.itensPorPagina=2&paginacao.paginaAtual=1`)
  assert.equal(page.body.cobs.length, 1)
  assert.deepEqual(page.body.parametros.paginacao, {
    paginaAtual: 1,
    itensPorPagina: 2,
    quantidadeDePaginas: 2,
    quantidadeTotalDeItens: 3,
  })
  assert.equal((await call('GET', `/cob?${span}&status=CONCLUIDA`)).body.cobs.length, 2)
  const { pix } = (await call('GET', `/pix?${span}`)).body
  assert.equal(pix.length, 2)
  assert.deepEqual((await call('GET', `/pix/${pix[0].endToEndId}`)).body, pix[0])
  assert.equal((await call('GET', `/pix?${span}&txid=${pix[1].txid}`)).body.pix.length, 1)
  assert.match((await call('GET', `/pix/E${'0'.repeat(31)}`)).body.type, /PixNaoEncontrado$/)

  for (const query of [
    '',
    'inicio=2020-01-01T00:00:00Z',
    'inicio=2021-01-01T00:00:00Z&fim=2020-01-01T00:00:00Z',
    `${span}&paginacao.paginaAtual=-1`,
    `${span}&paginacao.itensPorPagina=1001`,
    `${span}&cpf=52998224725&cnpj=11222333000181`,
  ]) {
    assert.match((await call('GET', `/cob?${query}`)).body.type, /CobConsultaInvalida$/)
    assert.match((await call('GET', `/pix?${query}`)).body.type, /PixConsultaInvalida$/)
  }
})

test('a webhook is set, shown, listed and taken away', async (t) => {
  const { call, settings } = await openBankApi(t)
  const path = `/webhook/${settings.chave}`
  const webhookUrl = 'https://loja.example.com/pix'
  assert.match((await call('GET', path)).body.type, /WebhookNaoEncontrado$/)
  assert.equal((await call('PUT', path, { webhookUrl })).status, 200)
  assert.equal((await call('GET', path)).body.webhookUrl, webhookUrl)
  assert.equal((await call('GET', '/webhook')).body.webhooks.length, 1)
  assert.match(
    (await call('PUT', `/webhook/${randomId()}`, { webhookUrl })).body.type,
    /WebhookOperacaoInvalida$/,
  )
  assert.equal((await call('DELETE', path)).status, 204)
  assert.equal((await call('DELETE', path)).status, 404)
})

test('the payload behind the code is signed by the bank and public', async (t) => {
  const { call, settings, someCharge, txid, bank } = await openBankApi(t)
  const { body } = await call('PUT', `/cob/${txid}`, someCharge)
  const client = new Agent({ connect: { ca: settings.ca } })
  t.after(() => client.destroy())
  const fetchPayload = () => request(`https://${body.location}`, { dispatcher: client })

  const answer = await fetchPayload()
  assert.match(String(answer.headers['content-type']), /application\/jose/)
  const [header = '', payload = '', signature = ''] = (await answer.body.text()).split('.')
  const { jku, kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const { keys } = (await (await request(jku, { dispatcher: client })).body.json()) as {
    keys: (webcrypto.JsonWebKey & { kid: string })[]
  }
  const key = createPublicKey({ key: keys.find((each) => each.kid === kid) ?? {}, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  const isGenuine = verify(
    'sha256',
    signed,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  assert(isGenuine)
  const decoded = JSON.parse(Buffer.from(payload, 'base64url').toString())
  assert.deepEqual(
    [decoded.txid, decoded.valor, decoded.chave, decoded.status],
    [txid, { original: '37.00' }, settings.chave, 'ATIVA'],
  )

  await bank.pay?.(body.pixCopiaECola, undefined)
  const gone = await fetchPayload()
  assert.equal(gone.statusCode, 410)
  assert.match(((await gone.body.json()) as { type: string }).type, /CobPayloadNaoEncontrado$/)
})

test('what the API does not know gets an error in the API’s own format', async (t) => {
  const { call, settings, agent, token } = await openBankApi(t)
  assert.match((await call('GET', '/rec/x')).body.type, /NaoEncontrado$/)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await request(`${settings.baseUrl}/cob`, {
    method: 'POST',
    headers,
    body: '{',
    dispatcher: agent,
  })
  assert.equal(answer.statusCode, 400)
  assert.match(((await answer.body.json()) as { type: string }).type, /RequisicaoInvalida$/)
})

test('the call log names the refusal of a call that also had a fault', async (t) => {
  const { world, call, someCharge, txid } = await openBankApi(t)
  const put = (body: unknown) => {
    world.faults.add({ provider: 'pix', operation: 'cob.create', fault: 'extra-fields', times: 1 })
    return call('PUT', `/cob/${txid}`, body)
  }
  await put({ ...someCharge, valor: undefined })
  await put(someCharge)
  const outcomes = world.calls
    .after(0)
    .filter(({ operation }) => operation === 'cob.create')
    .map(({ outcome }) => outcome)
  assert.match(outcomes[0] ?? '', /^fault:extra-fields refused:/)
  assert.equal(outcomes[1], 'fault:extra-fields')
})
