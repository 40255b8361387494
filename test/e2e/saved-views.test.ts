import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser, password, type Reply } from '../kit/person.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const path = '/api/user/views'
const view = { page: 'transactions', name: 'Pagos', query: 'status=PAID' }

async function personOf(accountId: string) {
  const { email } = await newPerson(world.app, { accountId, role: 'owner' })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email, password })
  return browser
}

test('a person saves, replaces and removes views that no other person sees', async () => {
  const { accountId } = await world.newMerchant()
  const [ana, bia] = [await personOf(accountId), await personOf(accountId)]
  const saved = await ana.post(path, view)
  assert.equal(saved.status, 200, saved.text)
  const replaced = await ana.post(path, { ...view, query: 'status=REFUSED' })
  assert.equal(replaced.data.id, saved.data.id)
  const { data } = await ana.get(path)
  assert.deepEqual(
    data.map(({ name, query }: typeof view) => [name, query]),
    [['Pagos', 'status=REFUSED']],
  )
  assert.deepEqual((await bia.get(path)).data, [])
  assert.equal((await bia.delete(`${path}/${saved.data.id}`)).code, 'not-found')
  assert.equal((await ana.delete(`${path}/${saved.data.id}`)).status, 200)
  assert.deepEqual((await ana.get(path)).data, [])
})

test('views are bounded in number and size', async () => {
  const { accountId } = await world.newMerchant()
  const ana = await personOf(accountId)
  const replies: Reply[] = []
  for (let n = 0; n < 60; n += 10) {
    const names = Array.from({ length: 10 }, (_, m) => `vista ${n + m}`)
    replies.push(...(await Promise.all(names.map((name) => ana.post(path, { ...view, name })))))
  }
  assert.equal(replies.filter(({ status }) => status === 200).length, 50)
  assert.equal((await ana.get(path)).data.length, 50)
  const kept = replies.find(({ status }) => status === 200)
  assert.equal((await ana.post(path, { ...view, name: kept?.data.name })).status, 200)
  for (const wrong of [{ query: 'x'.repeat(2_001) }, { name: ' ' }, { page: '../x' }])
    assert.equal((await ana.post(path, { ...view, ...wrong })).code, 'validation-failed')
})
