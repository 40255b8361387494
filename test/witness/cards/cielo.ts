import assert from 'node:assert/strict'
import library, { type Cielo, type EnumBrands, type EnumCardType } from 'cielo'
import { randomBase62 } from '../../../src/primitives/id.ts'
import { redirectHosts } from '../redirect-hosts.ts'
import { type Stage, setting } from '../stage.ts'
import type { Witness } from '../witness.ts'

/** The most used client of Cielo for Node. It sends every field in camel case. */
export const cielo: Witness = {
  name: 'cielo',
  registry: 'npm',
  subject: 'Cielo: sale, capture, cancel, saved cards and queries',
  async run({ call }, stage) {
    const client = new library.Cielo({
      merchantId: setting(stage, 'cielo', 'merchantId'),
      merchantKey: setting(stage, 'cielo', 'merchantKey'),
    })
    await redirectHosts(hosts(stage), async () => {
      const sold = await call('authorize, fields in camel case', async () => {
        const { payment } = await client.creditCard.transaction(sale())
        assert.deepEqual([payment.status, payment.returnCode], [1, '4'])
        return payment
      })
      const { paymentId } = sold
      await call('capture in part', async () =>
        assert.equal(
          (await client.creditCard.captureSaleTransaction({ paymentId, amount: 20_00 })).status,
          2,
        ),
      )
      await call('query by payment', async () => {
        const { payment } = await client.consult.paymentId({ paymentId })
        assert.deepEqual([payment.status, payment.capturedAmount], [2, 20_00])
      })
      await call('cancel in part', async () =>
        assert.equal(
          (await client.creditCard.cancelTransaction({ paymentId, amount: 5_00 })).returnCode,
          '0',
        ),
      )
      await findAndCancelByOrder(client, call)
      await payBySavedCard(client, call)
      await call('a decline has status 3', async () => {
        const { payment } = await client.creditCard.transaction(sale('4024007153760052'))
        assert.deepEqual([payment.status, payment.returnCode], [3, '05'])
      })
    })
  },
}

type Call = Parameters<Witness['run']>[0]['call']

async function findAndCancelByOrder({ creditCard, consult }: Cielo, call: Call): Promise<void> {
  const order = sale()
  const { merchantOrderId } = order
  const { payment } = await call('authorize another', () => creditCard.transaction(order))
  await call('query by order', async () => {
    const { payments } = await consult.merchantOrderId({ merchantOrderId })
    assert.deepEqual(
      payments.map(({ paymentId }) => paymentId),
      [payment.paymentId],
    )
  })
  await call('cancel by order', async () =>
    assert.equal((await creditCard.cancelTransaction({ merchantOrderId })).status, 10),
  )
}

async function payBySavedCard({ card, consult, creditCard }: Cielo, call: Call): Promise<void> {
  const { creditCard: fields, ...payment } = sale().payment
  const cardToken = await call('save a card', async () => {
    const { cardToken: token } = await card.createTokenizedCard({
      ...fields,
      customerName: 'Ana Teste',
    })
    assert.match(token, /^[0-9a-f-]{36}$/)
    return token
  })
  await call('query of a saved card', async () =>
    assert.equal((await consult.cardtoken({ cardToken })).cardNumber, '402400******0011'),
  )
  await call('sale by a saved card', async () => {
    const { securityCode, brand } = fields
    const paid = { ...payment, creditCard: { cardToken, securityCode, brand } }
    const { payment: sold } = await creditCard.transaction({ ...sale(), payment: paid })
    assert.equal(sold.status, 1)
  })
  await call('query of a BIN', async () => {
    const { provider, corporateCard } = await consult.bin({ cardBin: '555155' })
    assert.deepEqual([provider, corporateCard], ['MASTERCARD', true])
  })
}

function sale(cardNumber = '4024007153760011') {
  return {
    merchantOrderId: randomBase62(20),
    customer: { name: 'Ana Teste' },
    payment: {
      type: 'CreditCard' as EnumCardType,
      amount: 25_00,
      installments: 1,
      capture: false,
      creditCard: {
        cardNumber,
        holder: 'Ana Teste',
        expirationDate: '12/2031',
        securityCode: '123',
        brand: 'VISA' as EnumBrands,
      },
    },
  }
}

const hosts = (stage: Stage) => ({
  'api.cieloecommerce.cielo.com.br': {
    url: setting(stage, 'cielo', 'transactionsUrl'),
    ca: setting(stage, 'cielo', 'ca'),
  },
  'apiquery.cieloecommerce.cielo.com.br': {
    url: setting(stage, 'cielo', 'queriesUrl'),
    ca: setting(stage, 'cielo', 'ca'),
  },
})
