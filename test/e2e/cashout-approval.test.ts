import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  askCashout,
  balance,
  cashoutPath,
  earn,
  findCashout,
  type SeenCashout,
  untilCashout,
} from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import type { Shop } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

interface SeenApproval {
  readonly state: string
  readonly decidedBy: string | null
  readonly requestedBy: { readonly keyId: string; readonly name: string } | null
}

async function admin(method: string, path: string, body?: unknown) {
  const response = await fetch(`${world.baseUrl}/api/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const reported = (await response.json()) as {
    data: SeenCashout
    message: string
    error: { code: string } | null
  }
  return { http: response.status, ...reported }
}

const ruleOf = async (shop: Shop, approval: object | null): Promise<void> => {
  await admin('PATCH', `/accounts/${shop.accountId}`, { cashout: { approval } })
  world.app.accounts.refresh()
}

/** A shop with money, whose cashouts wait by this rule. */
async function shopWith(approval: object | null): Promise<Shop> {
  const shop = await world.openShop()
  await earn(shop, 100_00)
  await ruleOf(shop, approval)
  return shop
}

/** A program that never decides. */
const silent = () => ({ above: 0, by: 'callback', url: `${world.receiver.url}/approvals` })
const approvalOf = ({ approval }: SeenCashout) => approval as SeenApproval

for (const [what, rule] of [
  ['is taken away', null],
  ['now requires a person', { above: 0, by: 'person' }],
] as const) {
  test(`without a decision of its program a cashout ends after a day (${what})`, async () => {
    const shop = await shopWith(silent())
    const { body } = await askCashout(shop, { amount: 60_00 })
    await shop.advance('PT1M')
    await ruleOf(shop, rule)
    await shop.advance('PT20H')
    assert.equal(
      (await findCashout(shop, body.data.id)).status,
      'PENDING',
      'the rule at its creation applies',
    )
    await shop.advance('PT5H')
    await shop.advance('PT1H')
    const { status, canceledReason } = await findCashout(shop, body.data.id)
    assert.deepEqual([status, canceledReason], ['CANCELED', 'not-approved'])
    assert.equal(
      approvalOf(await findCashout(shop, body.data.id)).state,
      'canceled',
      'no approver is called any more',
    )
    const { blocked, available } = await balance(shop)
    assert.deepEqual([blocked, available], [0, 100_00])
  })
}

test('while its program cannot be called, a person may decide', async () => {
  const shop = await shopWith(silent())
  const { body } = await askCashout(shop, { amount: 60_00 })
  await shop.advance('PT1M')
  await ruleOf(shop, null)
  await shop.advance('PT1H')
  const path = `/accounts/${shop.accountId}/cashouts/${body.data.id}/approve`
  assert.equal((await admin('POST', path, { decidedBy: 'Maria' })).http, 200)
  await untilCashout(shop, body.data.id, 'COMPLETED')
})

test('merchant and operator read who requested, who decided, when and why', async () => {
  const shop = await shopWith({ above: 50_00, by: 'person' })
  const { body } = await askCashout(shop, { amount: 60_00 })
  const waiting = approvalOf(body.data)
  assert.deepEqual([waiting.state, waiting.decidedBy], ['waiting', null])
  const keys = (await admin('GET', `/accounts/${shop.accountId}/keys`)).data as unknown as {
    id: string
    name: string
    kind: string
  }[]
  const key = keys.find(({ kind }) => kind === 'secret')
  assert.deepEqual(waiting.requestedBy, { keyId: key?.id, name: key?.name })

  const path = `/accounts/${shop.accountId}/cashouts/${body.data.id}/approve`
  const approved = await admin('POST', path, {
    decidedBy: 'Maria',
    reason: 'Conferido por telefone',
  })
  const { decidedAt, ...decision } = approved.data.approval as { decidedAt: string }
  assert.ok(decidedAt)
  assert.deepEqual(decision, {
    ...{ by: 'person', cause: 'amount', state: 'approved', decidedBy: 'Maria' },
    reason: 'Conferido por telefone',
    requestedBy: waiting.requestedBy,
  })
  const again = await admin('POST', path, { decidedBy: 'João' })
  assert.deepEqual([again.http, again.error?.code], [409, 'cashout-status-does-not-allow'])
  assert.match(again.message, /já foi aprovado e não espera decisão/)
  const done = await untilCashout(shop, body.data.id, 'COMPLETED')
  assert.deepEqual(done.approval, approved.data.approval)
  const small = await askCashout(shop, { amount: 1_00 })
  const needless = await admin(
    'POST',
    `/accounts/${shop.accountId}/cashouts/${small.body.data.id}/approve`,
    {
      decidedBy: 'João',
    },
  )
  assert.match(needless.message, /não precisa de aprovação/)
})

test('the requester cannot approve, under any of its names, and may deny', async () => {
  const shop = await shopWith({ above: 0, by: 'person' })
  const { body } = await askCashout(shop, { amount: 60_00 })
  const { keyId, name } = approvalOf(body.data).requestedBy ?? { keyId: '', name: '' }
  const path = `/accounts/${shop.accountId}/cashouts/${body.data.id}`
  for (const decidedBy of [name, ` ${name.toUpperCase()} `, [...name].join('\u200b'), keyId]) {
    const { http, error } = await admin('POST', `${path}/approve`, { decidedBy })
    assert.deepEqual([http, error?.code], [403, 'approver-asked-for-it'], decidedBy)
  }
  assert.equal((await findCashout(shop, body.data.id)).status, 'PENDING')
  assert.equal((await admin('POST', `${path}/deny`, { decidedBy: name })).data.status, 'CANCELED')
})

test('the requester of an automatic withdrawal is the person who set it up', async () => {
  const shop = await shopWith({ above: 0, by: 'person' })
  const first = approvalOf((await askCashout(shop, { amount: 1_00 })).body.data)
  await shop.call('PUT', `${cashoutPath}/schedule`, {
    enabled: true,
    frequency: 'DAILY',
    pixKey: 'fulano@exemplo.com.br',
  })
  await shop.advance('P5D')
  const { body } = await shop.call<SeenCashout[]>('GET', `${cashoutPath}?status=PENDING`)
  const made = body.data.find(({ origin }) => origin === 'schedule')
  assert.ok(made)
  assert.ok(first.requestedBy)
  assert.deepEqual(approvalOf(made).requestedBy, first.requestedBy)
})
