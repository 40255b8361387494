import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { localDate } from '../../src/brazil/local-time.ts'
import { randomId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { PixDueCharge } from '../../src/providers/ports/pix.ts'
import { openBankApi, openPixBank, type PixBank } from '../kit/pix-bank.ts'
import { timeLimit } from '../kit/time-limit.ts'

const someId = () => randomId().replaceAll('-', '')

const someCharge = ({ world }: Pick<PixBank, 'world'>, dueDate?: string): PixDueCharge => ({
  txid: someId(),
  terms: {
    original: cents(30_00),
    dueDate: dueDate ?? localDate(world.now()).add({ days: 10 }).toString(),
    validDaysAfterDue: 5,
  },
  payer: { name: 'Ana Souza', document: '52998224725' },
})

test('a batch creates its charges later, and says why it refused one', async (t) => {
  const bank = await openPixBank(t)
  const { batches, dueCharges } = bank.pix
  const [good, bad] = [someCharge(bank), someCharge(bank, '2020-01-02')]
  const batch = { id: someId(), description: 'Mensalidades', charges: [good, bad] }
  assert.deepEqual(await batches.find(batch.id, timeLimit()), { kind: 'not-found' })
  assert.deepEqual(await batches.create(batch, timeLimit()), { kind: 'accepted' })
  const found = await batches.find(batch.id, timeLimit())
  assert(found.kind === 'found')
  assert.deepEqual(
    found.charges.map(({ state }) => state),
    ['processing', 'processing'],
  )
  assert.deepEqual(await dueCharges.findCharge(good.txid, timeLimit()), { kind: 'not-found' })
  // A charge of a batch is not created beside it.
  assert.equal((await dueCharges.createCharge(good, timeLimit())).kind, 'rejected')

  await bank.pass(5)
  const processed = await batches.find(batch.id, timeLimit())
  assert(processed.kind === 'found')
  assert.deepEqual(
    processed.charges.map(({ txid, state }) => [txid, state]),
    [
      [good.txid, 'created'],
      [bad.txid, 'refused'],
    ],
  )
  assert.match(processed.charges[1]?.reason ?? '', /dataDeVencimento é anterior/)
  assert.equal((await dueCharges.findCharge(good.txid, timeLimit())).kind, 'found')
})

test('a lost response to a batch is repeated safely, and its charges stay the same', async (t) => {
  const bank = await openPixBank(t)
  const { batches } = bank.pix
  const batch = { id: someId(), description: 'Mensalidades', charges: [someCharge(bank)] }
  bank.world.faults.add({
    ...{ provider: 'pix', operation: 'lotecobv.create', fault: 'reset-after', times: 1 },
  })
  assert.equal((await batches.create(batch, timeLimit())).kind, 'unknown')
  assert.equal((await batches.create(batch, timeLimit())).kind, 'accepted')
  const more = { ...batch, charges: [...batch.charges, someCharge(bank)] }
  assert.equal((await batches.create(more, timeLimit())).kind, 'rejected')
  const other = { ...batch, id: someId() }
  assert.equal((await batches.create(other, timeLimit())).kind, 'rejected')
})

/** The API, with a charge that has the location of its creation. */
async function openCharged(t: TestContext) {
  const api = await openBankApi(t)
  const body = {
    calendario: { dataDeVencimento: '2099-01-05' },
    devedor: { cpf: '52998224725', nome: 'Ana Souza' },
    valor: { original: '10.00' },
    chave: api.settings.chave,
  }
  const created = await api.call('PUT', `/cobv/${api.txid}`, body)
  assert.equal(created.status, 201)
  return { ...api, body, charge: created.body }
}

test('a change of a batch applies to the charges that it names', async (t) => {
  const { call, body, pass } = await openCharged(t)
  const [one, other] = [someId(), someId()]
  const cobsv = [one, other].map((txid) => ({ txid, ...body }))
  assert.equal((await call('PUT', '/lotecobv/lote1', { descricao: 'A', cobsv })).status, 202)
  await pass(5)
  const change = { cobsv: [{ txid: one, valor: { original: '12.00' } }] }
  assert.equal((await call('PATCH', '/lotecobv/lote1', change)).status, 202)
  await pass(5)
  assert.equal((await call('GET', `/cobv/${one}`)).body.valor.original, '12.00')
  assert.equal((await call('GET', `/cobv/${other}`)).body.valor.original, '10.00')
  const foreign = { cobsv: [{ txid: someId(), valor: { original: '12.00' } }] }
  assert.match((await call('PATCH', '/lotecobv/lote1', foreign)).body.type, /LoteCobVOperacaoInv/)
  assert.equal((await call('PATCH', '/lotecobv/lote2', change)).status, 404)
})

test('a location is made first, given to a charge, and taken away from it', async (t) => {
  const { call, body, charge, bank } = await openCharged(t)
  const made = await call('POST', '/loc', { tipoCob: 'cobv' })
  assert.deepEqual([made.status, made.body.tipoCob], [201, 'cobv'])
  const { id, location } = made.body
  const loc = { id, tipoCob: 'cobv' }
  const txid = someId()
  const { body: linked } = await call('PUT', `/cobv/${txid}`, { ...body, loc })
  assert.equal(linked.location, location)
  assert.equal((await call('GET', `/loc/${id}`)).body.txid, txid)
  // Another charge cannot have it, nor one of another kind.
  const taken = await call('PUT', `/cobv/${someId()}`, { ...body, loc })
  assert.match(taken.body.violacoes[0].razao, /já está sendo utilizado/)
  const cob = { calendario: {}, valor: { original: '1.00' }, chave: body.chave, loc }
  const wrong = await call('PUT', `/cob/${someId()}`, cob)
  assert.match(wrong.body.violacoes[0].razao, /apresenta tipo "cobv"/)

  assert.equal((await call('DELETE', `/loc/${id}/txid`)).status, 200)
  assert.equal((await call('GET', `/loc/${id}`)).body.txid, undefined)
  const { body: bare } = await call('GET', `/cobv/${txid}`)
  assert.deepEqual(
    [bare.status, bare.location, bare.pixCopiaECola],
    ['ATIVA', undefined, undefined],
  )
  assert.equal(await bank.read?.(linked.pixCopiaECola), undefined)
  // The charge gets the location of a later PATCH, and the one that it had is free.
  await call('PATCH', `/cobv/${charge.txid}`, { loc })
  assert.equal((await call('GET', `/cobv/${charge.txid}`)).body.location, location)
  assert.equal((await call('GET', `/loc/${charge.loc.id}`)).body.txid, undefined)
})

test('locations are listed by kind and by use', async (t) => {
  const { call } = await openCharged(t)
  await call('POST', '/loc', { tipoCob: 'cob' })
  assert.match(
    (await call('POST', '/loc', { tipoCob: 'rec' })).body.type,
    /PayloadLocationOperacao/,
  )
  const span = 'inicio=2020-01-01T00:00:00Z&fim=2098-01-01T00:00:00Z'
  const count = async (filter: string) =>
    (await call('GET', `/loc?${span}${filter}`)).body.parametros.paginacao.quantidadeTotalDeItens
  assert.deepEqual(
    await Promise.all(['', '&tipoCob=cob', '&txIdPresente=true', '&txIdPresente=false'].map(count)),
    [2, 1, 1, 1],
  )
})

test('the client makes, finds, unlinks and lists locations', async (t) => {
  const { pix, world } = await openPixBank(t)
  const made = await pix.locations.create('cob', timeLimit())
  assert(made.kind === 'done')
  const { location } = made
  assert.match(location.address, /\/qr\/v2\/[0-9a-f]{32}$/)
  assert.deepEqual(await pix.locations.find(location.id, timeLimit()), made)
  assert.deepEqual(await pix.locations.unlink(location.id, timeLimit()), made)
  assert.equal((await pix.locations.find(999_999, timeLimit())).kind, 'rejected')
  const now = world.now().getTime()
  const period = { from: new Date(now - 60_000), until: new Date(now + 60_000) }
  assert.deepEqual(await pix.locations.list(period, timeLimit()), {
    kind: 'listed',
    locations: [location],
  })
})
