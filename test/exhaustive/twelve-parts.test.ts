import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isBusinessDay } from '../../src/brazil/bank-calendar.ts'
import { startOfLocalDay } from '../../src/brazil/local-time.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const order = {
  paymentMethod: 'CREDIT_CARD',
  amount: 1_200_07,
  installments: 12,
  customer: {
    name: 'Ana Teste',
    email: 'ana@exemplo.com.br',
    document: { number: '111.444.777-35', type: 'CPF' },
  },
  card: {
    number: '4024007153760011',
    holderName: 'ANA TESTE',
    expirationMonth: 12,
    expirationYear: 2031,
    cvv: '123',
  },
}

interface Part {
  readonly date: string
  readonly net: number
}

async function balance(of: Shop) {
  const answer = await of.call<Record<string, number>>('GET', '/api/user/wallet/balance')
  assert.equal(answer.http, 200, answer.text)
  return answer.body.data
}

const limits = { timeout: 600_000 }
test('each of twelve parts is released when its bank day begins in São Paulo', limits, async () => {
  const own = await world.openShop()
  const sale = await own.sell(order)
  const parts = sale.receivables as Part[]
  assert.equal(parts.length, 12)
  let settled = 0
  for (const { date, net } of parts) {
    const day = Temporal.PlainDate.from(date)
    assert.ok(isBusinessDay(day), date)
    const seconds = Math.floor(
      (startOfLocalDay(day).getTime() - world.app.clock.now().getTime()) / 1_000,
    )
    await own.advance(`PT${seconds - 30}S`)
    assert.equal((await balance(own)).available, settled, `the night before ${date}`)
    await own.advance('PT31S')
    settled += net
    assert.equal((await balance(own)).available, settled, date)
  }
  assert.equal((await balance(own)).pending, 0)
})
