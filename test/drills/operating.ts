import assert from 'node:assert/strict'
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openAuthority } from '../../sandbox/authority.ts'
import { blocksOf } from '../kit/guide-commands.ts'
import { plainNode } from '../kit/npm-project.ts'
import { addNode } from '../kit/roots/build-image.ts'
import { copyRoot, debianRoot, installIn, keptRoot, runIn } from '../kit/roots/linux-root.ts'
import { openMachine, type Shell } from '../kit/roots/machine.ts'
import { inOwnNetwork } from '../kit/roots/own-network.ts'
import { nextMigration, packCommit } from '../kit/roots/packed-version.ts'
import { type Bank, openBank } from '../kit/roots/pix-sale.ts'
import { openShopClient, type ShopClient, type ShownSale } from '../kit/roots/shop-client.ts'
import { openSupervisor } from '../kit/roots/supervisor.ts'
import { until } from '../kit/time-limit.ts'

/*
 * npm run drill -- operating [COMMIT]: the commands of docs/operating/ as they are written, on an
 * empty Debian with Node and PostgreSQL: installation, first payment, backup, its check, a restore
 * to an instant, an upgrade from COMMIT (the one before) under 50 requests a second, and the way
 * back. A supervisor starts the units of deploy/systemd. Needs root, debootstrap and a mirror of
 * Debian.
 */

const host = 'pagamentos.exemplo.com.br'
const base = `https://${host}`
const pages = join(import.meta.dirname, '../../docs/operating')
/** The network of the drill leads to no authority that Caddy could ask for a certificate. */
const ownCertificate =
  "sed -i '/GUICHE_BASE_URL.*{$/a tls /etc/site/site.pem /etc/site/site-key.pem'"
const ratePerSecond = 50
const samplePauseMs = 500
const ports = [3000, 3001]
const services = ['guiche-migrate', 'guiche-worker', ...ports.map((port) => `guiche-api@${port}`)]
const [, , first = 'HEAD~1', insideHome = ''] = process.argv
if (first === 'inside') await drill(insideHome)
else {
  const home = await mkdtemp(join(tmpdir(), 'guiche-operating-'))
  try {
    await prepare(home, first)
    const { certificate } = await openAuthority(join(home, 'bank'))
    const network = { home, host, authority: certificate }
    process.exitCode = await inOwnNetwork(import.meta.filename, network)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** The machine before the first command: Node, PostgreSQL, and the archives of both versions. */
async function prepare(home: string, commit: string): Promise<void> {
  const machine = await keptRoot(`machine-${process.version}`, async (root) => {
    await copyRoot(await debianRoot('forky'), root)
    await addNode(root, process.execPath, resolve(dirname(plainNode()), '../lib/node_modules/npm'))
    await runIn({ root, argv: ['ln', '-s', '/usr/local/bin/node', '/usr/bin/node'] })
    await installIn(root, 'postgresql-18', 'curl')
    // The network of the drill leads nowhere: what the pages install is downloaded before.
    const later = ['--download-only', 'caddy', 'openssl', 'pgbackrest']
    await installIn(root, ...later)
  })
  const root = join(home, 'machine')
  await copyRoot(machine, root)
  await writeFile(join(root, 'etc/hosts'), `127.0.0.1 localhost ${host}\n`)
  const files = join(root, 'root')
  const archives = [
    await packCommit(commit, '1.0.0'),
    await packCommit('HEAD', '1.1.0', nextMigration),
  ]
  for (const archive of archives) await cp(archive, join(files, basename(archive)))
}

/** What the parts of the drill share. */
interface Drill {
  readonly shell: Shell
  readonly bank: Bank
  readonly figures: Record<string, string | number>
  /** Runs one part and keeps its time. */
  timed(name: string, work: () => Promise<unknown>): Promise<void>
}

async function drill(home: string): Promise<void> {
  const bank = await openBank(join(home, 'bank'))
  const root = join(home, 'machine')
  const authority = '/etc/ssl/authority.pem'
  await writeFile(join(root, authority), bank.authority)
  await writeFile(join(root, 'root/bank.json'), JSON.stringify(bank.settings))
  for (const file of Object.values(await bank.certify(host, join(root, 'etc/site'))))
    await chmod(file, 0o644)
  const machine = await openMachine(root)
  const supervisor = await openSupervisor(machine)
  const trust = { CURL_CA_BUNDLE: authority, NODE_EXTRA_CA_CERTS: authority }
  const shell = machine.openShell({ ...trust, LC_ALL: 'C.UTF-8' })
  const figures: Record<string, string | number> = {}
  const on: Drill = {
    ...{ shell, bank, figures },
    async timed(name, work) {
      const from = performance.now()
      await work()
      const seconds = Math.round((performance.now() - from) / 100) / 10
      figures[`${name}, s`] = seconds
      console.log(`${name}: ${seconds} s`)
    },
  }
  try {
    await shell.run('systemctl start postgresql@18-main')
    const shop = await install(on)
    // A part that fails does not hide the next one.
    for (const part of [backUp, restore, upgrade])
      await part(on, shop).catch((cause: Error) => {
        process.exitCode = 1
        console.error(`${part.name} failed:`, cause)
        for (const name of [...services, 'caddy'])
          console.error(`${name}:\n${supervisor.linesOf(name).slice(-5).join('\n')}`)
      })
    figures['services that ended by themselves'] = supervisor.restarts.length
    figures['timers enabled'] = supervisor.timers.size
    console.table(figures)
  } finally {
    shell.close()
    await supervisor.close().catch((cause: Error) => console.error(cause.message))
    await machine.close()
    await bank.close()
  }
}

async function install({ shell, bank, timed }: Drill): Promise<ShopClient> {
  await timed('installation until the API is ready', async () => {
    await run(shell, 'install.md', 'With systemd', (code) =>
      code.replace(/^cp \S+\/Caddyfile (\S+)$/m, `$&\n${ownCertificate} $1`),
    )
    await untilReady()
  })
  await timed('first payment', async () => {
    const printed = await run(shell, 'install.md', 'The first payment')
    const { data } = JSON.parse(printed.split('\n').at(-1) ?? '') as { data: ShownSale }
    await bank.pay(data.pix?.qrcode ?? '')
    const shop = openShopClient({ baseUrl: base, key: await shell.run('echo $key') })
    await until('it is paid', async () => (await shop.find(data.id)).status === 'PAID')
  })
  return openShopClient({ baseUrl: base, key: await shell.run('echo $key') })
}

async function backUp({ shell, timed }: Drill): Promise<void> {
  await timed('set up and first backup', () => run(shell, 'backup.md', 'Set up'))
  await untilReady()
  await timed('check of the backup', async () => {
    const report = await run(shell, 'backup.md', 'Check it every day', (code) =>
      code.includes('--restore-command') ? '' : code,
    )
    console.log(report)
    // What the timers start.
    await shell.run('systemctl start guiche-backup@diff guiche-backup-check')
  })
}

/** One payment before the instant stays, one after it comes back from the bank. */
async function restore({ shell, bank, timed }: Drill, shop: ShopClient): Promise<void> {
  const before = await payOne(bank, shop, 'before')
  await wait(1_500)
  const since = new Date().toISOString()
  const target = since.replace('T', ' ').replace('Z', '+00')
  await wait(1_500)
  const after = await payOne(bank, shop, 'after')
  await shell.run(`su postgres -c "psql -c 'select pg_switch_wal()'"`)
  await timed('restore to an instant, with the sweep', () =>
    run(shell, 'backup.md', 'Restore to an instant', (code) =>
      code.replace('2026-11-24 12:00:00+00', target).replace('2026-11-24T12:00:00Z', since),
    ),
  )
  await untilReady()
  assert.equal((await shop.find(before)).status, 'PAID')
  const isBack = async () => (await shop.find(after)).status === 'PAID'
  await until('the sweep has brought the payment after the instant back', isBack)
}

async function upgrade(on: Drill, shop: ShopClient): Promise<void> {
  const { shell, timed, figures } = on
  const load = shop.startLoad(ratePerSecond, await shop.sell('known'))
  try {
    await wait(10_000)
    await watchVersions(on, 'upgrade', () => run(shell, 'upgrade.md', 'Upgrade'))
    await wait(5_000)
    await watchVersions(on, 'rollback', () =>
      run(shell, 'upgrade.md', 'Back to the version before'),
    )
    await wait(5_000)
  } finally {
    const { requests, failed, longestMs, p99Ms } = await load.stop()
    figures['requests during both'] = requests
    figures['failed requests'] = Object.values(failed).reduce((sum, each) => sum + each, 0)
    figures['longest response, ms'] = longestMs
    figures['p99, ms'] = p99Ms
    console.table(failed)
  }
  assert.equal(figures['failed requests'], 0, 'requests failed')
  await timed('check of the books', () => shell.run('guiche ledger check'))
}

/** Runs a part and keeps how long both versions served requests beside each other. */
async function watchVersions(on: Drill, name: string, work: () => Promise<unknown>) {
  const { shell, timed, figures } = on
  const token = await shell.run('cat /etc/guiche/secrets/admin-token')
  let both = 0
  let isOver = false
  const watching = (async () => {
    for (; !isOver; await wait(samplePauseMs))
      if (new Set(await versionsNow(token)).size === 2) both += 1
  })()
  await timed(name, work).finally(() => {
    isOver = true
  })
  await watching
  figures[`${name}: both versions serve, s`] = (both * samplePauseMs) / 1000
  figures[`${name}: version after it`] = (await versionsNow(token)).join(', ')
}

/** The version of each API process that responds. */
async function versionsNow(token: string): Promise<string[]> {
  const versions = ports.map(async (port) => {
    const headers = { authorization: `Bearer ${token}` }
    const signal = AbortSignal.timeout(5_000)
    const text = await fetch(`http://127.0.0.1:${port}/metrics`, { headers, signal }).then(
      (response) => response.text(),
      () => '',
    )
    return /^guiche_build_info\{.*version="([^"]*)"/m.exec(text)?.[1] ?? []
  })
  return (await Promise.all(versions)).flat()
}

async function payOne(bank: Bank, shop: ShopClient, name: string): Promise<string> {
  const { id, pix } = await shop.sell(name)
  await bank.pay(pix?.qrcode ?? '')
  await until(`${name} is paid`, async () => (await shop.find(id)).status === 'PAID')
  return id
}

/** Ready as Caddy sees it. */
function untilReady(): Promise<void> {
  return until('the API is ready', () =>
    fetch(`${base}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
}

/** Runs the blocks of one section of a page as they are, and returns what they print. */
async function run(
  shell: Shell,
  page: string,
  section: string,
  change: (code: string) => string = (code) => code,
): Promise<string> {
  const text = await readFile(join(pages, page), 'utf8')
  const part = text.split(/^## /m).find((each) => each.startsWith(`${section}\n`))
  assert.ok(part, `${page} has no section ${section}`)
  const printed: string[] = []
  for (const { code } of blocksOf(part)) {
    // It exits with 1 while money waits for the sweep.
    const reports = code.replace(/^guiche restore status$/gm, '$& || test $? = 1')
    printed.push(await shell.run(change(reports)))
  }
  return printed.join('\n')
}
