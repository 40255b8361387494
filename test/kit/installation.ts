import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Value } from 'typebox/value'
import type { Certified } from '../../sandbox/authority.ts'
import { startCielo } from '../../sandbox/cielo/start-cielo.ts'
import { openWorld } from '../../sandbox/open-world.ts'
import { startPix } from '../../sandbox/pix/start-pix.ts'
import { startWallet } from '../../sandbox/wallet/start-wallet.ts'
import { digestOfCallback } from '../../src/accounts/add-provider.ts'
import { readConfig } from '../../src/config.ts'
import { claimDatabase } from '../../src/db/claim-database.ts'
import { systemClock } from '../../src/primitives/clock.ts'
import { newId, randomBase62, randomSecret } from '../../src/primitives/id.ts'
import { openVault } from '../../src/primitives/vault.ts'
import { type ApiPixSettings, apiPixSettings } from '../../src/providers/api-pix/settings.ts'
import { insertProvider, keepRegistration } from '../../src/providers/provider-store.ts'
import { providerPlace } from '../../src/providers/registry.ts'
import { byTcp, openTestDatabase } from './database.ts'
import { issueUntil } from './dated-certificate.ts'
import { programEnv } from './guiche-process.ts'
import { program } from './program.ts'

/** A finding as `guiche doctor --json` writes it. */
export interface ShownFinding {
  readonly code: string
  readonly severity: string
  readonly problem: string
  readonly fix: string
}

/**
 * A healthy installation in production: a restricted role on its own database, a simulated bank
 * with its credentials, an address with TLS, and a worker that has just run.
 */
export async function openInstallation() {
  const database = await openTestDatabase()
  const { sql } = database
  const folder = mkdtempSync(join(tmpdir(), 'guiche-installation-'))
  const world = openWorld({ home: folder, now: systemClock().now })
  const bank = await startPix(world, { host: '127.0.0.1', port: 0 })
  const settings = Value.Parse(apiPixSettings, {
    ...bank.credentials,
    // With the usual interval of the polls. The one of the simulated bank is a few seconds.
    infractions: { contract: 'efi', documents: true },
  })
  const sound = await issueUntil(new Date(Date.now() + 365 * 24 * 3_600_000))
  const authorities = join(folder, 'authorities.pem')
  writeFileSync(authorities, sound.authority)
  const front = await serveLive(sound)
  const restricted = byTcp(database.url)
  restricted.searchParams.set('options', '-c role=pg_monitor') // Every server has this role.
  const name = restricted.pathname.slice(1)
  await sql.unsafe(`select restrict_to_append('pg_monitor')`)

  const env: Readonly<Record<string, string>> = {
    ...programEnv,
    LC_ALL: 'en_US.UTF-8',
    NODE_EXTRA_CA_CERTS: authorities,
    GUICHE_MODE: 'production',
    GUICHE_HOME: folder,
    GUICHE_BASE_URL: front.url,
    GUICHE_TRUSTED_PROXIES: '127.0.0.1',
    DATABASE_URL: restricted.href,
    GUICHE_MASTER_KEYS: [1, 2]
      .map((version) => `${version}:${randomSecret(32).toString('base64')}`)
      .join(','),
    GUICHE_PEPPER: randomBase62(40),
    GUICHE_ADMIN_TOKEN: randomBase62(40),
    SMTP_URL: 'smtps://mail.example.com.br:465',
    MAIL_FROM: 'Loja <nao-responda@example.com.br>',
  }
  const config = readConfig(env)
  await claimDatabase(database.url, config)

  /** The secret in the callback address of each provider. */
  const callbackSecrets = new Map<string, string>()

  async function addProvider(kind: string, noun: string, entered: object): Promise<string> {
    const id = newId(Date.now())
    const vault = openVault(config.secrets)
    const secret = randomBase62(40)
    callbackSecrets.set(id, secret)
    const sealed = vault.seal(JSON.stringify(entered), providerPlace(id))
    const row = { id, kind, name: `${noun} ${id.slice(-4)}`, sealed }
    await insertProvider(sql, { ...row, callbackDigest: digestOfCallback(vault, secret) })
    return id
  }

  /** Adds a PIX bank with these settings. */
  async function addBank(changed: Partial<ApiPixSettings> = {}): Promise<string> {
    const id = await addProvider('api-pix', 'Banco', { ...settings, ...changed })
    await keepRegistration(sql, id, true)
    return id
  }
  await addBank()

  /** Adds an acquirer with Device Pay. Returns how to end it. */
  async function addAcquirer(): Promise<() => Promise<void>> {
    const at = { host: '127.0.0.1', port: 0 }
    const wallet = await startWallet(world, at)
    const cielo = await startCielo(world, { ...at, wallet })
    const id = await addProvider('cielo', 'Adquirente', cielo.credentials)
    return async () => {
      await sql`delete from provider_calls where provider_id = ${id}`
      await sql`delete from provider_signs where provider_id = ${id}`
      await sql`delete from providers where id = ${id}`
      await cielo.stop()
      await wallet.stop()
    }
  }

  /** Removes all banks that were added, and what was recorded of their calls. */
  async function removeBanks(): Promise<void> {
    await sql`delete from provider_calls`
    await sql`delete from provider_signs`
    await sql`delete from providers`
  }

  return {
    ...{ database, sql, name, env, folder, front, authorities, settings },
    callbackUrl: (id: string) => `${front.url}/callbacks/${callbackSecrets.get(id)}`,
    ...{ addBank, removeBanks, addAcquirer },
    /** Runs the doctor with these settings changed. An undefined one is left out. */
    async doctor(
      changed: Readonly<Record<string, string | undefined>> = {},
      { command: asked = ['doctor'], options = ['--json'], within = [] }: DoctorOptions = {},
    ) {
      await sql`delete from ledger_samples`
      await sql`
        insert into ledger_samples (claimed_at, sampled_at, breaches)
        values (now(), now() - ${changed.WORKER_AGE ?? '0'}::interval, 0)`
      const [command = '', ...args] = [...within, process.execPath, program, ...asked, ...options]
      const child = spawn(command, args, {
        env: { ...env, ...changed },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [stdout, stderr, [status]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ])
      return { stdout, stderr, status: status as number }
    },
    async close() {
      front.close()
      await bank.stop()
      world.db.close()
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export type Installation = Awaited<ReturnType<typeof openInstallation>>

interface DoctorOptions {
  /** Another command that examines the installation. */
  readonly command?: readonly string[]
  readonly options?: readonly string[]
  /** The command that runs it, such as one that makes a disk of its own. */
  readonly within?: readonly string[]
}

/** Responds as a live gateway over TLS. */
export async function serveLive({ certificate, privateKey }: Certified, body = live) {
  const server = createServer({ cert: certificate, key: privateKey }, (_request, response) =>
    response.end(body),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `https://127.0.0.1:${port}`, close: () => server.close() }
}

const live = '{"data":{"live":true}}'
