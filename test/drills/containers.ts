import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFile,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { openAuthority } from '../../sandbox/authority.ts'
import { composeLoader } from '../kit/compose-module.ts'
import { deployFolder } from '../kit/deployed.ts'
import { blocksOf } from '../kit/guide-commands.ts'
import { plainNode } from '../kit/npm-project.ts'
import { addNode, buildImage, type Image } from '../kit/roots/build-image.ts'
import { caddyfileWith } from '../kit/roots/caddy.ts'
import {
  type ComposeFile,
  type ComposePlace,
  readCompose,
  serviceProcess,
} from '../kit/roots/compose-service.ts'
import {
  copyRoot,
  debianRoot,
  debianWith,
  installIn,
  keptRoot,
  type RootProcess,
  runIn,
} from '../kit/roots/linux-root.ts'
import { inOwnNetwork } from '../kit/roots/own-network.ts'
import { type Added, nextMigration, writeCommit } from '../kit/roots/packed-version.ts'
import { type Bank, firstSale, openBank } from '../kit/roots/pix-sale.ts'
import { openServices, type Services } from '../kit/roots/services.ts'
import { openShopClient, type ShopClient } from '../kit/roots/shop-client.ts'
import { until } from '../kit/time-limit.ts'

/*
 * npm run drill -- containers [COMMIT]: every step of the Containerfiles in roots of Debian,
 * without a container engine, and the services of deploy/compose.yaml in what they leave behind:
 * PostgreSQL with its archive, the migrations, both APIs, a worker and Caddy, with a first payment.
 * Then the upgrade of the page from COMMIT (the one before) under 50 requests a second, and the way
 * back. Needs root, debootstrap and a mirror of Debian.
 */

const root = join(import.meta.dirname, '../..')
const page = join(root, 'docs/operating/containers.md')
const host = 'pagamentos.exemplo.com.br'
/** The gateway is there twice: the version of COMMIT, and the next one with its migration. */
const roles = ['before', 'gateway', 'postgres', 'caddy'] as const
const ratePerSecond = 50
/** Each container has addresses of its own. Here all services share one, so they have own ports. */
const ownPorts = {
  'guiche-api-1': { PORT: '3000', GUICHE_STATUS_PORT: '9400' },
  'guiche-api-2': { PORT: '3001', GUICHE_STATUS_PORT: '9401' },
  'guiche-worker-1': { GUICHE_STATUS_PORT: '9402' },
}
type GatewayName = keyof typeof ownPorts
const gateways = Object.keys(ownPorts) as readonly GatewayName[]
const yesOrNo = [() => true, () => false] as const
type Images = Readonly<Record<(typeof roles)[number], Image>>

const [, , first = 'HEAD~1', insideHome = ''] = process.argv
if (first === 'inside') await runServices(insideHome)
else {
  const home = await mkdtemp(join(tmpdir(), 'guiche-containers-'))
  try {
    await loadCompose(home)
    const images = await buildImages(home, first)
    await writeFile(join(home, 'images.json'), JSON.stringify(images))
    const { certificate } = await openAuthority(join(home, 'bank'))
    const network = { home, host, authority: certificate }
    process.exitCode = await inOwnNetwork(import.meta.filename, network)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** The loader of Compose reads the file, and checks every reference between its parts. */
async function loadCompose(home: string): Promise<void> {
  const folder = join(home, 'compose')
  await mkdir(folder)
  const written = await readFile(join(deployFolder, 'compose.yaml'), 'utf8')
  await writeFile(join(folder, 'compose.yaml'), written.replace(/\$\{\w+[^}]*\}/g, folder))
  await writeFile(join(folder, 'guiche.env'), `GUICHE_BASE_URL=https://${host}\n`)
  const loader = await composeLoader(join(root, 'node_modules/.cache/compose-go'))
  const { stdout } = await promisify(execFile)(loader, ['compose.yaml'], { cwd: folder })
  const { services } = parse(stdout) as Pick<ComposeFile, 'services'>
  console.log(`compose: ${Object.keys(services).join(', ')}`)
}

/** The images of the two Containerfiles, and Debian's Caddy for the third. */
async function buildImages(home: string, commit: string): Promise<Images> {
  const node = await keptRoot(`node-${process.version}`, async (root) => {
    await copyRoot(await debianRoot('trixie'), root)
    await addNode(root, process.execPath, npmFolder())
  })
  const database = await keptRoot('postgres', makePostgres)
  const front = join(home, 'caddy')
  await copyRoot(await debianWith('forky', 'caddy'), front)

  const compose = readCompose().services
  const build = async (service: string, base: string, from: Sources): Promise<Image> => {
    const { context, dockerfile, args } = compose[service]?.build ?? assert.fail(service)
    const folder = resolve(from.deploy, context)
    const names = Object.fromEntries(Object.keys(args).map((name) => [name, base]))
    return buildImage({
      ...{ containerfile: join(folder, dockerfile), context: folder, args: names },
      ...{ bases: { [base]: from.root }, into: join(home, `${from.name}-stages`) },
      caches: { '/root/.npm': await npmCache() },
      report: (line) => console.log(`${from.name}: ${line}`),
    })
  }
  const gateway = async (name: string, of: { commit: string; version: string; added?: Added }) => {
    const folder = join(home, `${name}-sources`)
    await writeCommit(of.commit, { ...of, folder })
    const sources = { name, deploy: join(folder, 'deploy'), root: node }
    return build('guiche-api-1', 'node:26-trixie-slim', sources)
  }
  const databaseSources = { name: 'postgres', deploy: deployFolder, root: database }
  const next = { commit: 'HEAD', version: '1.1.0', added: nextMigration }
  return {
    before: await gateway('before', { commit, version: '1.0.0' }),
    gateway: await gateway('gateway', next),
    postgres: withPath(await build('postgres', 'postgres:18-trixie', databaseSources)),
    caddy: {
      // The environment of the image of Caddy.
      ...{ env: { XDG_CONFIG_HOME: '/config', XDG_DATA_HOME: '/data' } },
      ...{ root: front, user: '0:0', folder: '/', entrypoint: [], healthCheck: [] },
      command: ['caddy', 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile'],
      ...{ ports: [80, 443], stopSignal: 'SIGTERM' },
    },
  }
}

interface Sources {
  readonly name: string
  /** The folder of compose.yaml. */
  readonly deploy: string
  /** The root of the base image. */
  readonly root: string
}

/** Debian's PostgreSQL 18, with the user of the image of PostgreSQL and no cluster. */
async function makePostgres(root: string): Promise<void> {
  await copyRoot(await debianRoot('forky'), root)
  await runIn({ root, argv: ['groupadd', '--system', '--gid', '999', 'postgres'] })
  const user = ['--system', '--uid', '999', '--gid', '999', '--home-dir', '/var/lib/postgresql']
  await runIn({ root, argv: ['useradd', ...user, 'postgres'] })
  await installIn(root, 'postgresql-common')
  const settings = join(root, 'etc/postgresql-common/createcluster.conf')
  await writeFile(settings, 'create_main_cluster = false\n')
  await installIn(root, 'postgresql-18')
}

/** The image of PostgreSQL has its programs in its path. */
function withPath(image: Image): Image {
  const path = '/usr/lib/postgresql/18/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  return { ...image, env: { ...image.env, PATH: path } }
}

/** The npm of the Node of this machine. */
function npmFolder(): string {
  return resolve(dirname(plainNode()), '../lib/node_modules/npm')
}

/** The folder in which npm keeps what it has downloaded. */
async function npmCache(): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'cache'])
  return stdout.trim()
}

async function runServices(home: string): Promise<void> {
  const images = JSON.parse(await readFile(join(home, 'images.json'), 'utf8')) as Images
  const folder = join(home, 'guiche-production')
  const place = { folder, volumes: join(home, 'volumes') }
  const services = openServices()
  const bank = await openBank(join(home, 'bank'))
  try {
    await prepareFolder(images.before, folder)
    const database = serviceProcess('postgres', images.postgres, place)
    await prepareDatabase(images.postgres, database, place)
    const inDatabase = (...argv: string[]) => ({ ...database, argv })
    services.start('postgres', database)
    const isReady = () => runIn(inDatabase('pg_isready', '--quiet')).then(...yesOrNo)
    await until('PostgreSQL is ready', isReady)
    const sql = await readFile(join(folder, 'secrets/create-database.sql'), 'utf8')
    await runIn(inDatabase('psql', '--set', 'ON_ERROR_STOP=1', 'postgres'), sql)
    for (const command of ['stanza-create', 'check', '--type=full backup'])
      await runIn(inDatabase('pgbackrest', '--stanza=guiche', ...command.split(' ')))
    const info = await runIn(inDatabase('pgbackrest', '--stanza=guiche', '--output=json', 'info'))
    const [stanza] = JSON.parse(info) as { backup: unknown[]; status: { message: string } }[]
    console.log(`pgbackrest: ${stanza?.status.message}, ${stanza?.backup.length} backup`)

    const site: Site = { home, place, bank, services }
    await migrate(site, images.before)
    for (const name of gateways) await startGateway(site, name, images.before)
    await startCaddy(images.caddy, site)

    const api = gatewayProcess('guiche-api-1', images.before, place)
    const key = await openShop(api, bank, home)
    const shop = openShopClient({ baseUrl: `https://${host}`, key })
    const seconds = await firstSale(bank, shop)
    console.log(`a payment was paid, and known after ${seconds} s`)
    await upgrade(site, images, shop)
  } finally {
    await services.stopAll()
    await bank.close()
  }
  console.log('every step ran, and every service did its work')
}

/** The upgrade and the way back, by the commands of the page, under load. */
async function upgrade(site: Site, images: Images, shop: ShopClient): Promise<void> {
  const [forth, back] = blocksOf(await readFile(page, 'utf8')).filter(({ code }) =>
    code.includes('--no-deps'),
  )
  const load = shop.startLoad(ratePerSecond, await shop.sell('known'))
  try {
    await wait(10_000)
    await runCompose(site, images.gateway, forth?.code ?? '')
    assert.deepEqual(new Set(await versionsNow(site)), new Set(['1.1.0']))
    await wait(5_000)
    await runCompose(site, images.before, back?.code ?? '')
    assert.deepEqual(new Set(await versionsNow(site)), new Set(['1.0.0']))
    await wait(5_000)
  } finally {
    const { failed, ...figures } = await load.stop()
    const sum = Object.values(failed).reduce((sum, each) => sum + each, 0)
    console.table({ ...figures, failed: sum })
    if (sum > 0) console.table(failed)
    assert.equal(sum, 0, 'requests failed')
  }
}

/** Does what Compose does for each command, with an image that was built before. */
async function runCompose(site: Site, image: Image, commands: string): Promise<void> {
  for (const command of commands.trim().split('\n')) {
    const startedAt = performance.now()
    const [, name = ''] = /^guiche-compose up --detach --wait --no-deps (\S+)$/.exec(command) ?? []
    if (name) {
      console.log(`${name}: ended ${await site.services.stop(name)}`)
      await startGateway(site, name as GatewayName, image)
    } else if (command === 'guiche-compose run --rm migrate') await migrate(site, image)
    else assert.equal(command, 'guiche-compose build')
    console.log(`${command}: ${Math.round(performance.now() - startedAt)} ms`)
  }
}

/** The version of each process of the gateway. */
async function versionsNow({ place }: Site): Promise<string[]> {
  const token = (await readFile(join(place.folder, 'secrets/admin-token'), 'utf8')).trim()
  const headers = { authorization: `Bearer ${token}` }
  const versions = gateways.map(async (name) => {
    const url = `http://127.0.0.1:${ownPorts[name].GUICHE_STATUS_PORT}/metrics`
    const text = await (await fetch(url, { headers })).text()
    return /^guiche_build_info\{.*version="([^"]*)"/m.exec(text)?.[1] ?? assert.fail(text)
  })
  return Promise.all(versions)
}

async function migrate({ place }: Site, image: Image): Promise<void> {
  const printed = await runIn(serviceProcess('migrate', image, place))
  console.log(`migrate: ${printed.trim().split('\n').length} lines`)
}

function gatewayProcess(name: GatewayName, image: Image, place: ComposePlace): RootProcess {
  const service = serviceProcess(name, image, place)
  return { ...service, env: { ...service.env, ...ownPorts[name] } }
}

async function startGateway(site: Site, name: GatewayName, image: Image): Promise<void> {
  const process_ = gatewayProcess(name, image, site.place)
  site.services.start(name, process_)
  await checkHealth(image, name, process_)
}

/** The settings and secrets of docs/operating/containers.md, by its own commands. */
async function prepareFolder(gateway: Image, folder: string): Promise<void> {
  await mkdir(folder)
  await symlink(deployFolder, join(dirname(folder), 'deploy'))
  const init = ['guiche', 'init', 'production', '/guiche-production']
  const options = ['--base-url', `https://${host}`, '--database-host', '/var/run/postgresql']
  const mounts = { '/guiche-production': folder }
  await runIn({ root: gateway.root, argv: [...init, ...options], mounts })
  const [files] = blocksOf(await readFile(page, 'utf8')).filter(({ code }) => /^chown/m.test(code))
  await runCommands(files?.code ?? '', dirname(folder))
}

/** What the entrypoint of the image of PostgreSQL does at its first start. */
async function prepareDatabase(image: Image, database: RootProcess, place: ComposePlace) {
  for (const name of ['postgres-data', 'postgres-socket', 'backups', 'backup-spool', 'backup-log'])
    await chown(join(place.volumes, name), 999, 999)
  const data = image.env.PGDATA ?? ''
  // Its own file of logins is not used: see deploy/postgres/postgresql.conf.
  const options = ['--username=postgres', '--auth=reject', '--locale=C.UTF-8']
  await runIn({ ...database, argv: ['initdb', '-D', data, ...options] })
}

/** The check of the image and that of compose.yaml. */
async function checkHealth(image: Image, name: GatewayName, process_: RootProcess): Promise<void> {
  const ready = readCompose().services[name]?.healthcheck?.test?.slice(1) ?? []
  for (const check of [image.healthCheck, ready]) {
    assert.equal(check[0], 'node')
    const port = ownPorts[name].GUICHE_STATUS_PORT
    const argv = check.map((word) => word.replace(':9400/', `:${port}/`))
    const isHealthy = () => runIn({ ...process_, argv }).then(...yesOrNo)
    await until(`${name} is healthy: ${argv.join(' ')}`, isHealthy)
  }
  console.log(`${name}: both health checks pass`)
}

async function startCaddy(image: Image, at: Site): Promise<void> {
  await appendFile(join(image.root, 'etc/hosts'), '\n127.0.0.1 guiche-api-1 guiche-api-2\n')
  const files = join(at.home, 'site')
  await at.bank.certify(host, files)
  const file = join(at.home, 'Caddyfile')
  await writeFile(file, await caddyfileWith('/etc/site/site.pem', '/etc/site/site-key.pem'))
  const caddy = serviceProcess('caddy', image, at.place)
  const upstreams = (['guiche-api-1', 'guiche-api-2'] as const).map(
    (name) => `${name}:${ownPorts[name].PORT}`,
  )
  const env = { ...caddy.env, GUICHE_UPSTREAMS: upstreams.join(' ') }
  const mounts = { ...caddy.mounts, '/etc/caddy/Caddyfile': file, '/etc/site': files }
  at.services.start('caddy', { ...caddy, env, mounts })
}

interface Site {
  readonly home: string
  readonly place: ComposePlace
  readonly bank: Bank
  readonly services: Services
}

/** The first steps of docs/guides/production.md. Returns a secret key. */
async function openShop(api: RootProcess, bank: Bank, home: string): Promise<string> {
  const file = join(home, 'bank.json')
  await writeFile(file, JSON.stringify(bank.settings))
  const mounts = { ...api.mounts, '/tmp-bank.json': file }
  const guiche = async (...argv: string[]) => {
    const command = ['guiche', ...argv, '--json']
    return JSON.parse(await runIn({ ...api, mounts, argv: command })) as Record<string, string>
  }
  const provider = await guiche('providers', 'add', 'api-pix', 'Banco', '/tmp-bank.json')
  assert.equal(provider.callbackRegistered, true)
  const shop = ['--name', 'Loja', '--document', '11222333000181']
  const account = await guiche('accounts', 'create', ...shop)
  const choices = {
    ...{ providers: { pix: provider.id }, methods: { PIX: true } },
    prices: { PIX: { fixed: 0, basisPoints: 99 } },
  }
  await guiche('accounts', 'set', account.id ?? '', JSON.stringify(choices))
  const named = ['--kind', 'secret', '--name', 'loja']
  const { key } = await guiche('keys', 'create', account.id ?? '', ...named)
  return key ?? ''
}

/** Runs commands of a page on this machine, in a folder. */
async function runCommands(commands: string, folder: string): Promise<void> {
  const child = spawn('sh', ['-ec', commands], { cwd: folder, stdio: 'inherit' })
  const [status] = await once(child, 'exit')
  assert.equal(status, 0, commands)
}
