import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { byTcp, openTestDatabase } from '../../test/kit/database.ts'
import { openDatabaseProxy } from '../../test/kit/database-proxy.ts'
import { startFreshServer } from '../../test/kit/fresh-server.ts'
import { reservePort } from '../../test/kit/reserve-port.ts'
import { until } from '../../test/kit/time-limit.ts'
import { untilConnected } from '../../test/kit/until-connected.ts'
import { openPool, type Sql } from './pool.ts'

/* Two servers with one database of one name. Each accepts writes, or is read-only as a standby. */

const database = await openTestDatabase()
const address = byTcp(database.url)
const { username: user, password } = address
const name = address.pathname.slice(1)
const port = await reservePort()
const second = await startFreshServer({
  setup: `create role ${user} superuser login password '${password}';\ncreate database ${name};\n`,
  port,
})
const secondUrl = new URL(address)
secondUrl.port = String(port)
await second.untilReady(secondUrl.href)

const servers = await Promise.all(
  [address.href, secondUrl.href].map(async (url) => ({
    proxy: await openDatabaseProxy(url),
    admin: openPool({ url, max: 1, applicationName: 'servers' }),
    port: Number(new URL(url).port),
  })),
)
const [one, other] = servers as [(typeof servers)[0], (typeof servers)[0]]
const both = `postgres://${user}:${password}@${servers
  .map(({ proxy }) => new URL(proxy.url).host)
  .join(',')}/${name}?target_session_attrs=read-write`
after(async () => {
  for (const { proxy, admin } of servers) {
    await proxy.close()
    await admin.end()
  }
  await second.close()
  await database.close()
})

/** New sessions of the server accept writes, or none. */
const setWritable = ({ admin }: (typeof servers)[0], isWritable: boolean) =>
  untilConnected(() =>
    admin.unsafe(
      `alter database ${name} set default_transaction_read_only = ${isWritable ? 'off' : 'on'}`,
    ),
  )

/** The role of primary moves from one server to the other. */
const promoteOther = async () => {
  await setWritable(one, false)
  await setWritable(other, true)
}

const open = (url = both, max = 2) => openPool({ url, max, applicationName: 'two-servers' })

/** The same, with one connection. */
const opened = async (max = 2): Promise<Sql> => {
  const sql = open(both, max)
  await untilConnected(() => sql`select 1`)
  return sql
}

const portOf = async (sql: Sql): Promise<number> => {
  const [row] = await sql<{ port: number }[]>`select inet_server_port() as port`
  return row?.port ?? 0
}

beforeEach(async () => {
  one.proxy.refuse(false)
  await setWritable(one, true)
  await setWritable(other, false)
})

test('connections are to the server that accepts writes, in either order', async () => {
  const sql = await opened()
  assert.equal(await portOf(sql), one.port)
  await sql.end()
  await promoteOther()
  const next = await opened()
  assert.equal(await portOf(next), other.port)
  await next.end()
})

test('after the primary died statements and notices are those of the next one', async () => {
  const sql = await opened()
  const received: string[] = []
  let connections = 0
  const { unlisten } = await untilConnected(() =>
    sql.listen(
      'servers',
      (payload) => received.push(payload),
      () => (connections += 1),
    ),
  )
  assert.equal(await portOf(sql), one.port)
  one.proxy.refuse(true)
  one.proxy.cut()
  await promoteOther()
  assert.equal(await portOf(sql), other.port)
  await until('it listens again', () => connections === 2)
  await other.admin`select pg_notify('servers', 'from the other')`
  await until('the notice is received', () => received.length > 0)
  assert.deepEqual(received, ['from the other'])
  await unlisten()
  await sql.end()
})

test('a primary that became a standby loses its connections at the first write', async () => {
  const sql = await opened(1)
  await sql.unsafe('create table written (id int); set default_transaction_read_only = on')
  await promoteOther()
  await assert.rejects(sql`insert into written values (1)`, { code: '25006' })
  assert.equal(await portOf(sql), other.port)
  await sql.end()
})

test('a new connection to a former primary goes to the next one', async () => {
  const sql = await opened()
  assert.equal(await portOf(sql), one.port)
  await promoteOther()
  await sql.begin(async (tx) => {
    await tx`select 1` // This connection is in use, so the next statement opens another one.
    assert.equal(await portOf(sql), other.port)
  })
  await sql.end()
})

test('without a server that accepts writes the error says so', async () => {
  await setWritable(one, false)
  const sql = open()
  await assert.rejects(
    untilConnected(() => sql`select 1`),
    { code: '25006' },
  )
  await assert.rejects(
    untilConnected(() => sql.listen('servers', () => {})),
    { code: '25006' },
  )
  await setWritable(other, true)
  assert.equal(await untilConnected(() => portOf(sql)), other.port)
  await sql.end()
})

test('a server that refuses the login is named before one that is read-only', async () => {
  one.proxy.refuse(true)
  const sql = open(both.replace(`:${password}@`, ':errada@'))
  await assert.rejects(
    untilConnected(() => sql`select 1`),
    { code: '28P01' },
  )
  await sql.end()
})

test('one server alone can be asked to accept writes', async () => {
  const url = `${secondUrl}?target_session_attrs=read-write`
  const sql = open(url)
  await assert.rejects(
    untilConnected(() => sql`select 1`),
    { code: '25006' },
  )
  await setWritable(other, true)
  assert.equal(await untilConnected(() => portOf(sql)), other.port)
  await sql.end()
})
