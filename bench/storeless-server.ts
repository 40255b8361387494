import type { App } from '../src/app.ts'
import { buildApp } from '../src/build-app.ts'
import { readConfig } from '../src/config.ts'
import { buildServer } from '../src/http/server/server.ts'

/**
 * The gateway's own API with a journal that stores nothing: the same route, rules and provider
 * call. Its rate is the upper limit for any way of storing.
 */
const config = readConfig()
const app = await buildApp({
  config,
  databaseUrl: config.databaseUrl ?? '',
  baseUrl: 'http://127.0.0.1',
  works: false,
})
const journal: App['journal'] = { ...app.journal, record: async () => {}, by: () => journal }
const server = buildServer({ ...app, journal })
const url = await server.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ ready: { url } })

process.once('SIGTERM', async () => {
  await server.close()
  await app.close()
  process.exit(0)
})
