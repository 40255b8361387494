import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { runCli } from '../../src/cli/cli.ts'
import { setEnvironment } from './environment.ts'
import type { World } from './gateway.ts'
import type { openBrowser } from './person.ts'
import { program } from './program.ts'
import { timeLimit } from './time-limit.ts'

/** `guiche` on the machine of a gateway. Its settings are those of this process until `close`. */
export function openCommandLine(world: Pick<World, 'app' | 'home' | 'baseUrl' | 'databaseUrl'>) {
  const close = setEnvironment({ GUICHE_HOME: world.home, DATABASE_URL: world.databaseUrl })

  /** Runs a command in this process, and returns its exit code and what it wrote. */
  async function guiche(...argv: string[]) {
    const [log, error] = [console.log, console.error]
    const lines: string[] = []
    console.log = console.error = (...texts: unknown[]) => void lines.push(texts.join(' '))
    try {
      return { code: await runCli(argv), text: lines.join('\n') }
    } finally {
      Object.assign(console, { log, error })
    }
  }

  /** `guiche login`, confirmed by this person in the browser. */
  async function logIn(browser: ReturnType<typeof openBrowser>) {
    await world.app.sql`delete from people.device_codes`
    const login = guiche('login', '--base-url', world.baseUrl)
    for (const limit = timeLimit(); ; ) {
      const [row] = await world.app.sql<{ userCode: string }[]>`
        select user_code as "userCode" from people.device_codes where status = 'pending'`
      if (row) {
        const decision = { userCode: row.userCode, isApproved: true }
        assert.equal((await browser.post('/api/auth/device/decision', decision)).status, 200)
        break
      }
      limit.throwIfAborted()
      await new Promise((wake) => setTimeout(wake, 50))
    }
    const done = await login
    assert.equal(done.code, 0, done.text)
    return done.text
  }

  /** `guiche prove`, with the code typed at the terminal. */
  async function prove(code: string) {
    const child = spawn(process.execPath, [program, 'prove'], {
      cwd: join(import.meta.dirname, '../..'),
      env: process.env,
      stdio: ['pipe', 'inherit', 'ignore'],
    })
    child.stdin.end(`${code}\n`)
    const [exit] = await once(child, 'exit')
    return exit
  }

  return { guiche, logIn, prove, close }
}
