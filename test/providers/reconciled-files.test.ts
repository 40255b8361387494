import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { banks } from '../../sandbox/pix/bank.ts'
import type { Rail } from '../../src/providers/settings-form/services.ts'
import { throughBoletoList, throughReturns } from '../kit/provider-files/banco-do-brasil.ts'
import { throughCieloEdi } from '../kit/provider-files/cielo-edi.ts'
import { throughEfiStatement } from '../kit/provider-files/efi-statement.ts'
import { throughInterList } from '../kit/provider-files/inter-list.ts'
import { throughPagarmePayables } from '../kit/provider-files/pagarme-payables.ts'
import { throughPixList } from '../kit/provider-files/pix-list.ts'
import { throughRedeEdi } from '../kit/provider-files/rede-edi.ts'
import { throughWooviList } from '../kit/provider-files/woovi-list.ts'
import { openReconciling } from '../kit/reconciliation.ts'
import type { FileStore } from '../kit/settlement-books.ts'
import { agreeingWorld, dayBefore, plants, settle, type World } from '../kit/settlement-day.ts'

const reconciling = await openReconciling()
after(() => reconciling.close())
const { sql, newProvider, openOf, readAll } = reconciling

/** A provider, and the differences that its files or its books can hold. */
interface Source {
  readonly name: string
  readonly rail: Rail
  /** The day of its first file. Left out: the usual one of the rail. */
  readonly before?: string
  /** Writes the files in the provider's own form, and replaces them by what our reader returns. */
  readonly through: (store: FileStore, world: World) => Promise<void>
  readonly differences: readonly string[]
}

const ofSales = [
  ...['sale-unknown', 'sale-amount-differs', 'sale-status-differs', 'sale-missing-in-file'],
]
const ofReturns = [
  ...['refund-unknown', 'refund-amount-differs', 'refund-status-differs'],
  ...['refund-missing-in-file', 'dispute-unknown', 'dispute-amount-differs'],
  'dispute-missing-in-file',
]

const sources: readonly Source[] = [
  {
    name: 'Cielo, EDI files',
    rail: 'card',
    through: throughCieloEdi,
    differences: [
      ...[...ofSales, ...ofReturns, 'sale-doubled', 'sale-installments-differ'],
      ...['installment-doubled', 'installment-missing', 'installment-amount-differs'],
      ...['installment-date-differs', 'payment-sum-differs'],
    ],
  },
  // Its files have no gross amount of one installment.
  {
    name: 'Rede, EDI files',
    rail: 'card',
    through: throughRedeEdi,
    differences: [
      ...[...ofSales, ...ofReturns, 'sale-doubled', 'sale-installments-differ'],
      ...['installment-doubled', 'installment-missing', 'installment-date-differs'],
      'payment-sum-differs',
    ],
  },
  {
    name: 'Pagar.me, payables',
    rail: 'card',
    before: dayBefore,
    through: throughPagarmePayables,
    differences: [
      ...[...ofSales, ...ofReturns, 'sale-installments-differ', 'installment-doubled'],
      ...['installment-missing', 'installment-amount-differs', 'installment-date-differs'],
    ],
  },
  {
    name: 'Efí, statement',
    rail: 'payout',
    through: throughEfiStatement,
    differences: [
      ...['payout-unknown', 'payout-doubled', 'payout-amount-differs', 'payout-status-differs'],
      ...['payout-missing-in-file', 'payout-return-differs'],
    ],
  },
  // An id is one payment, so no list has it twice.
  {
    name: 'Woovi, list of payments',
    rail: 'payout',
    through: throughWooviList,
    differences: [
      ...['payout-unknown', 'payout-amount-differs', 'payout-status-differs'],
      ...['payout-missing-in-file', 'payout-return-differs'],
    ],
  },
  // The number of a boleto is one, so no list has it twice.
  {
    name: 'Banco do Brasil, list of boletos',
    rail: 'boleto',
    through: throughBoletoList,
    differences: ofSales,
  },
  {
    name: 'Banco do Brasil, returns in CNAB 240',
    rail: 'boleto',
    through: throughReturns,
    differences: ofSales,
  },
  {
    name: 'Inter, list of paid charges',
    rail: 'boleto',
    through: throughInterList,
    differences: ofSales,
  },
  ...(Object.keys(banks) as (keyof typeof banks)[]).map((bank) => ({
    name: `API Pix, list of Pix, ${bank}`,
    rail: 'pix' as const,
    through: throughPixList(bank),
    differences: [...ofSales, ...ofReturns, 'sale-doubled'],
  })),
]

for (const { name, rail, before, through, differences } of sources) {
  test(`${name}: a day that agrees has no case`, async () => {
    const world = agreeingWorld(rail, before)
    const providerId = await newProvider()
    const store = await settle(sql, providerId, world)
    await through(store, world)
    await readAll(providerId, store)
    assert.deepEqual(await openOf(providerId), [])
  })

  test(`${name}: each planted difference opens its case, and no other`, async () => {
    const world = agreeingWorld(rail, before)
    for (const [n, kind] of differences.entries()) plants[kind]?.(world, 2 * n)
    const providerId = await newProvider()
    const store = await settle(sql, providerId, world)
    await through(store, world)
    await readAll(providerId, store)
    const kinds = (await openOf(providerId)).map((each) => each.split(' ')[0])
    assert.deepEqual(kinds.toSorted(), differences.toSorted())
  })
}
