import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { betterAuth } from 'better-auth'
import { toNodeHandler } from 'better-auth/node'
import { routes } from '../../src/http/routes.ts'
import { authOptions } from '../../src/people/auth.ts'
import { authDatabase } from '../../src/people/auth-database.ts'
import { openWorld, type World } from '../kit/gateway.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

/** The instance of the library, as the gateway builds it. */
async function openLibrary() {
  const { sql, vault, clock, log } = world.app
  const parts = { database: authDatabase(sql), logins: new AsyncLocalStorage<never>() }
  return betterAuth(await authOptions({ vault, clock, log }, parts))
}

/** Every path that the library has a handler for. */
const pathsOf = (library: Awaited<ReturnType<typeof openLibrary>>): string[] => [
  ...new Set(
    Object.values(library.api).flatMap(({ path }: { path?: string }) =>
      path === undefined ? [] : [path.replaceAll(/:\w+/g, 'x')],
    ),
  ),
]

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Where the library could have been mounted: its own default, and every folder of our routes. */
const prefixes = [
  ...new Set([
    '/api/auth/better-auth',
    '/better-auth',
    '/auth',
    '/api',
    ...routes.map(({ path }) => path.slice(0, path.lastIndexOf('/'))),
  ]),
].filter((prefix) => !prefix.includes(':') && !prefix.startsWith('/callbacks'))

/** A request that is a route of ours. */
const ours = new Set(routes.map(({ method, path }) => `${method} ${path}`))
const ourPaths = routes.map(({ path }) => path.split('/'))
/** Whether a path is one of ours by another method, or with a parameter. */
const isOurs = (path: string) => {
  const given = path.split('/')
  return ourPaths.some(
    (wanted) =>
      wanted.length === given.length &&
      wanted.every((part, n) => part.startsWith(':') || part === given[n]),
  )
}

/** The requests that get anything but 404, apart from routes of ours. */
async function openAt(
  baseUrl: string,
  paths: readonly string[],
  below: readonly string[] = prefixes,
): Promise<string[]> {
  const found: string[] = []
  for (const prefix of below) {
    const requests = paths
      .map((path) => prefix + path)
      .filter((path) => !isOurs(path))
      .flatMap((path) => methods.map((method) => ({ path, method })))
    await Promise.all(
      requests.map(async ({ path, method }) => {
        const { status } = await fetch(baseUrl + path, {
          method,
          redirect: 'manual',
          headers: { origin: baseUrl, 'content-type': 'application/json' },
          ...(method !== 'GET' && { body: '{}' }),
        })
        if (status !== 404) found.push(`${method} ${path} ${status}`)
      }),
    )
  }
  return found
}

test('no endpoint of better-auth answers, under no folder, by no method', async () => {
  const paths = pathsOf(await openLibrary())
  assert(paths.length > 30, `${paths.length} paths`)
  for (const path of ['/sign-up/email', '/sign-in/email', '/update-user', '/device/token'])
    assert(paths.includes(path), path)
  assert(prefixes.includes('/api/auth') && prefixes.includes(''))
  assert.deepEqual(await openAt(world.baseUrl, paths), [])
})

test('a path that both have is a route of ours, with our refusal', async () => {
  const paths = pathsOf(await openLibrary())
  const shared = paths.filter((path) => isOurs(`/api/auth${path}`))
  assert.deepEqual(shared.toSorted(), ['/device', '/sign-out'])
  for (const path of shared)
    for (const method of methods) {
      const response = await fetch(`${world.baseUrl}/api/auth${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: '{}' }),
      })
      const { status, message, error } = JSON.parse(await response.text())
      assert.equal(typeof message, 'string', `${method} ${path}`)
      if (ours.has(`${method} /api/auth${path}`)) continue
      assert.deepEqual([response.status, error.code], [405, 'method-not-allowed'], `${status}`)
    }
})

test('the same requests find the endpoints when the handler is mounted', async () => {
  const library = await openLibrary()
  const handler = toNodeHandler(library)
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/auth/')) return void handler(request, response)
    response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const found = await openAt(baseUrl, pathsOf(library), ['/api/auth'])
  server.close()
  assert(found.length >= 25, `${found.length} found`)
  for (const path of ['/sign-up/email', '/sign-in/email', '/update-user', '/device/token'])
    assert(
      found.some((each) => each.startsWith(`POST /api/auth${path} `)),
      path,
    )
})
