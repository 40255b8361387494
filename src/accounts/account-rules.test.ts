import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import type { Account } from './account.ts'
import { type AccountChoices, choose } from './account-choices.ts'
import { accountRulesOf } from './account-rules.ts'
import { notReady } from './not-ready.ts'

const ids = { card: newId(1), pix: newId(2), boleto: newId(3), payout: newId(4) }
const plainBank = newId(6)
const earlyBank = newId(7)
const rails = new Map([
  ...Object.entries(ids).map(([rail, id]) => [id, rail] as const),
  [plainBank, 'boleto'],
  [earlyBank, 'boleto'],
])
const noDays = { days: [] }
const registry = {
  kindOf: (id: string) => rails.get(id),
  boleto: (id: string) =>
    id === plainBank
      ? { name: 'Outro' }
      : {
          name: 'Banco',
          ...(id === earlyBank && { maxPayableDaysAfterDue: 11 }),
          overdueSteps: { PROTEST: { days: [3, 4, 5, 9] }, SERASA: noDays, QUOD: noDays },
        },
  kinds: Object.fromEntries(Object.keys(ids).map((rail) => [rail, { rail }])),
} as unknown as Parameters<typeof choose>[0]['registry']

const blank = (mode: 'sandbox' | 'production'): Account => ({
  ...{ id: newId(5), name: 'Loja', document: '11222333000181', status: 'active', providers: {} },
  settings: accountRulesOf({ mode }).defaults,
})
const chosen = (mode: 'sandbox' | 'production', choices: AccountChoices, account = blank(mode)) =>
  choose({ registry, rules: accountRulesOf({ mode }) }, account, choices)
const free = { fixed: 0, basisPoints: 0 }
const limits = { perOperation: 1_000_00, perDay: 5_000_00 }

test('in production a new account sells and sends nothing, and lists the missing settings', () => {
  assert.deepEqual(notReady(blank('production'), accountRulesOf({ mode: 'production' })), [
    { what: 'PIX', set: ['providers.pix', 'methods.PIX', 'prices.PIX'] },
    { what: 'BOLETO', set: ['providers.boleto', 'methods.BOLETO', 'prices.BOLETO'] },
    { what: 'CREDIT_CARD', set: ['providers.card', 'methods.CREDIT_CARD', 'prices.CREDIT_CARD'] },
    {
      what: 'CASHOUT',
      set: [
        'providers.payout',
        'cashout.limits',
        'cashout.approval',
        'cashout.enabled',
        'prices.CASHOUT',
      ],
    },
  ])
  assert.equal(blank('production').settings.cashout?.newKeyWaitSeconds, 86_400)
})

test('in the sandbox prices are zero, approval is optional, and a new key does not wait', () => {
  const account = chosen('sandbox', {
    providers: ids,
    methods: { PIX: true },
    cashout: { enabled: true, limits },
  })
  assert.deepEqual(notReady(account, accountRulesOf({ mode: 'sandbox' })), [
    { what: 'BOLETO', set: ['methods.BOLETO'] },
    { what: 'CREDIT_CARD', set: ['methods.CREDIT_CARD'] },
  ])
  assert.equal(account.settings.cashout?.newKeyWaitSeconds, 0)
})

test('an account has no missing settings when its operator has set all of them', () => {
  const account = chosen('production', {
    providers: ids,
    methods: { PIX: true, BOLETO: true, CREDIT_CARD: true },
    prices: { PIX: free, BOLETO: free, CREDIT_CARD: [{ ...free, upTo: 12 }], CASHOUT: free },
    cashout: { enabled: true, limits, approval: null },
  })
  assert.deepEqual(notReady(account, accountRulesOf({ mode: 'production' })), [])
})

const refused: readonly [string, 'sandbox' | 'production', AccountChoices, string, string][] = [
  [
    'cashouts without limits',
    'sandbox',
    { cashout: { enabled: true } },
    'cashout.limits',
    'cashout.limits',
  ],
  [
    'cashouts with a limit for one of them and none for the day or night',
    'sandbox',
    { cashout: { enabled: true, limits: { perOperation: 1 } } },
    'cashout.limits',
    'cashout.limits',
  ],
  [
    'cashouts of production without a decision on approval',
    'production',
    { cashout: { enabled: true, limits } },
    'cashout.approval',
    'cashout.approval',
  ],
  ['PIX without a bank', 'sandbox', { methods: { PIX: true } }, 'methods.PIX', 'providers.pix'],
  [
    'cards with the provider of another method',
    'sandbox',
    { methods: { CREDIT_CARD: true }, providers: { pix: ids.pix } },
    'methods.CREDIT_CARD',
    'providers.card',
  ],
  [
    'Device Pay without an acquirer',
    'sandbox',
    { methods: { DEVICE_PAY: true } },
    'methods.DEVICE_PAY',
    'providers.card',
  ],
]
for (const [what, mode, choices, field, setting] of refused)
  test(`${what} cannot be turned on`, () => {
    assert.throws(() => chosen(mode, choices), {
      code: 'account-setting-missing',
      details: { field, params: { setting } },
    })
  })

const protesting = (boleto: string, boletoProtestAfterDays: number) =>
  chosen('sandbox', { providers: { boleto }, boletoProtestAfterDays })

test('a protest that the bank of boletos does not take is refused, with the days it takes', () => {
  const refusal = (provider: string, days: string) => ({
    code: 'account-protest-days-invalid',
    details: { field: 'boletoProtestAfterDays', provider, params: { days } },
  })
  assert.throws(() => protesting(ids.boleto, 6), refusal('Banco', '0, 3-5, 9'))
  assert.throws(() => protesting(plainBank, 3), refusal('Outro', '0'))
  const account = protesting(ids.boleto, 3)
  assert.equal(account.settings.boletoProtestAfterDays, 3)
  const change = (choices: AccountChoices) => chosen('sandbox', choices, account)
  assert.throws(() => change({ boletoProtestAfterDays: 8 }), refusal('Banco', '0, 3-5, 9'))
  assert.throws(() => change({ providers: { boleto: plainBank } }), refusal('Outro', '0'))
  const moved = change({ providers: { boleto: plainBank }, boletoProtestAfterDays: 0 })
  assert.equal(moved.providers.boleto, plainBank)
})

test('a protest that may come after the write-off of its bank is refused', () => {
  assert.throws(() => protesting(earlyBank, 5), {
    code: 'account-protest-days-invalid',
    details: { field: 'boletoProtestAfterDays', provider: 'Banco', params: { days: '0, 3-4' } },
  })
  assert.equal(protesting(earlyBank, 4).settings.boletoProtestAfterDays, 4)
})

test('a protest is checked when the account gets a bank, and other changes do not need it', () => {
  const without = chosen('sandbox', { boletoProtestAfterDays: 6 })
  assert.throws(() => chosen('sandbox', { providers: { boleto: ids.boleto } }, without), {
    code: 'account-protest-days-invalid',
  })
  const stored = { ...without, providers: { boleto: ids.boleto } }
  assert.equal(
    chosen('sandbox', { softDescriptor: 'LOJA' }, stored).settings.softDescriptor,
    'LOJA',
  )
})

test('a method goes off with its provider, and the others stay', () => {
  const on = { PIX: true, BOLETO: true, CREDIT_CARD: true, DEVICE_PAY: true }
  const account = chosen('sandbox', { providers: ids, methods: on })
  const after = chosen('sandbox', { providers: { card: null } }, account)
  assert.deepEqual(after.settings.methods, { ...on, CREDIT_CARD: false, DEVICE_PAY: false })
})

test('enabled cashouts stay enabled when another setting changes', () => {
  const { approval: _, ...cashout } = { ...blank('production').settings.cashout, approval: null }
  const before: Account = {
    ...blank('production'),
    settings: {
      ...blank('production').settings,
      cashout: {
        ...{ ownerCheck: 'none', duplicateWindowSeconds: 0, ...cashout, enabled: true },
        limits: { perOperation: cents(1), perDay: cents(1), perNight: cents(0) },
      },
    },
  }
  assert.equal(
    chosen('production', { softDescriptor: 'LOJA' }, before).settings.cashout?.enabled,
    true,
  )
})
