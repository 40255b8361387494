import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parseEnv, promisify } from 'node:util'
import { readConfig } from '../../src/config.ts'
import { parseAddress } from '../../src/db/database-address.ts'
import { deployFolder } from '../kit/deployed.ts'
import { blocksOf } from '../kit/guide-commands.ts'
import { commandsOn, openInstalledRoot, readOperatingPage, runHere } from '../kit/installed-root.ts'
import { environmentOf, readUnit } from '../kit/roots/unit-file.ts'

/*
 * The commands of docs/operating/failover.md and pooler.md that change the addresses of the
 * database, on the files of `guiche init production`. The gateway reads what they leave behind. And
 * the address that the commands of the owner of the tables get.
 */

test('the commands of failover.md name every server, with the login of each role', async (t) => {
  const machine = openMachine(t)
  await machine.run('failover.md')
  const { databaseUrl, failoverIsLossless } = machine.read('database-url')
  const owner = machine.read('owner-database-url').databaseUrl
  assert.ok(failoverIsLossless)
  for (const [url, role] of [
    [databaseUrl, 'guiche_app'],
    [owner, 'guiche'],
  ] as const) {
    const address = parseAddress(url ?? '')
    assert.deepEqual(address?.hostnames, ['banco-1', 'banco-2', 'banco-3'])
    assert.match(url ?? '', new RegExp(`^postgres://${role}:\\w{40}@`))
    assert.match(url ?? '', /\/guiche\?target_session_attrs=read-write&sslmode=verify-full$/)
  }
})

test('the commands of pooler.md keep the direct address for the gateway alone', async (t) => {
  const machine = openMachine(t)
  await machine.run('failover.md')
  const before = machine.read('database-url').databaseUrl
  await machine.run('pooler.md')
  const { databaseUrl, databaseDirectUrl } = machine.read('database-url')
  assert.match(databaseUrl ?? '', /^postgres:\/\/guiche_app:\w{40}@pooler\.exemplo\.com\.br:6432\//)
  assert.equal(databaseDirectUrl, before)
  assert.doesNotMatch(readFileSync(join(machine.root, 'etc/guiche/guiche.env'), 'utf8'), /:\w{40}@/)
  for (const name of ['guiche-api@3000', 'guiche-worker', 'guiche-migrate']) {
    const unit = readUnit(machine.root, `${name}.service`)
    const path = environmentOf(machine.root, unit).DATABASE_DIRECT_URL_FILE
    const credential = 'direct-database-url:/etc/guiche/secrets/direct-database-url'
    const isGateway = name !== 'guiche-migrate'
    assert.equal(unit.all('LoadCredential').includes(credential), isGateway, name)
    const given = `/run/credentials/${name}.service/direct-database-url`
    assert.equal(path, isGateway ? given : undefined, name)
  }
})

test('the commands of the owner of the tables get the address of the owner alone', async (t) => {
  const { root } = openMachine(t)
  const gateway = join(root, 'etc/guiche/secrets/database-url')
  const settings = { DATABASE_URL_FILE: gateway, DATABASE_DIRECT_URL_FILE: gateway }
  const shown = `guiche() {
    set -- "$1 $2" "\${DATABASE_URL_FILE##*/}" "\${DATABASE_DIRECT_URL-none}"
    echo "$1: $2 $3 \${DATABASE_DIRECT_URL_FILE-none}"
  }`
  const ofOwner = /\bguiche (?:data (?:export|drop|customer)|migrate --(?:plan|citus))/
  const found: string[] = []
  for (const page of ['data.md', 'scale-out.md', 'upgrade.md'])
    for (const { code } of blocksOf(readOperatingPage(page)).filter((block) =>
      ofOwner.test(block.code),
    )) {
      const here = code
        .replace(/^\S+\/guiche /gm, 'guiche ')
        .replace(/(?<=\s)(?=\/(?:var|etc)\/)|(?<==)(?=\/etc\/)/g, root)
      const { stdout } = await promisify(execFile)('sh', ['-ec', `${shown}\n${here}`], {
        env: { PATH: process.env.PATH, ...settings, DATABASE_DIRECT_URL: 'postgres:///guiche' },
      })
      found.push(...stdout.trim().split('\n'))
    }
  const commands = [
    ...['data export', 'data drop', 'data customer', 'data customer'],
    ...['migrate --citus', 'migrate --plan'],
  ]
  assert.deepEqual(
    found,
    commands.map((command) => `${command}: owner-database-url none none`),
  )
})

interface Machine {
  readonly root: string
  /** Runs the commands of the section "The gateway" of a page. */
  run(page: string): Promise<void>
  /** What a command in a shell of the machine reads, with one of the files as its address. */
  read(file: string): ReturnType<typeof readConfig>
}

function openMachine(t: TestContext): Machine {
  const root = openInstalledRoot(t)
  const folder = join(root, 'etc/guiche')
  const settingsIn = (name: string) => parseEnv(readFileSync(join(folder, name), 'utf8'))
  return {
    root,
    async run(page) {
      const code = commandsOn(root, page, 'The gateway').replace(
        / \S*deploy\//g,
        ` ${deployFolder}/`,
      )
      assert.match(code, /secrets\/database-url/, page)
      await runHere(code)
    },
    read: (file) =>
      readConfig({
        ...settingsIn('guiche.env'),
        ...settingsIn('secrets.env'),
        DATABASE_URL_FILE: join(folder, 'secrets', file),
      }),
  }
}
