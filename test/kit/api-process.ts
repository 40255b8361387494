import type { ChildProcess } from 'node:child_process'
import type { World } from './gateway.ts'
import { reservePort } from './reserve-port.ts'
import { startServer } from './served.ts'
import { openShop, type Shop } from './shop.ts'

/** The same shop, speaking to another process. */
export const through = ({ sandbox, receiver }: World, shop: Shop, baseUrl: string): Shop =>
  openShop({ baseUrl, sandboxUrl: sandbox.controlUrl, receiver, merchant: shop })

/** Another process of the same gateway. It only serves the API unless it has another role. */
export async function startApi(
  world: Pick<World, 'home' | 'databaseUrl'>,
  {
    env = {},
    role = 'api',
    log = 'inherit',
    program,
  }: {
    readonly env?: Readonly<Record<string, string>>
    readonly role?: string
    /** `pipe`: the test reads what the process writes. */
    readonly log?: 'inherit' | 'pipe'
    /** The main file. Default: that of this repository. */
    readonly program?: string | undefined
  } = {},
): Promise<{ child: ChildProcess; baseUrl: string }> {
  const port = await reservePort()
  const { child } = await startServer({
    ...{ args: ['--role', role], program },
    env: {
      GUICHE_HOME: world.home,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: world.databaseUrl,
      LOG_LEVEL: 'silent',
      RATE_SECRET_KEY_FACTOR: '1000',
      ...env,
    },
    log,
  })
  return { child, baseUrl: `http://127.0.0.1:${port}` }
}
