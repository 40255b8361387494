import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Agent, fetch } from 'undici'
import { openBench } from '../providers/cielo-bench.ts'

const bench = await openBench()
const { transactionsUrl, queriesUrl, merchantId, merchantKey, ca = '' } = bench.settings
const dispatcher = new Agent({ connect: { ca } })
after(async () => {
  await dispatcher.close()
  await bench.stop()
})

async function call(url: string, body?: object) {
  const response = await fetch(url, {
    dispatcher,
    headers: {
      ...{ merchantid: merchantId, merchantkey: merchantKey },
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: JSON has any shape, and the tests check it.
  return { status: response.status, body: (await response.json()) as any }
}

const card = (number: string) => ({
  ...{ CardNumber: number, Holder: 'Ana Teste', ExpirationDate: '12/2031', SecurityCode: '123' },
  Brand: 'Visa',
})
const zeroAuth = (body: object) => call(`${transactionsUrl}/1/zeroauth`, body)

test('a check of a card says what a sale would get, by its number and by its token', async () => {
  for (const [number, valid, code] of [
    ['4024007153760011', true, '00'],
    ['4024007153760052', false, '05'],
  ] as const) {
    const saved = await call(`${transactionsUrl}/1/card`, card(number))
    assert.equal(saved.status, 201)
    for (const body of [card(number), { CardToken: saved.body.CardToken, Brand: 'Visa' }]) {
      const checked = await zeroAuth(body)
      assert.deepEqual([checked.body.Valid, checked.body.ReturnCode], [valid, code])
    }
  }
})

test('a wrong card is not saved, and an unknown token neither checks nor pays', async () => {
  const wrong = await call(`${transactionsUrl}/1/card`, { ...card('1'), Holder: 'Ana 2' })
  assert.deepEqual(
    wrong.body.map(({ Code }: { Code: number }) => Code),
    [128, 214],
  )
  const unknown = { CardToken: '00000000-0000-4000-8000-000000000000', Brand: 'Visa' }
  assert.equal((await zeroAuth(unknown)).body[0].Code, 180)
  const sale = await call(`${transactionsUrl}/1/sales/`, {
    MerchantOrderId: 'A1',
    Customer: { Name: 'Ana' },
    Payment: { Type: 'CreditCard', Amount: 100, Installments: 1, CreditCard: unknown },
  })
  assert.deepEqual([sale.status, sale.body[0].Code], [400, 180])
})

test('a sale that saves its card returns a token, and the token pays again', async () => {
  const sell = (orderId: string, creditCard: object) =>
    call(`${transactionsUrl}/1/sales/`, {
      MerchantOrderId: orderId,
      Customer: { Name: 'Ana' },
      Payment: {
        ...{ Type: 'CreditCard', Amount: 2500, Installments: 1, Capture: true },
        CreditCard: creditCard,
      },
    })
  const first = await sell('A2', { ...card('4024007153760011'), SaveCard: true })
  const { CardToken: token } = first.body.Payment.CreditCard
  assert.match(token, /^[0-9a-f-]{36}$/)
  const second = await sell('A3', { CardToken: token, SecurityCode: '123', Brand: 'Visa' })
  const { Status: status, CreditCard: paid } = second.body.Payment
  assert.deepEqual([status, paid.CardNumber], [2, '402400******0011'])
  const shown = await call(`${queriesUrl}/1/card/${token}`)
  assert.deepEqual(shown.body, {
    ...{ CardNumber: '402400******0011', Holder: 'Ana Teste', ExpirationDate: '12/2031' },
  })
})
