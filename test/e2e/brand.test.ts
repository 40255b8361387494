import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrandWire } from '../../contract/brand.ts'
import { maxLogoBytes } from '../../contract/logo.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { type Shop, untilAvailable } from '../kit/shop.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const path = '/api/user/brand'
const put = (shop: Shop, body: object) => shop.call<BrandWire>('PUT', path, body)
const brandNow = async (shop: Shop) => (await shop.call<BrandWire>('GET', path)).body.data
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('picture')])

test('a brand is chosen field by field, and each change is in the audit log', async () => {
  const shop = await world.openShop()
  const nothing = { name: null, color: null, textColor: null, logo: null, updatedAt: null }
  assert.deepEqual(await brandNow(shop), nothing)
  await put(shop, { name: ' Ateliê ', color: '#FFCC00' })
  const logo = { contentType: 'image/png', content: png.toString('base64') }
  const { body } = await put(shop, { logo: logo.content })
  const { updatedAt, ...chosen } = body.data
  assert.deepEqual(chosen, { name: 'Ateliê', color: '#ffcc00', textColor: '#000000', logo })
  assert.ok(updatedAt)
  assert.deepEqual(await brandNow(shop), body.data)
  const removed = (await put(shop, { logo: null, name: null })).body.data
  assert.deepEqual([removed.name, removed.logo, removed.color], [null, null, '#ffcc00'])
  const { data } = (
    await shop.call<{ action: string; before: object; after: object }[]>(
      'GET',
      '/api/user/audit?limit=100',
    )
  ).body
  const entries = data.filter(({ action }) => action === 'brand.changed')
  assert.deepEqual(
    entries.map((entry) => Object.keys(entry.after)),
    [['logo', 'name'], ['logo'], ['color', 'name']],
  )
  assert.ok(!JSON.stringify(entries).includes(logo.content), 'the log has no picture')
  assert.deepEqual(await brandNow(await world.openShop()), nothing)
})

test('a brand that stays the same keeps the time of its last change', async () => {
  const shop = await world.openShop()
  const first = (await put(shop, { name: 'Ateliê', logo: png.toString('base64') })).body.data
  const again = { name: 'Ateliê', logo: png.toString('base64'), color: null }
  for (const body of [again, {}]) assert.deepEqual((await put(shop, body)).body.data, first)
  const other = (await put(shop, { logo: null })).body.data
  assert.notEqual(other.updatedAt, first.updatedAt)
})

test('changes at the same time keep the fields of each other', async () => {
  const shop = await world.openShop()
  const changes = [{ name: 'Ateliê' }, { color: '#0b6e4f' }, { logo: png.toString('base64') }]
  await Promise.all(changes.map((change) => untilAvailable(() => put(shop, change))))
  const { name, color, logo } = await brandNow(shop)
  assert.deepEqual([name, color, logo?.contentType], ['Ateliê', '#0b6e4f', 'image/png'])
})

test('a logo has 128 KiB at most', async () => {
  const shop = await world.openShop()
  const sized = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)])
  assert.equal((await put(shop, { logo: sized(maxLogoBytes).toString('base64') })).http, 200)
  assert.equal((await put(shop, { logo: sized(maxLogoBytes + 1).toString('base64') })).http, 400)
})

for (const [what, body, field] of [
  ['an SVG', { logo: Buffer.from('<svg/>').toString('base64') }, 'logo'],
  ['a text that is no base64', { logo: 'data:image/png;base64,iVBORw0KGgo=' }, 'logo'],
  ['an empty logo', { logo: '' }, 'logo'],
  ['the name of a color', { color: 'red' }, 'color'],
  ['a blank name', { name: ' ' }, 'name'],
] as const)
  test(`a brand is refused with ${what}`, async () => {
    const shop = await world.openShop()
    const { http, body: answer } = await put(shop, body)
    const issues = answer.error?.issues as { field: string }[]
    assert.deepEqual([http, issues[0]?.field], [400, field])
  })
