import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { lockTable, repeat, sellTo } from './load.ts'

const dayMs = 24 * 3_600_000

const acquirerSlow: Fault = {
  what: 'the acquirer takes 11 s, and a process has room for four requests',
  alerts: ['GuicheOverloaded', 'GuicheSalesSlow', 'GuicheProviderSlow'],
  lasting: ['GuicheOverloaded', 'GuicheSalesSlow', 'GuicheProviderSlow'],
  async make({ world, acquirer, restart }) {
    await restart('api-2', roomFor(4))
    acquirer.ms = 11_000
    const [, shop] = world.shops
    const stop = repeat(12, () => sellTo(shop, 'CREDIT_CARD'))
    return async () => {
      acquirer.ms = 0
      await stop()
      await restart('api-2')
    }
  },
}

/** Settings of a process that does so many requests at once, all of one account. */
export const roomFor = (requests: number) => ({
  GUICHE_REQUESTS_IN_FLIGHT: String(requests),
  GUICHE_REQUESTS_IN_FLIGHT_PER_ACCOUNT: String(requests),
})

const withoutProcessor: Fault = {
  what: 'a process gets no processor for two thirds of the time (SIGSTOP, SIGCONT)',
  alerts: ['GuicheEventLoopSlow'],
  async make({ world }) {
    const pid = world.servers['api-2'].pid() ?? 0
    let isOver = false
    const stopping = (async () => {
      for (; !isOver; await wait(350)) {
        process.kill(pid, 'SIGSTOP')
        await wait(700)
        process.kill(pid, 'SIGCONT')
      }
    })()
    return async () => {
      isOver = true
      await stopping
    }
  },
}

const tokenEnding: Fault = {
  what: 'the operator token ends in ten days',
  alerts: ['GuicheTokenEnding'],
  async make({ restart }) {
    const end = new Date(Date.now() + 10 * dayMs).toISOString()
    await restart('api-2', { GUICHE_ADMIN_TOKEN_UNTIL: end })
    return () => restart('api-2')
  },
}

export const restarting: Fault = {
  what: 'a process is killed and started again and again',
  alerts: ['GuicheRestarting'],
  lasting: ['GuicheRestarting'],
  longestMs: 180_000,
  async make({ restart }) {
    let isOver = false
    const restarts = (async () => {
      for (; !isOver; await wait(5_000)) await restart('api-2')
    })()
    return async () => {
      isOver = true
      await restarts
    }
  },
}

const twoVersions: Fault = {
  what: 'a process runs from the files of another version',
  alerts: ['GuicheVersionsMixed'],
  async make({ world, folder, restart }) {
    const other = join(folder, 'other-version')
    await copyVersion(other)
    await world.servers['api-2'].kill()
    await world.servers['api-2'].start({}, join(other, 'src/main.ts'))
    return () => restart('api-2')
  },
}

/** The program of this repository under another version. */
async function copyVersion(to: string): Promise<void> {
  const root = join(import.meta.dirname, '../../..')
  await mkdir(to)
  for (const name of await readdir(root)) {
    if (name === 'package.json') continue
    if (name === 'src' || name === 'contract')
      await cp(join(root, name), join(to, name), { recursive: true })
    else await symlink(join(root, name), join(to, name))
  }
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await writeFile(join(to, 'package.json'), JSON.stringify({ ...manifest, version: '9.9.9' }))
}

const requestsNotKept: Fault = {
  what: 'another session locks the request log for some seconds',
  alerts: ['GuicheRequestLogGaps'],
  lasting: ['GuicheRequestLogGaps'],
  async make({ world }) {
    const release = await lockTable(world.app.sql, 'api_requests')
    const [shop] = world.shops
    const stop = repeat(2, () => shop.call('GET', '/api/user/wallet/balance'))
    return async () => {
      await release()
      await stop()
    }
  },
}

export const processFaults: readonly Fault[] = [
  acquirerSlow,
  requestsNotKept,
  withoutProcessor,
  tokenEnding,
  twoVersions,
]

export const allDown: Fault = {
  what: 'every process is killed',
  alerts: ['GuicheDown'],
  async make({ world: { servers } }) {
    for (const server of Object.values(servers)) await server.kill()
    return async () => {
      for (const server of Object.values(servers)) await server.start()
    }
  },
}
