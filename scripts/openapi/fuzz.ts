import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApiFor } from '../../src/http/meta/openapi.ts'
import { routes } from '../../src/http/routes.ts'
import { type Counts, countedIn, type FuzzResult } from './fuzz-counts.ts'
import { type FuzzWorld, openFuzzWorld } from './fuzz-world.ts'

interface FuzzOptions {
  /** For the files of the run. */
  readonly folder: string
  /** The program. */
  readonly schemathesis: string
  readonly cases: number
  readonly seed: number
  /** More arguments of the program, such as `--include-path-regex=…`. */
  readonly more: readonly string[]
}

/** Sends generated requests to a sandbox gateway, and checks every response by the document. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const world = await openFuzzWorld()
  try {
    await writeFile(
      join(options.folder, 'openapi.json'),
      JSON.stringify(openApiFor(routes, world.baseUrl)),
    )
    const isClean = await runSchemathesis(world, options)
    const counts = JSON.parse(await readFile(join(options.folder, 'counts.json'), 'utf8')) as Counts
    const streams = await Promise.all(world.streams.map(({ name, path }) => open(name, path)))
    return { isClean, ...countedIn(counts, Object.assign({}, ...streams)) }
    async function open(name: string, path: string): Promise<Counts> {
      return { [`${name} ${await statusOfStream(world, path)}`]: 1 }
    }
  } finally {
    await world.close()
  }
}

async function runSchemathesis(
  world: FuzzWorld,
  { folder, schemathesis, cases, seed, more }: FuzzOptions,
): Promise<boolean> {
  const perOperation = Math.ceil(cases / routes.length)
  const child = spawn(
    schemathesis,
    [
      `--config-file=${join(import.meta.dirname, 'schemathesis.toml')}`,
      'run',
      join(folder, 'openapi.json'),
      `--url=${world.baseUrl}`,
      `--max-examples=${perOperation}`,
      `--seed=${seed}`,
      '--phases=examples,coverage,fuzzing',
      '--no-color',
      '--warnings=off',
      ...more,
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        OPENAPI_FUZZ_HOOKS: join(import.meta.dirname, 'fuzz_hooks.py'),
        OPENAPI_FUZZ: JSON.stringify({
          seed,
          origin: world.baseUrl,
          accountId: world.accountId,
          receiverUrl: world.receiverUrl,
          credentialsUrl: world.credentialsUrl,
          pools: world.pools,
          bodies: world.bodies,
          countsFile: join(folder, 'counts.json'),
        }),
      },
    },
  )
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0
}

/** Opens a stream and closes it. Its type is part of its status here. */
async function statusOfStream(world: FuzzWorld, path: string): Promise<number> {
  const { cookie } = await world.credentials()
  const stop = new AbortController()
  const response = await fetch(world.baseUrl + path, { headers: { cookie }, signal: stop.signal })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  stop.abort()
  if (!isStream) throw new Error(`${path} is no stream: ${response.status}`)
  return response.status
}
