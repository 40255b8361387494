import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { askCashout, cashoutPath, earn, type SeenCashout } from '../kit/cashout.ts'
import { openWorld, type World } from '../kit/gateway.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

interface Page {
  readonly data: readonly { readonly id: string; readonly createdAt: string }[]
  readonly pagination: { readonly limit: number; readonly nextCursor: string | null }
}

async function admin(method: string, path: string, body?: unknown): Promise<Page> {
  const response = await fetch(`${world.baseUrl}/api/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  assert.equal(response.status, 200, path)
  return (await response.json()) as Page
}

test('a period includes the last millisecond of its last day', async () => {
  const shop = await world.openShop()
  await earn(shop, 50_00)
  const sale = await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
  const cashout = (await askCashout(shop, { amount: 1_00 })).body.data
  for (const [path, made] of [
    ['/api/user/transactions', sale],
    [cashoutPath, cashout],
  ] as const) {
    const at = String(made.createdAt)
    const { text } = await shop.call('GET', `${path}?start_date=${at}&end_date=${at}`)
    assert.deepEqual(
      (JSON.parse(text) as Page).data.map(({ id }) => id),
      [made.id],
      path,
    )
  }
})

test('an operator reads every cashout that waits, page by page, the oldest first', async () => {
  const shop = await world.openShop()
  await earn(shop, 100_00)
  await admin('PATCH', `/accounts/${shop.accountId}`, {
    cashout: { approval: { above: 0, by: 'person' } },
  })
  world.app.accounts.refresh()
  const created: SeenCashout[] = []
  for (const amount of [11_00, 12_00, 13_00])
    created.push((await askCashout(shop, { amount })).body.data)

  const seen: string[] = []
  let cursor: string | null = ''
  let pages = 0
  do {
    const page: Page = await admin('GET', `/cashouts/to-approve?limit=2&cursor=${cursor}`)
    assert.ok(page.data.length <= 2)
    seen.push(...page.data.map(({ id }) => id))
    cursor = page.pagination.nextCursor
    pages += 1
  } while (cursor !== null)
  assert.equal(pages, 2)
  assert.deepEqual(
    seen,
    created.map(({ id }) => id),
  )
})
