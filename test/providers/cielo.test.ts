import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomId } from '../../src/primitives/id.ts'
import { openCielo } from '../../src/providers/cielo/cielo.ts'
import type { CieloSettings } from '../../src/providers/cielo/settings.ts'
import { cards, longSignal, sale } from './acquirer-bench.ts'
import { testContract } from './acquirer-contract.ts'
import { openBench } from './cielo-bench.ts'

/**
 * The contract with Cielo, as far as its published triggers reach: it runs against our simulator
 * always, and against Cielo's own sandbox when CIELO_MERCHANT_ID and CIELO_MERCHANT_KEY are set.
 */
const bench = await openBench()
after(() => bench.stop())
const targets = [{ name: 'Cielo, simulated', settings: bench.settings }, ...cieloSandbox()]

for (const { name, settings } of targets) {
  const cielo = openCielo(settings)
  after(() => cielo.close())
  testContract({
    name,
    acquirer: cielo,
    openWithWrongKeys: () => openCielo({ ...settings, merchantKey: 'X'.repeat(40) }),
    unknownReference: randomId(),
    refusals: [
      [cards.refused, '05', true, /não autorizado/i],
      [cards.expired, '57', false, /vencido/i],
      [cards.blocked, '78', true, /bloqueado/i],
      [cards.cancelled, '77', false, /cancelado/i],
      [cards.problem, '70', false, /problema/i],
    ],
  })

  test(`${name}: two sales under one order id are both returned, oldest first`, async () => {
    const order = sale()
    const references: string[] = []
    for (const _time of [1, 2]) {
      const outcome = await cielo.sale(order, longSignal())
      assert(outcome.kind === 'approved', outcome.kind)
      references.push(outcome.reference)
    }
    assert.deepEqual(await cielo.findSale(order.attemptRef, longSignal()), {
      kind: 'several',
      references,
    })
  })
}

function cieloSandbox(): { readonly name: string; readonly settings: CieloSettings }[] {
  const { CIELO_MERCHANT_ID: merchantId, CIELO_MERCHANT_KEY: merchantKey } = process.env
  if (!merchantId || !merchantKey) return []
  return [
    {
      name: 'Cielo',
      settings: {
        transactionsUrl: 'https://apisandbox.cieloecommerce.cielo.com.br',
        queriesUrl: 'https://apiquerysandbox.cieloecommerce.cielo.com.br',
        merchantId,
        merchantKey,
        noticeHeaders: [{ name: 'X-Notice', value: 'not-used-by-this-suite' }],
        environment: 'sandbox',
      },
    },
  ]
}
