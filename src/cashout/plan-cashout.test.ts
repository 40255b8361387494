import assert from 'node:assert/strict'
import { test } from 'node:test'
import { someAccount, someCashoutSettings } from '../../test/kit/some-account.ts'
import type { Price } from '../accounts/account.ts'
import type { CashoutSettings } from '../accounts/cashout-settings.ts'
import { grantOf } from '../accounts/grant.ts'
import { newId } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import {
  amountWithin,
  type CashoutRequest,
  checkPeriod,
  planCashout,
  waitsUntil,
} from './plan-cashout.ts'

const free: Price = { fixed: cents(0), basisPoints: 0 }
const noon = new Date('2026-11-20T15:00:00Z') // 12:00 in São Paulo.
const evening = new Date('2026-11-20T23:00:00Z') // 20:00.

const request = (
  overrides: Partial<CashoutRequest> & { document?: string | null } = {},
): CashoutRequest => ({
  amount: cents(100_00),
  pixKey: 'fulano@exemplo.com.br',
  order: {
    beneficiaryName: null,
    beneficiaryDocument: overrides.document ?? null,
    description: null,
    postbackUrl: null,
    externalRef: null,
  },
  skipsDuplicateCheck: false,
  origin: 'request',
  grant: grantOf('secret'),
  ...overrides,
})

const account = (
  { price = free, ...cashout }: Partial<CashoutSettings> & { readonly price?: Price } = {},
  payout: string | undefined = newId(0),
) =>
  someAccount({
    document: '11222333000181',
    providers: payout === undefined ? {} : { payout },
    settings: {
      cashout: { ...someCashoutSettings, ...cashout },
      prices: { ...someAccount().settings.prices, CASHOUT: price },
    },
  })

const plan = (
  cashout: Parameters<typeof account>[0],
  overrides: Parameters<typeof request>[0] = {},
  at = noon,
) => planCashout(account(cashout), request(overrides), { id: newId(at.getTime()), at })

const keys = [
  ['111.444.777-35', undefined, 'CPF', '11144477735'],
  ['11144477735', 'CPF', 'CPF', '11144477735'],
  ['11.222.333/0001-81', undefined, 'CNPJ', '11222333000181'],
  ['12.abc.345/01de-35', 'CNPJ', 'CNPJ', '12ABC34501DE35'],
  [' Fulano_da_Silva@Example.COM ', 'EMAIL', 'EMAIL', 'fulano_da_silva@example.com'],
  ['+55 (61) 91234-5678', 'PHONE', 'PHONE', '+5561912345678'],
  [
    '123E4567-E12B-12D1-A456-426655440000',
    undefined,
    'EVP',
    '123e4567-e12b-12d1-a456-426655440000',
  ],
] as const
for (const [pixKey, keyType, type, value] of keys) {
  test(`${pixKey.trim()} (${keyType ?? 'no type'}) is the ${type} ${value}`, () => {
    assert.deepEqual(plan({}, { pixKey, ...(keyType && { keyType }) }).key, { type, value })
  })
}

const refusals: readonly [
  string,
  Partial<CashoutSettings>,
  Parameters<typeof request>[0],
  string,
  string | undefined,
][] = [
  ['cashouts are off', { enabled: false }, {}, 'cashout-disabled', undefined],
  [
    'eleven digits are a CPF, never a phone',
    {},
    { pixKey: '61912345678' },
    'pix-key-invalid',
    'pixKey',
  ],
  [
    'a missing plus is not added to a phone',
    {},
    { pixKey: '5561912345678', keyType: 'PHONE' },
    'pix-key-invalid',
    'pixKey',
  ],
  ['a key of no form', {}, { pixKey: 'fulano' }, 'pix-key-invalid', 'pixKey'],
  [
    'a valid key of another type than the request names',
    {},
    { pixKey: '11144477735', keyType: 'EMAIL' },
    'pix-key-invalid',
    'pixType',
  ],
  [
    'a random key without dashes',
    {},
    { pixKey: '123e4567e12b12d1a456426655440000', keyType: 'EVP' },
    'pix-key-invalid',
    'pixKey',
  ],
  ['a wrong check digit in the key', {}, { pixKey: '00038166000106' }, 'pix-key-invalid', 'pixKey'],
  [
    'a wrong check digit in the document',
    {},
    { document: '11144477736' },
    'document-invalid',
    'beneficiaryDocument',
  ],
  [
    'a CPF key of another person',
    {},
    { pixKey: '11144477735', document: '52998224725' },
    'pix-key-owner-mismatch',
    'pixKey',
  ],
  [
    'only to the account’s own document, and the request names another',
    { ownerCheck: 'account' },
    { document: '11144477735' },
    'pix-key-owner-mismatch',
    'beneficiaryDocument',
  ],
  [
    'only to the account’s own document, and the key has another owner',
    { ownerCheck: 'account' },
    { pixKey: '11144477735' },
    'pix-key-owner-mismatch',
    'pixKey',
  ],
  [
    'more than the limit of one operation',
    { limits: { ...someCashoutSettings.limits, perOperation: cents(99_99) } },
    {},
    'cashout-limit-exceeded',
    'amount',
  ],
]
for (const [what, settings, overrides, code, field] of refusals) {
  test(`${what}: ${code}`, () => {
    assert.throws(
      () => plan(settings, overrides),
      (cause) => cause instanceof Rejection && cause.code === code && cause.details.field === field,
    )
  })
}

const fits = [
  ['day 2026-11-20', 0, 100_00, undefined],
  ['day 2026-11-20', 60_00, 40_00, undefined],
  ['day 2026-11-20', 60_00, 40_01, 40_00],
  ['day 2026-11-20', 60_00, 700_00, 40_00],
  ['day 2026-11-20', 100_00, 1, 0],
  ['day 2026-11-20', 120_00, 1, 0],
  ['night 2026-11-20', 0, 50_01, 50_00],
] as const
for (const [period, used, amount, left] of fits) {
  const what = left === undefined ? 'fits' : `does not: ${left} are left`
  test(`limits of 10000 and 5000, ${used} used in the ${period}: ${amount} ${what}`, () => {
    const limits = { ...someCashoutSettings.limits, perDay: cents(100_00), perNight: cents(50_00) }
    const check = () =>
      checkPeriod({ ...someCashoutSettings, limits }, { period, used, amount: cents(amount) })
    if (left === undefined) return check()
    assert.throws(check, (cause) => {
      assert.ok(cause instanceof Rejection && cause.code === 'cashout-limit-exceeded')
      assert.deepEqual(cause.details, {
        field: 'amount',
        params: { limit: period.split(' ')[0], left },
      })
      return true
    })
  })
}

test('a cashout counts towards the day or night in which it is requested', () => {
  assert.equal(plan({}).period, 'day 2026-11-20')
  assert.equal(plan({}, {}, evening).period, 'night 2026-11-20')
})

test('an account without a payout provider cannot create a cashout', () => {
  const { providers: _, ...rest } = account()
  const without = { ...rest, providers: {} }
  assert.throws(
    () => planCashout(without, request(), { id: newId(0), at: noon }),
    /provider-not-configured/,
  )
})

const owners = [
  ['none', null, undefined],
  ['none', '111.444.777-35', undefined],
  ['beneficiary', null, undefined],
  ['beneficiary', '111.444.777-35', '11144477735'],
  ['account', null, '11222333000181'],
  ['account', '11.222.333/0001-81', '11222333000181'],
] as const
for (const [ownerCheck, document, expected] of owners) {
  test(`owner check ${ownerCheck}, ${document ?? 'none'}: ${expected ?? 'any owner'}`, () => {
    assert.equal(plan({ ownerCheck }, { document }).ownerDocument, expected)
  })
}

test('only a cashout above the threshold needs a second person’s approval', () => {
  const approval = { above: cents(100_00), by: 'person' as const }
  assert.equal(plan({ approval }).approval, undefined)
  assert.deepEqual(plan({ approval }, { amount: cents(100_01) }).approval, {
    by: 'person',
    state: 'waiting',
  })
})

const ana = { beneficiaryName: 'Ana Souza' }
const someAccountOf = (document: string): Parameters<typeof plan>[1] => ({
  ...{ pixKey: undefined, keyType: undefined },
  bankAccount: { ispb: '18236120', branch: '0001', number: '1234567', kind: 'CHECKING' },
  order: { ...request().order, ...ana, beneficiaryDocument: document },
})
/** What, the order, whether it waits for an approval, and the owner that the bank compares. */
const ownOrApproved = [
  ['the CNPJ key of the account', { pixKey: '11222333000181' }, false, undefined],
  ['the CPF key of a person', { pixKey: '11144477735' }, true, undefined],
  ['a key of an unknown owner', {}, true, undefined],
  ['a key declared as own', { document: '11.222.333/0001-81' }, false, '11222333000181'],
  ['a key of a named person', { document: '111.444.777-35' }, true, '11144477735'],
  ['an account of its own', someAccountOf('11.222.333/0001-81'), false, '11222333000181'],
  ['an account of a person', someAccountOf('111.444.777-35'), true, '11144477735'],
] as const
for (const [what, order, waits, owner] of ownOrApproved)
  test(`own or approved: ${what} ${waits ? 'waits for an approval' : 'is sent'}`, () => {
    const cashout = plan({ ownerCheck: 'account-or-approval' }, order)
    const approval = { by: 'person', cause: 'owner', state: 'waiting' }
    assert.deepEqual(cashout.approval, waits ? approval : undefined)
    assert.equal(cashout.ownerDocument, owner)
  })

const ownKey = { type: 'CNPJ', value: '11222333000181' } as const
const codeOf = (isVerified: boolean) => ({
  pixKey: undefined,
  code: { text: '000201', key: ownKey, isVerified },
})

test('a key of the account behind a code is its own, unless no bank verified the code', () => {
  const rule = { ownerCheck: 'account-or-approval' } as const
  const waiting = { by: 'person', cause: 'owner', state: 'waiting' }
  assert.equal(plan(rule, codeOf(true)).approval, undefined)
  const unverified = plan(rule, codeOf(false))
  assert.deepEqual(unverified.approval, waiting)
  // The person who approves it sees that.
  assert.deepEqual(unverified.code, { text: '000201', isVerified: false })
  const declared = plan(rule, { ...codeOf(false), document: ownKey.value })
  assert.deepEqual(declared.approval, waiting)
})

test('a destination of others waits for the program that approves amounts', () => {
  const rule = { above: cents(1_000_00), by: 'callback' as const, url: 'https://loja.exemplo.com' }
  const { approval } = plan({ ownerCheck: 'account-or-approval', approval: rule })
  assert.deepEqual(approval, { by: 'callback', cause: 'owner', state: 'waiting' })
})

const fees = [
  [{ fixed: 0, basisPoints: 0 }, 100_00, 0],
  [{ fixed: 1_00, basisPoints: 0 }, 1, 1_00],
  [{ fixed: 1_00, basisPoints: 150 }, 100_00, 2_50],
  [{ fixed: 0, basisPoints: 1 }, 49_99, 0],
  [{ fixed: 0, basisPoints: 1 }, 50_00, 1],
] as const
for (const [{ fixed, basisPoints }, amount, fee] of fees) {
  test(`${fixed} and ${basisPoints} basis points of ${amount} are ${fee}`, () => {
    assert.equal(
      plan({ price: { fixed: cents(fixed), basisPoints } }, { amount: cents(amount) }).fee,
      fee,
    )
  })
}

test('the largest amount that fits a total includes the fee', () => {
  for (const basisPoints of [0, 1, 99, 150, 10_000])
    for (const fixed of [0, 1, 1_00])
      for (const total of [0, 1, 99, 1_00, 1_01, 123_45, 9_999_99]) {
        const amount = amountWithin({ fixed: cents(fixed), basisPoints }, total)
        const cost = (sent: number) =>
          sent + fixed + Math.floor((sent * basisPoints + 5_000) / 10_000)
        assert.ok(amount === 0 || cost(amount) <= total, `${amount} of ${total}`)
        assert.ok(cost(amount + 1) > total, `${amount + 1} would fit ${total}`)
      }
})

test('a key without the permission cannot create a cashout', () => {
  const byPublicKey = request({ grant: grantOf('public') })
  const identity = { id: newId(0), at: noon }
  assert.throws(() => planCashout(account(), byPublicKey, identity), { code: 'permission-denied' })
})

test('an account without a price for cashouts cannot create one', () => {
  const { CASHOUT: _, ...prices } = account().settings.prices
  const priceless = someAccount({ providers: { payout: newId(0) }, settings: { prices } })
  assert.throws(
    () => planCashout(priceless, request(), { id: newId(0), at: noon }),
    (no: Rejection) => no.code === 'price-not-set' && no.details.params?.price === 'prices.CASHOUT',
  )
})

test('a cashout to a key that was never paid waits as long as the account’s setting', () => {
  const cashout = { createdAt: noon }
  assert.equal(waitsUntil(account(), cashout), undefined)
  assert.equal(waitsUntil(account({ newKeyWaitSeconds: 0 }), cashout), undefined)
  assert.deepEqual(
    waitsUntil(account({ newKeyWaitSeconds: 86_400 }), cashout),
    new Date('2026-11-21T15:00:00Z'),
  )
})
