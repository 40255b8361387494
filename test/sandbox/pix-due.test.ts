import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Agent, request } from 'undici'
import { localDate } from '../../src/brazil/local-time.ts'
import { randomId } from '../../src/primitives/id.ts'
import { openBankApi } from '../kit/pix-bank.ts'

/** The API, and a charge of R$ 100.00 that is due on a Wednesday. */
async function openDue(t: TestContext) {
  const api = await openBankApi(t)
  const today = localDate(api.world.now())
  const dueOn = today.add({ days: ((3 - today.dayOfWeek + 7) % 7) + 7 })
  const body = {
    calendario: { dataDeVencimento: dueOn.toString(), validadeAposVencimento: 3 },
    devedor: { cpf: '52998224725', nome: 'Ana Souza' },
    valor: {
      original: '100.00',
      multa: { modalidade: 2, valorPerc: '2.00' },
      juros: { modalidade: 1, valorPerc: '0.25' },
    },
    chave: api.settings.chave,
  }
  const txid = randomId().replaceAll('-', '')
  const client = new Agent({ connect: { ca: api.settings.ca } })
  t.after(() => client.destroy())
  /** The decoded payload behind a location. */
  const payload = async (location: string, query = '') => {
    const answer = await request(`https://${location}${query}`, { dispatcher: client })
    const text = await answer.body.text()
    const decoded = Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()
    return { status: answer.statusCode, body: answer.statusCode === 200 && JSON.parse(decoded) }
  }
  return { ...api, dueOn, today, charge: body, txid, payload }
}

test('the payload has the amount of today, or of the planned day of payment', async (t) => {
  const { call, charge, txid, dueOn, payload } = await openDue(t)
  const { status, body } = await call('PUT', `/cobv/${txid}`, charge)
  assert.equal(status, 201)
  assert.match(body.location, /\/qr\/v2\/cobv\/[0-9a-f]{32}$/)
  const today = await payload(body.location)
  assert.deepEqual(today.body.valor, { original: '100.00', final: '100.00' })
  assert.equal(today.body.recebedor.cnpj, '11222333000181')
  const planned = await payload(body.location, `?codMun=3550308&DPP=${dueOn.add({ days: 2 })}`)
  assert.deepEqual(planned.body.valor, {
    original: '100.00',
    multa: '2.00',
    juros: '0.50',
    final: '102.50',
  })
  assert.equal((await payload(body.location, '?DPP=amanha')).status, 400)
  assert.equal((await payload(body.location.replace('/cobv/', '/'))).status, 404)
})

test('a change of the charge is a new revision, and its removal is final', async (t) => {
  const { call, charge, txid } = await openDue(t)
  await call('PUT', `/cobv/${txid}`, charge)
  const changed = await call('PATCH', `/cobv/${txid}`, { valor: { original: '90.00' } })
  assert.deepEqual([changed.status, changed.body.revisao], [200, 1])
  assert.deepEqual(changed.body.valor.multa, charge.valor.multa)
  assert.equal((await call('GET', `/cobv/${txid}?revisao=0`)).body.valor.original, '100.00')
  const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  assert.equal((await call('PATCH', `/cobv/${txid}`, { status })).body.status, status)
  const again = await call('PATCH', `/cobv/${txid}`, { valor: { original: '80.00' } })
  assert.match(again.body.type, /CobVOperacaoInvalida$/)
})

test('a txid belongs to one kind of charge', async (t) => {
  const { call, charge, txid } = await openDue(t)
  await call('PUT', `/cobv/${txid}`, charge)
  assert.match((await call('GET', `/cob/${txid}`)).body.type, /CobNaoEncontrado$/)
  const immediate = { calendario: {}, valor: { original: '1.00' }, chave: charge.chave }
  assert.equal((await call('PUT', `/cob/${txid}`, immediate)).status, 400)
})

const discount = (desconto: object) => ({ valor: { original: '100.00', desconto } })
const refusals: readonly (readonly [string, object, string])[] = [
  ['a due date of before', { calendario: { dataDeVencimento: '2020-01-01' } }, 'calendario'],
  ['no debtor', { devedor: undefined }, 'devedor'],
  ['a debtor with wrong digits', { devedor: { cpf: '52998224724', nome: 'Ana' } }, 'devedor'],
  ['another key', { chave: 'outra@exemplo.com.br' }, 'chave'],
  ['an amount of zero', { valor: { original: '0.00' } }, 'valor.original'],
  [
    'a rebate of the whole amount',
    { valor: { original: '100.00', abatimento: { modalidade: 1, valorPerc: '100.00' } } },
    'valor.abatimento',
  ],
  ['a dated discount without dates', discount({ modalidade: 1 }), 'valor.desconto'],
  [
    'a dated discount with a value',
    discount({ modalidade: 2, valorPerc: '1.00' }),
    'valor.desconto',
  ],
  ['a daily discount without a value', discount({ modalidade: 3 }), 'valor.desconto'],
  [
    'a discount after the due date',
    discount({ modalidade: 1, descontoDataFixa: [{ data: '2099-01-01', valorPerc: '1.00' }] }),
    'valor.desconto',
  ],
  ['a discount of 100 %', discount({ modalidade: 5, valorPerc: '100.00' }), 'valor.desconto'],
  [
    'interest of an unknown kind',
    { valor: { original: '1.00', juros: { modalidade: 9 } } },
    'juros',
  ],
]

test('a charge that breaks a rule names the field', async (t) => {
  const { call, charge } = await openDue(t)
  for (const [what, change, field] of refusals) {
    const txid = randomId().replaceAll('-', '')
    const { status, body } = await call('PUT', `/cobv/${txid}`, { ...charge, ...change })
    assert.equal(status, 400, what)
    assert.match(body.type, /CobVOperacaoInvalida$/, what)
    const fields = body.violacoes.map(({ propriedade }: { propriedade: string }) => propriedade)
    assert.match(fields.join(), new RegExp(field.replace('.', '\\.')), what)
  }
})

test('after its last day it is not paid, and its payload is gone', async (t) => {
  const { call, charge, txid, bank, pass, today, dueOn, payload } = await openDue(t)
  const { body } = await call('PUT', `/cobv/${txid}`, charge)
  const days = today.until(dueOn, { largestUnit: 'days' }).days
  // Three days after a Wednesday is a Saturday: payable until Monday.
  await pass((days + 5) * 86_400)
  assert.equal((await bank.read?.(body.pixCopiaECola))?.amount, 103_25)
  await pass(86_400)
  const late = await bank.pay?.(body.pixCopiaECola, undefined)
  assert(late?.paid === false)
  assert.equal((await payload(body.location)).status, 404)
})
