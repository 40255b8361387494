import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { Value } from 'typebox/value'
import type { CashoutChoices } from '../../src/accounts/cashout-settings.ts'
import { grantOf } from '../../src/accounts/grant.ts'
import { changeAccount } from '../../src/accounts/open-account.ts'
import { checkBooks } from '../../src/books-audit/check-books.ts'
import { writeStaticBrCode } from '../../src/brazil/write-br-code.ts'
import { createCashout } from '../../src/cashout/create-cashout.ts'
import { createCodeCashout } from '../../src/cashout/create-code-cashout.ts'
import type { CashoutTerms } from '../../src/cashout/plan-cashout.ts'
import { restoreCashout } from '../../src/cashout/restore-cashout.ts'
import { markedId, newId, randomId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { openSession } from '../../src/providers/api-pix/session.ts'
import { apiPixSettings } from '../../src/providers/api-pix/settings.ts'
import { ownerOf } from '../../src/restore-sweep/owner.ts'
import { emptyCounts } from '../../src/restore-sweep/sweep-counts.ts'
import { sweepPayouts } from '../../src/restore-sweep/sweep-payouts.ts'
import { askCashout, balance, findCashout, untilCashout } from '../kit/cashout.ts'
import { openWorld, shortCalls, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'
import { openShopAt } from '../kit/shop-at-bank.ts'
import { timeLimit } from '../kit/time-limit.ts'

/** Cashouts by the second bank, and what holds at both. */

let world: World
before(async () => {
  world = await openWorld(shortCalls)
})
after(async () => {
  assert.deepEqual(await checkBooks(world.app), [])
  await world.close()
})

const shopAt = (bank: 'efi' | 'woovi') => openShopAt(world, bank)

async function setCashouts(shop: Shop, cashout: CashoutChoices): Promise<void> {
  await changeAccount(world.app, shop.accountId, { cashout })
  world.app.accounts.refresh()
}

const bankAccount = { ispb: '18236120', branch: '0001', number: '123456-7', type: 'SAVINGS' }
const holder = { beneficiaryName: 'Ana Souza', beneficiaryDocument: '529.982.247-25' }
const toAccount = { ...{ pixKey: undefined, pixType: undefined }, bankAccount, ...holder }

test('the second bank sends to a key and to an account, and says what failed', async () => {
  const shop = await shopAt('woovi')
  for (const [order, status, reason] of [
    [{ amount: 10_00 }, 'COMPLETED', null],
    [{ amount: 11_00, ...toAccount }, 'COMPLETED', null],
    [{ amount: 12_05 }, 'FAILED', 'Pagamento não autorizado'],
    [{ amount: 13_07 }, 'FAILED', 'Liquidação Abortada por Timeout.'],
    [
      { amount: 14_00, pixKey: 'outro@exemplo.com.br', beneficiaryDocument: '11144477735' },
      'FAILED',
      'A chave PIX não pertence ao CPF ou CNPJ informado.',
    ],
  ] as const) {
    const { body, text } = await askCashout(shop, order)
    const cashout = await untilCashout(shop, body.data?.id ?? text, 'COMPLETED', 'FAILED')
    assert.deepEqual([cashout.status, cashout.refusedReason], [status, reason])
  }
  const { available, blocked } = await balance(shop)
  assert.deepEqual([available, blocked], [479_00, 0])
})

interface SeenReceiver {
  readonly query: string
  readonly receiverToken: string | null
}

test('the owner of a key is shown where the bank shows it, within a limit', async () => {
  const path = '/api/user/cashout/receiver'
  const fulano = { pixKey: ' FULANO@exemplo.com.br' }
  const efi = await (await shopAt('efi')).call<SeenReceiver>('POST', path, fulano)
  const asked = { pixKey: 'fulano@exemplo.com.br', pixType: 'EMAIL' }
  const nothing = { name: null, document: null, isOwn: null, receiverToken: null }
  assert.deepEqual(efi.body.data, { ...asked, ...nothing, query: 'not-offered' })

  const shop = await shopAt('woovi')
  const ask = (body: object) => shop.call<SeenReceiver>('POST', path, body)
  const { receiverToken, ...shown } = (await ask(fulano)).body.data
  const owner = { name: 'Beneficiario Sandbox', document: '111.***.***-35', isOwn: false }
  assert.deepEqual(shown, { ...asked, ...owner, query: 'found' })
  const unpaid = async () => {
    const calls = await shop.calls({ provider: 'woovi', operation: 'key.check' })
    return calls.length
  }
  const before = await unpaid()
  // A cashout that follows the query needs no other one, although the owner is required.
  const order = { beneficiaryDocument: '11144477735', receiverToken }
  const { body } = await askCashout(shop, { amount: 10_00, ...order })
  await untilCashout(shop, body.data.id, 'COMPLETED')
  assert.equal(await unpaid(), before)
  const kept = await world.app.sql`
    select from cashouts
    where account_id = ${shop.accountId} and facts -> 'ownerQuery' is not null`
  assert.equal(kept.length, 0, 'the query has no use any more')
  // A token of another key, or one that was changed, has no effect: the owner is queried.
  for (const [amount, token] of [
    [11_00, receiverToken],
    [12_00, `${receiverToken}x`],
  ] as const) {
    const next = { amount, pixKey: 'beltrana@exemplo.com.br', receiverToken: token }
    const cashout = (await askCashout(shop, { ...order, ...next })).body.data
    await untilCashout(shop, cashout.id, 'COMPLETED')
  }
  assert.equal(await unpaid(), before + 2)
  assert.equal((await ask({ pixKey: 'inexistente@exemplo.com.br' })).body.data.query, 'not-found')
  assert.equal((await ask({ pixKey: 'fulano' })).body.error?.code, 'pix-key-invalid')
  // Queries that the bank denies use up nothing.
  const denyQuery = (fault: string) =>
    shop.control('POST', '/faults', { provider: 'woovi', operation: 'key.check', fault, times: 1 })
  await denyQuery('error-429')
  const busy = await ask(fulano)
  assert.deepEqual([busy.http, busy.body.error?.code], [429, 'rate-limited'])
  assert.equal(busy.headers.get('retry-after'), '60')
  await denyQuery('error-403')
  const denied = await ask(fulano)
  assert.deepEqual(denied.body.data, { ...asked, ...nothing, query: 'not-offered' })
  assert.match(denied.body.message, /não liberou a consulta/)
  // Four of eight in a day are for this account.
  for (const left of [1, 0]) assert.equal((await ask(fulano)).http, 200, `${left}`)
  const limited = await ask(fulano)
  assert.equal(limited.body.error?.code, 'rate-limited')
})

test('a receiver token serves its own account, for 30 minutes', async () => {
  const [shop, other] = [await shopAt('woovi'), await shopAt('woovi')]
  const pixKey = 'fulano@exemplo.com.br'
  const ask = async () => {
    const { body } = await shop.call<SeenReceiver>('POST', '/api/user/cashout/receiver', { pixKey })
    return body.data.receiverToken ?? assert.fail('the bank shows the owner')
  }
  /** Pays the key with this token. Returns how often the bank was queried for its owner. */
  const queriesFor = async (by: Shop, receiverToken: string, amount: number) => {
    const count = async () => (await by.calls({ provider: 'woovi', operation: 'key.check' })).length
    const before = await count()
    const order = { amount, pixKey, beneficiaryDocument: '11144477735', receiverToken }
    const { id } = (await askCashout(by, order)).body.data
    await untilCashout(by, id, 'COMPLETED')
    return (await count()) - before
  }
  assert.equal(await queriesFor(other, await ask(), 10_00), 1)
  const inTime = await ask()
  await shop.advance('PT29M')
  assert.equal(await queriesFor(shop, inTime, 11_00), 0)
  const late = await ask()
  await shop.advance('PT31M')
  assert.equal(await queriesFor(shop, late, 12_00), 1)
})

test('without balance at the second bank a cashout waits, and is sent later', async () => {
  const shop = await shopAt('woovi')
  await shop.control('PUT', '/woovi', { balance: 9_99 })
  const { body } = await askCashout(shop, { amount: 10_00 })
  await untilCashout(shop, body.data.id, 'PROCESSING')
  for (const step of ['PT3S', 'PT6S', 'PT16S']) await shop.advance(step)
  assert.equal((await findCashout(shop, body.data.id)).status, 'PROCESSING')
  assert.equal((await balance(shop)).blocked, 10_00)
  await shop.control('PUT', '/woovi', { balance: 1_000_000_000_00 })
  await shop.advance('PT30M')
  await shop.advance('PT2S')
  await untilCashout(shop, body.data.id, 'COMPLETED')
})

test('the second bank without a response for an hour: PROCESSING until it is back', async () => {
  const shop = await shopAt('woovi')
  const fault = (operation: string, kind: string, times = 1) =>
    shop.control('POST', '/faults', { provider: 'woovi', operation, fault: kind, times })
  await fault('approve', 'timeout-after')
  await fault('query', 'error-503', 1_000)
  await fault('callback', 'callback-lost')
  const { body } = await askCashout(shop, { amount: 10_00 })
  await untilCashout(shop, body.data.id, 'PROCESSING')
  await shop.advance('PT1H')
  assert.equal((await findCashout(shop, body.data.id)).status, 'PROCESSING')
  await fetch(`${world.sandbox.controlUrl}/faults`, { method: 'DELETE' })
  await shop.advance('PT31M')
  assert.equal((await findCashout(shop, body.data.id)).status, 'COMPLETED')
})

for (const { bank, operation, document } of [
  { bank: 'efi', operation: 'send', document: null },
  { bank: 'woovi', operation: 'approve', document: '52998224725' },
] as const)
  test(`after a restore a cashout to an account comes back from ${bank}, unsent`, async () => {
    const shop = await shopAt(bank)
    const { app } = world
    const providerId = world.providers.all[bank] ?? ''
    const since = app.clock.now()
    const id = markedId(newId(since.getTime()), shop.accountId)
    const account = {
      ...{ ispb: '18236120', branch: '0001', number: '7654321', kind: 'CHECKING' as const },
      ...{ name: 'Ana Souza', document: '52998224725' },
    }
    const lost = { payoutId: id.replaceAll('-', ''), amount: cents(40_00), account }
    assert.equal((await app.providers.payout(providerId).send(lost, timeLimit())).kind, 'accepted')
    await shop.advance('PT2S')
    for (const swept of ['once', 'again']) {
      const counts = emptyCounts()
      const until = app.clock.now()
      await sweepPayouts(app, providerId, { since, until }, counts)
      assert.equal(counts.cases, 0, swept)
    }
    const found = await untilCashout(shop, id, 'COMPLETED')
    assert.deepEqual(
      [found.amount, found.pixKey, found.beneficiaryName, found.beneficiaryDocument],
      [40_00, '18236120/0001/7654321/CHECKING', 'Ana Souza', document],
    )
    assert.equal((await balance(shop)).available, 460_00)
    const calls = await shop.calls({ provider: bank, operation, reference: lost.payoutId })
    // A token that ended by the clock of the tests before is refused once, and renewed.
    const sent = calls.filter(({ outcome }) => outcome !== 'refused:401')
    assert.equal(sent.length, 1)
  })

test('a restored cashout whose holder is masked is queried, and never sent again', async () => {
  const shop = await shopAt('efi')
  const { app } = world
  const providerId = world.providers.all.efi ?? ''
  const since = app.clock.now()
  const id = markedId(newId(since.getTime()), shop.accountId)
  const account = {
    ...{ ispb: '18236120', branch: '0001', number: '7654321', kind: 'CHECKING' as const },
    name: 'Ana Souza',
  }
  // The bank's list has it, and its query does not find it yet.
  const payout = { payoutId: id.replaceAll('-', ''), amount: cents(40_00), account }
  const listed = { ...payout, requestedAt: since, hasFailed: false }
  const owner = await ownerOf(app, payout.payoutId)
  assert.ok(owner && (await restoreCashout(app, owner.account, { id, providerId, payout: listed })))
  for (const step of ['PT3S', 'PT16S', 'PT2M', 'PT1H']) await shop.advance(step)
  assert.equal((await findCashout(shop, id)).status, 'PROCESSING')
  const calls = await shop.calls({ provider: 'efi', operation: 'send' })
  assert.ok(!calls.some(({ reference }) => reference === payout.payoutId))
})

test('a return on the ninetieth day is found at both banks, without a notice', async () => {
  const shops = { efi: await shopAt('efi'), woovi: await shopAt('woovi') }
  const sent = await Promise.all(
    Object.entries(shops).map(async ([bank, shop]) => {
      const { body } = await askCashout(shop, { amount: 20_00 })
      const { id, endToEndId } = await untilCashout(shop, body.data.id, 'COMPLETED')
      return { bank, shop, id, endToEndId }
    }),
  )
  await shops.efi.advance('P89DT23H')
  for (const { bank, shop, endToEndId } of sent) {
    const lost = { provider: bank, operation: 'callback', fault: 'callback-lost', times: 1 }
    await shop.control('POST', '/faults', lost)
    await shop.control('POST', `/${bank}/returns`, { endToEndId, amount: 5_00 })
  }
  await shops.efi.advance('PT1H')
  for (const { shop, id } of sent)
    assert.equal((await findCashout(shop, id)).refundedAmount, 0, 'nothing has asked yet')
  await shops.efi.advance('P1DT1H')
  for (const { bank, shop, id } of sent) {
    const { status, refundedAmount } = await findCashout(shop, id)
    assert.deepEqual([status, refundedAmount], ['COMPLETED', 5_00], bank)
    assert.equal((await balance(shop)).available, 485_00)
  }
})

const byCode = { pixKey: undefined, pixType: undefined }
const byPerson = { approval: { above: 0, by: 'person' } } as const
const placeOf = { receiverName: 'Fornecedora', city: 'Sao Paulo' }
const staticCode = (given: { readonly amount?: number; readonly txid?: string }) =>
  writeStaticBrCode({
    ...{ ...placeOf, pixKey: 'fornecedora@exemplo.com.br' },
    ...(given.amount !== undefined && { amount: cents(given.amount) }),
    ...(given.txid !== undefined && { txid: given.txid }),
  })

async function approve({ accountId }: Shop, id: string): Promise<void> {
  const path = `/api/admin/accounts/${accountId}/cashouts/${id}/approve`
  const { status } = await fetch(`${world.baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ decidedBy: 'Maria' }),
  })
  assert.equal(status, 200)
}

/** Another shop sells by PIX, and this code is its charge. */
async function newCharge(amount: number) {
  const seller = await world.openShop()
  const { id, pix } = await seller.sell({ paymentMethod: 'PIX', amount })
  return { seller, id, qrcode: pix?.qrcode ?? assert.fail('a PIX has a code') }
}

for (const bank of ['efi', 'woovi'] as const) {
  test(`a cashout at ${bank} pays the charge of a dynamic code, and only once`, async () => {
    const shop = await shopAt(bank)
    const { seller, id, qrcode } = await newCharge(70_00)
    const ask = (order: object, headers?: Readonly<Record<string, string>>) =>
      askCashout(shop, { ...byCode, qrcode, ...order }, headers)
    const differs = await ask({ amount: 71_00 })
    assert.deepEqual(
      [differs.http, differs.body.error?.code, differs.body.error?.field],
      [400, 'qrcode-amount-differs', 'amount'],
    )
    assert.match(differs.text, /R\$.70,00/)
    const key = { 'idempotency-key': `codigo-${id}` }
    const first = (await ask({ amount: 70_00 }, key)).body.data
    assert.deepEqual([first.qrcode, first.isKeyVerified], [qrcode, bank === 'efi'])
    // The money is held, and the same charge is not requested again.
    assert.equal((await balance(shop)).available, 430_00)
    assert.equal((await ask({ amount: 70_00 })).body.error?.code, 'possible-duplicate')
    const paid = await untilCashout(shop, first.id, 'COMPLETED')
    await seller.webhooks(id, 2)
    const sale = await seller.call<{ status: string }>('GET', `/api/user/transactions/${id}`)
    assert.equal(sale.body.data.status, 'PAID')
    assert.ok(sale.text.includes(paid.endToEndId ?? 'none'), 'both banks have one EndToEndId')
    // It is paid: a new request names its cashout, and the repeated one returns it.
    const late = await ask({ amount: 70_00, confirmDuplicate: true })
    assert.deepEqual(
      [late.http, late.body.error?.code, late.body.error?.field, late.body.data.id],
      [409, 'possible-duplicate', 'qrcode', first.id],
    )
    const other = await askCashout(await shopAt(bank), { ...byCode, qrcode, amount: 70_00 })
    assert.deepEqual(
      [other.http, other.body.error?.code, other.body.error?.field],
      [400, 'qrcode-not-payable', 'qrcode'],
    )
    assert.equal((await ask({ amount: 70_00 }, key)).body.data.id, first.id)
    const { available, blocked } = await balance(shop)
    assert.deepEqual([available, blocked], [430_00, 0])
  })

  test(`a cashout at ${bank} pays a static code, with its amount or without one`, async () => {
    const shop = await shopAt(bank)
    const printed = staticCode({ amount: 12_00, txid: 'pedido12' })
    const other = await askCashout(shop, { ...byCode, qrcode: printed, amount: 12_01 })
    assert.equal(other.body.error?.code, 'qrcode-amount-differs')
    for (const [qrcode, amount] of [
      [printed, 12_00],
      [staticCode({ txid: 'pedido13' }), 13_00],
    ] as const) {
      const { body, text } = await askCashout(shop, { ...byCode, qrcode: `${qrcode}\n`, amount })
      const done = await untilCashout(shop, body.data?.id ?? text, 'COMPLETED')
      assert.deepEqual([done.pixKey, done.pixType], ['fornecedora@exemplo.com.br', 'EMAIL'])
      assert.equal(done.isKeyVerified, true)
    }
    assert.equal((await balance(shop)).available, 475_00)
  })

  test(`a code that ${bank} cannot pay is rejected, and its field is named`, async () => {
    const shop = await shopAt(bank)
    const { qrcode } = await newCharge(20_00)
    const cut = await askCashout(shop, { ...byCode, qrcode: qrcode.slice(0, -5), amount: 20_00 })
    assert.deepEqual([cut.http, cut.body.error?.code], [400, 'qrcode-invalid'])
    const both = await askCashout(shop, { qrcode, amount: 20_00 })
    assert.equal(both.body.error?.code, 'validation-failed')
    // The gateway that sells removes a charge that is over.
    await shop.advance('P2D')
    const late = await askCashout(shop, { ...byCode, qrcode, amount: 20_00 })
    assert.deepEqual([late.http, late.body.error?.code], [400, 'qrcode-not-payable'])
    assert.match(late.text, /foi cancelada por quem recebe/)
    const english = { 'accept-language': 'en' }
    const inEnglish = await askCashout(shop, { ...byCode, qrcode, amount: 20_00 }, english)
    assert.match(inEnglish.text, /was canceled by its receiver/)
    const operation = bank === 'efi' ? 'qrcode.detail' : 'code.decode'
    for (const [fault, http, code, retryAfter] of [
      ['error-429', 429, 'rate-limited', '60'],
      ['error-403', 400, 'qrcode-not-supported', null],
      ['error-503', 503, 'provider-unavailable', '5'],
    ] as const) {
      await shop.control('POST', '/faults', { provider: bank, operation, fault, times: 1 })
      const denied = await askCashout(shop, { ...byCode, qrcode, amount: 20_00 })
      assert.deepEqual([denied.http, denied.body.error?.code], [http, code])
      assert.equal(denied.headers.get('retry-after'), retryAfter)
      assert.equal(/não liberou a leitura/.test(denied.text), fault === 'error-403')
    }
    assert.equal((await balance(shop)).blocked, 0)
  })

  test(`a charge that is paid elsewhere ends the cashout that waits at ${bank}`, async () => {
    const shop = await shopAt(bank)
    const { seller, qrcode } = await newCharge(20_00)
    await setCashouts(shop, byPerson)
    const { id } = (await askCashout(shop, { ...byCode, qrcode, amount: 20_00 })).body.data
    await seller.pay(qrcode)
    await approve(shop, id)
    const { refusedReason } = await untilCashout(shop, id, 'FAILED')
    assert.equal(refusedReason, 'A cobrança deste código PIX já foi paga.')
    assert.deepEqual((await balance(shop)).available, 500_00)
  })
  test(`the receiver of a code at ${bank} is the required owner, or nothing is paid`, async () => {
    const shop = await shopAt(bank)
    // The bank verifies the code, or no owner of it can be required.
    const [owner, expected] = {
      efi: ['11222333000181', ['COMPLETED', 22_00]] as const,
      woovi: ['11144477735', ['FAILED', 0]] as const,
    }[bank]
    for (const [amount, beneficiaryDocument, result] of [
      [21_00, '52998224725', ['FAILED', 0]],
      [22_00, owner, expected],
    ] as const) {
      const { qrcode } = await newCharge(amount)
      const order = { ...byCode, qrcode, amount, beneficiaryDocument }
      const { id } = (await askCashout(shop, order)).body.data
      const { status } = await untilCashout(shop, id, 'COMPLETED', 'FAILED')
      assert.deepEqual([status, 500_00 - (await balance(shop)).available], result)
    }
  })

  test(`after a restore a cashout of a code comes back from ${bank} by its key`, async () => {
    const shop = await shopAt(bank)
    const { app } = world
    const providerId = world.providers.all[bank] ?? ''
    const payer = app.providers.payout(providerId)
    const { qrcode } = await newCharge(40_00)
    const since = app.clock.now()
    const id = markedId(newId(since.getTime()), shop.accountId)
    const code = { text: qrcode, isDynamic: true }
    const read = await payer.codes?.find(qrcode, timeLimit())
    assert.ok(read?.kind === 'found')
    const lost = { payoutId: id.replaceAll('-', ''), amount: cents(40_00), key: read.key, code }
    assert.equal((await payer.send(lost, timeLimit())).kind, 'accepted')
    await shop.advance('PT2S')
    const counts = emptyCounts()
    const until = app.clock.now()
    await sweepPayouts(app, providerId, { since, until }, counts)
    assert.equal(counts.cases, 0)
    const found = await untilCashout(shop, id, 'COMPLETED')
    assert.deepEqual([found.amount, found.pixKey, found.qrcode], [40_00, read.key.value, null])
    assert.equal((await balance(shop)).available, 460_00)
    const calls = await shop.calls({ provider: bank, reference: lost.payoutId })
    assert.equal(calls.filter(({ outcome }) => /^(accepted|approved)/.test(outcome)).length, 1)
  })
}

test('the key of a code waits as a new one, and not once it was paid', async () => {
  const shop = await shopAt('efi')
  await setCashouts(shop, { newKeyWaitSeconds: 3_600 })
  const payCode = async (amount: number) => {
    const { qrcode } = await newCharge(amount)
    return (await askCashout(shop, { ...byCode, qrcode, amount })).body.data.id
  }
  const first = await payCode(30_00)
  await shop.advance('PT59M')
  assert.equal((await findCashout(shop, first)).status, 'PENDING')
  await shop.advance('PT2M')
  await untilCashout(shop, first, 'COMPLETED')
  // Another charge, whose code has the same key.
  await untilCashout(shop, await payCode(31_00), 'COMPLETED')
})

test('the key of a code that its bank did not verify waits again and again', async () => {
  const shop = await shopAt('woovi')
  await setCashouts(shop, { newKeyWaitSeconds: 3_600 })
  const payLater = async (order: object) => {
    const { id, pixKey, pixType } = (await askCashout(shop, order)).body.data
    await shop.advance('PT59M')
    assert.equal((await findCashout(shop, id)).status, 'PENDING')
    await shop.advance('PT2M')
    await untilCashout(shop, id, 'COMPLETED')
    return { pixKey, pixType }
  }
  const payCode = async (amount: number) => {
    const { qrcode } = await newCharge(amount)
    return payLater({ ...byCode, qrcode, amount })
  }
  await payCode(30_00)
  const toKey = await payCode(31_00)
  // Nor was the key itself paid by them. Now it is.
  await payLater({ ...toKey, amount: 32_00 })
  const { id } = (await askCashout(shop, { ...toKey, amount: 33_00 })).body.data
  await untilCashout(shop, id, 'COMPLETED')
})

const termsOf = (amount: number): CashoutTerms => ({
  ...{ amount: cents(amount), origin: 'request' },
  ...{ skipsDuplicateCheck: true, grant: grantOf('secret') },
  order: {
    ...{ beneficiaryName: null, beneficiaryDocument: null, description: null },
    ...{ postbackUrl: null, externalRef: null },
  },
})

test('no code is read for an account without a price for cashouts', async () => {
  const shop = await shopAt('efi')
  const { qrcode } = await newCharge(20_00)
  const found = await world.app.accounts.byId(shop.accountId)
  assert.ok(found)
  const { CASHOUT: _, ...prices } = found.settings.prices
  const priceless = { ...found, settings: { ...found.settings, prices } }
  const unread = async () => assert.fail('a code was read')
  const readings = { take: unread, putBack: unread }
  await assert.rejects(
    createCodeCashout(world.app, priceless, { ...termsOf(20_00), qrcode }, { readings }),
    { code: 'price-not-set' },
  )
})

test('one account cannot use up the readings of codes of the others', async () => {
  const [shop, other] = [await shopAt('efi'), await shopAt('efi')]
  const { qrcode } = await newCharge(20_00)
  const readings = async () => {
    const calls = await shop.calls({ provider: 'efi', operation: 'qrcode.detail' })
    // A token that ended by the clock of the tests before is refused once, and renewed.
    return calls.filter(({ outcome }) => outcome !== 'refused:401').length
  }
  const before = await readings()
  const startedMs = performance.now()
  const limits = { perOperation: 600_00 }
  await setCashouts(shop, { ...byPerson, limits, ownerCheck: 'account' })
  const key = { 'idempotency-key': `leituras-${shop.accountId}` }
  const first = (await askCashout(shop, { ...byCode, qrcode, amount: 20_00 }, key)).body.data
  // Neither a rejection that needs no bank nor a repeat reads the code.
  for (const [order, code] of [
    [{ amount: 600_01 }, 'cashout-limit-exceeded'],
    [{ amount: 480_01 }, 'insufficient-balance'],
    [{ beneficiaryDocument: '11144477736' }, 'document-invalid'],
    [{ beneficiaryDocument: '11144477735' }, 'pix-key-owner-mismatch'],
  ] as const) {
    const rejected = await askCashout(shop, { ...byCode, qrcode, amount: 20_00, ...order })
    assert.equal(rejected.body.error?.code, code)
  }
  const again = await askCashout(shop, { ...byCode, qrcode, amount: 20_00 }, key)
  assert.equal(again.body.data.id, first.id)
  assert.equal((await readings()) - before, 1)
  // A reading that the bank denies is put back.
  const denied = { provider: 'efi', operation: 'qrcode.detail', fault: 'error-429', times: 1 }
  await shop.control('POST', '/faults', denied)
  const wanted = { ...byCode, qrcode, amount: 20_01 }
  assert.equal((await askCashout(shop, wanted)).headers.get('retry-after'), '60')
  const answers: Awaited<ReturnType<typeof askCashout>>[] = []
  for (let batch = 0; batch < 12; batch += 1)
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => askCashout(shop, wanted)))))
  const limited = answers.filter(({ http }) => http === 429)
  // On a busy machine the database or the bank may respond too late, with a reading or without.
  const late = answers.filter(({ http }) => http === 503)
  const answered = answers.filter(({ http }) => http !== 429 && http !== 503)
  // Of 100 the first took one, and every six seconds one comes back.
  const refilled = (performance.now() - startedMs) / 6_000
  const counts = `${limited.length} limited, ${late.length} late`
  assert.ok(limited.length <= 21 && limited.length + late.length > 20 - refilled, counts)
  const read = (await readings()) - before - 2 - answered.length
  assert.ok(read >= 0 && read <= late.length, `${read} of ${counts}`)
  for (const { body, headers } of limited) {
    assert.equal(body.error?.code, 'rate-limited')
    assert.ok(Number(headers.get('retry-after')) <= 6)
  }
  assert.equal((await askCashout(other, wanted)).body.error?.code, 'qrcode-amount-differs')
})

test('a charge whose amount has changed is guarded as before', async () => {
  const shop = await shopAt('efi')
  await setCashouts(shop, byPerson)
  const { qrcode } = await newCharge(20_00)
  const first = (await askCashout(shop, { ...byCode, qrcode, amount: 20_00 })).body.data
  const found = await ownerOf(world.app, first.id.replaceAll('-', ''))
  const { codes } = world.app.providers.payout(world.providers.all.efi ?? '')
  const read = await codes?.find(qrcode, timeLimit())
  assert.ok(found && read?.kind === 'found' && read.txid !== undefined)
  const { key, txid } = read
  const changed = { ...termsOf(21_00), code: { text: qrcode, key, isVerified: true, txid } }
  await assert.rejects(createCashout(world.app, found.account, changed), {
    ...{
      code: 'possible-duplicate',
      details: { data: { id: first.id }, field: 'qrcode', params: { of: 'charge' } },
    },
  })
})

/** A code that its receiver has printed: its location leads to one charge after the other. */
async function printedCode(t: TestContext) {
  const settings = Value.Parse(apiPixSettings, world.sandbox.credentials.pix)
  const session = openSession(settings)
  t.after(() => session.close())
  const call = async (method: string, path: string, body?: object) => {
    const signal = timeLimit()
    const answer = await session.call({ method, path, signal, ...(body && { body }) })
    assert.ok(answer.kind === 'answered' && answer.status < 300, path)
    return JSON.parse(answer.text)
  }
  let loc: { readonly id: number } | undefined
  return async (original: string): Promise<string> => {
    if (loc) await call('DELETE', `/loc/${loc.id}/txid`)
    const charge = await call('PUT', `/cob/${randomId().replaceAll('-', '')}`, {
      ...{ calendario: { expiracao: 86_400 }, valor: { original }, chave: settings.chave },
      ...(loc && { loc: { id: loc.id } }),
    })
    loc = charge.loc
    return charge.pixCopiaECola
  }
}

for (const bank of ['efi', 'woovi'] as const)
  test(`a cashout at ${bank} pays the next charge of one printed code`, async (t) => {
    const shop = await shopAt(bank)
    await setCashouts(shop, byPerson)
    const charge = await printedCode(t)
    const ask = (qrcode: string, amount: number) =>
      askCashout(shop, { ...byCode, qrcode, amount, confirmDuplicate: true })
    const code = await charge('20.00')
    const first = (await ask(code, 20_00)).body.data
    assert.equal((await ask(code, 20_00)).body.error?.code, 'possible-duplicate')
    assert.equal(await charge('20.00'), code)
    const second = (await ask(code, 20_00)).body
    assert.equal(second.data?.status, 'PENDING', JSON.stringify(second))
    const again = await ask(code, 20_00)
    assert.deepEqual(
      [again.body.error?.code, again.body.error?.field, again.body.data.id],
      ['possible-duplicate', 'qrcode', second.data.id],
    )
    // The charge of the first cashout is no longer behind the code.
    await approve(shop, first.id)
    const { refusedReason } = await untilCashout(shop, first.id, 'FAILED')
    assert.match(String(refusedReason), /trocou a cobrança/)
    assert.equal((await balance(shop)).available, 480_00)
  })

test('one charge is a possible duplicate long after the window of its key', async () => {
  const shop = await shopAt('woovi')
  await setCashouts(shop, byPerson)
  const { qrcode } = await newCharge(20_00)
  const order = { ...byCode, qrcode, amount: 20_00 }
  const duplicateOf = async (given: object) => {
    const { http, body } = await askCashout(shop, given)
    assert.deepEqual([http, body.error?.code], [409, 'possible-duplicate'])
    return body.data.id
  }
  const cancel = (id: string) => shop.call('POST', `/api/user/cashout/${id}/cancel`)
  const first = (await askCashout(shop, order)).body.data
  await shop.advance('PT11M')
  assert.equal(await duplicateOf(order), first.id)
  // No confirmation permits a second payment of one charge.
  const confirmed = { ...order, confirmDuplicate: true }
  assert.equal(await duplicateOf(confirmed), first.id)
  assert.match((await askCashout(shop, confirmed)).text, /peça outro código a quem recebe/)
  assert.equal((await cancel(first.id)).http, 200)
  // Only the key is guarded now, and the cashout to it is named.
  const { pixKey, pixType } = first
  const toKey = (await askCashout(shop, { pixKey, pixType, amount: 20_00 })).body.data.id
  assert.equal(await duplicateOf(order), toKey)
  assert.equal((await cancel(toKey)).http, 200)
  assert.equal((await askCashout(shop, order)).http, 200)
})
