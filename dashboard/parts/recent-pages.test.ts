import assert from 'node:assert/strict'
import { test } from 'node:test'

Object.assign(globalThis, {
  localStorage: { getItem: () => null },
  location: { pathname: '/dashboard/' },
})
const { session } = await import('../api/client.ts')
const { recentPages, rememberPage } = await import('./recent-pages.ts')

const titles = () => recentPages().map(({ title }) => title)
const show = (path: string) => {
  location.pathname = `/dashboard${path}`
  rememberPage(path, undefined)
}

test('the pages of another account and of the person before are left out', () => {
  Object.assign(session, { accountId: 'a', personId: 'ana' })
  for (const path of ['/transactions/1', '/transactions/2', '/balance']) show(path)
  assert.deepEqual(titles(), ['/transactions/2', '/transactions/1'])
  session.accountId = 'b'
  assert.deepEqual(titles(), [])
  Object.assign(session, { accountId: 'a', personId: 'bia' })
  show('/')
  assert.deepEqual(titles(), [])
})
