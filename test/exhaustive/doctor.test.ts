import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { diskIsNearlyFull } from '../../src/cli/doctor/disk.ts'
import { newId, randomBase62, randomSecret } from '../../src/primitives/id.ts'
import { openApiPix } from '../../src/providers/api-pix/api-pix.ts'
import { destinationRefused } from '../../src/webhooks/refused-destination-store.ts'
import { issueUntil } from '../kit/dated-certificate.ts'
import {
  type Installation,
  openInstallation,
  type ShownFinding,
  serveLive,
} from '../kit/installation.ts'
import { timeLimit } from '../kit/time-limit.ts'

/** Each mistake is made in a healthy installation, and the doctor names it and nothing else. */

let here: Installation
before(async () => {
  here = await openInstallation()
})
after(() => here.close())

const findingsOf = (stdout: string): readonly ShownFinding[] =>
  (JSON.parse(stdout) as { findings: ShownFinding[] }).findings

test('a healthy installation has no finding', async () => {
  const { stdout, stderr, status } = await here.doctor()
  assert.deepEqual([findingsOf(stdout), stderr, status], [[], '', 0])
  const shown = await here.doctor({ LC_ALL: 'pt_BR.UTF-8' }, { options: [] })
  assert.match(shown.stdout, /✔ papel do PostgreSQL: pg_monitor, sem TLS/)
  assert.match(shown.stdout, /\nnada a corrigir\n$/)
})

type Settings = Readonly<Record<string, string>>

interface Plant {
  /** Makes the mistake. Returns the settings that change with it. */
  plant(t: TestContext): Settings | Promise<Settings>
  /** The findings, in the order of the checks. */
  readonly codes: readonly string[]
  readonly severity: 'error' | 'warning'
  readonly problem: RegExp
  readonly fix: RegExp
  /** The mistake is made on a full disk of its own, where the machine can mount one. */
  readonly isOnFullDisk?: true
}

/** Changes the database, and changes it back at the end of the test. */
async function alter(t: TestContext, change: string, undo: string): Promise<Settings> {
  await here.sql.unsafe(change)
  t.after(() => here.sql.unsafe(undo))
  return {}
}

/** Replaces the bank by one with other settings. */
async function useBank(t: TestContext, changed: Parameters<Installation['addBank']>[0]) {
  const { addBank, removeBanks } = here
  await removeBanks()
  await addBank(changed)
  t.after(async () => {
    await removeBanks()
    await addBank()
  })
  return {}
}

const dayMs = 24 * 3_600_000
const freshKey = () => randomSecret(32).toString('base64')
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0

const plants: Readonly<Record<string, Plant>> = {
  'a wrong master key': {
    plant: () => ({
      GUICHE_MASTER_KEYS: `1:${freshKey()},${here.env.GUICHE_MASTER_KEYS?.split(',')[1]}`,
    }),
    codes: ['master-key-differs'],
    severity: 'error',
    problem: /version 1 of GUICHE_MASTER_KEYS is not this database's/,
    fix: /use the installation's key/,
  },
  'two missing master keys': {
    plant: () => ({ GUICHE_MASTER_KEYS: `3:${freshKey()}` }),
    codes: ['master-key-missing', 'master-key-missing'],
    severity: 'error',
    problem: /version \d is missing in GUICHE_MASTER_KEYS/,
    fix: /^add it/,
  },
  'a wrong pepper': {
    plant: () => ({ GUICHE_PEPPER: randomBase62(40) }),
    codes: ['database-of-other-pepper'],
    severity: 'error',
    problem: /created with another GUICHE_PEPPER/,
    fix: /use the installation's/,
  },
  'a secret that other users can read': {
    plant() {
      const path = join(here.folder, 'pepper')
      writeFileSync(path, here.env.GUICHE_PEPPER ?? '')
      chmodSync(path, 0o644)
      return { GUICHE_PEPPER: '', GUICHE_PEPPER_FILE: path }
    },
    codes: ['secret-file-open'],
    severity: 'error',
    problem: /other users can read the file of GUICHE_PEPPER_FILE/,
    fix: /chmod 600 \S*pepper/,
  },
  'a database that does not run': {
    plant: () => ({ DATABASE_URL: 'postgres://guiche@127.0.0.1:1/guiche' }),
    codes: ['database-unreachable'],
    severity: 'error',
    problem: /no PostgreSQL responds at 127\.0\.0\.1:1/,
    fix: /start it or correct DATABASE_URL/,
  },
  'a wrong password of the database': {
    plant() {
      const url = new URL(here.database.url)
      url.password = 'errada'
      return { DATABASE_URL: url.href }
    },
    codes: ['database-refuses-login'],
    severity: 'error',
    problem: /does not accept user guiche with this password/,
    fix: /correct DATABASE_URL/,
  },
  'a database behind this version': {
    async plant(t) {
      const [last] = await here.sql<
        { name: string; checksum: string }[]
      >`delete from migrations where name = (select max(name) from migrations) returning *`
      assert(last)
      t.after(
        () =>
          here.sql`insert into migrations (name, checksum) values (${last.name}, ${last.checksum})`,
      )
      return {}
    },
    codes: ['database-behind'],
    severity: 'error',
    problem: /the database lacks 1 migrations/,
    fix: /run "guiche migrate" with the owner/,
  },
  'a role that owns the tables': {
    plant: () => ({ DATABASE_URL: here.database.url }),
    codes: ['role-owns-tables'],
    severity: 'error',
    problem: /the role guiche owns the tables/,
    fix: /run the gateway as a role that only adds/,
  },
  'a role that may change history': {
    plant: (t) =>
      alter(t, 'grant update on events to pg_monitor', 'revoke update on events from pg_monitor'),
    codes: ['role-rewrites-history'],
    severity: 'error',
    problem: /the role pg_monitor can change or delete history/,
    fix: /select restrict_to_append\('pg_monitor'\)/,
  },
  'commits that do not wait for the disk': {
    plant: (t) =>
      alter(
        t,
        `alter database ${here.name} set synchronous_commit = off`,
        `alter database ${here.name} reset synchronous_commit`,
      ),
    codes: ['commits-not-durable'],
    severity: 'error',
    problem: /synchronous_commit is off/,
    fix: /set synchronous_commit = on/,
  },
  'a log of the database with rows in it': {
    plant: (t) =>
      alter(
        t,
        `alter database ${here.name} set log_parameter_max_length_on_error = 64`,
        `alter database ${here.name} reset log_parameter_max_length_on_error`,
      ),
    codes: ['database-log-verbose'],
    severity: 'warning',
    problem: /log_parameter_max_length_on_error is not 0/,
    fix: /log_parameter_max_length_on_error = 0 into postgresql\.conf/,
  },
  'a pool larger than the database takes': {
    plant: () => ({ DATABASE_POOL_SIZE: '500' }),
    codes: ['database-connections-few'],
    severity: 'warning',
    problem: /one process may open 504 connections/,
    fix: /lower DATABASE_POOL_SIZE/,
  },
  'a clock that is wrong': {
    plant: () => ({
      NODE_OPTIONS: `--import=${join(import.meta.dirname, '../kit/wrong-clock.mjs')}`,
      WRONG_CLOCK_MS: '90000',
    }),
    codes: ['clock-skew'],
    severity: 'error',
    problem: /differ by 90 s/,
    fix: /synchronize both with NTP/,
  },
  'an operator token that ended': {
    plant: () => ({ GUICHE_ADMIN_TOKEN_UNTIL: '2020-01-01T00:00:00Z' }),
    codes: ['admin-token-ended'],
    severity: 'error',
    problem: /GUICHE_ADMIN_TOKEN has ended/,
    fix: /replace it by a new one/,
  },
  'an operator token that ends soon': {
    plant: () => ({ GUICHE_ADMIN_TOKEN_UNTIL: new Date(Date.now() + dayMs).toISOString() }),
    codes: ['admin-token-ending'],
    severity: 'warning',
    problem: /GUICHE_ADMIN_TOKEN ends at \d{4}-/,
    fix: /replace it by a new one/,
  },
  'a balancer that is not trusted': {
    plant: () => ({ GUICHE_TRUSTED_PROXIES: '' }),
    codes: ['proxies-not-trusted'],
    severity: 'warning',
    problem: /all payers share the limits of one address/,
    fix: /put the address of the balancer into GUICHE_TRUSTED_PROXIES/,
  },
  'an address of another program': {
    async plant(t) {
      const { authority, ...certified } = await issueUntil(new Date(Date.now() + dayMs))
      appendFileSync(here.authorities, `\n${authority}`)
      const other = await serveLive(certified, 'another program')
      t.after(other.close)
      return { GUICHE_BASE_URL: other.url }
    },
    codes: ['base-url-elsewhere'],
    severity: 'error',
    problem: /does not lead to this gateway: HTTP 200/,
    fix: /check the DNS, the balancer/,
  },
  'an expired certificate of our address': {
    async plant(t) {
      const { authority, ...certified } = await issueUntil(new Date(Date.now() - dayMs))
      appendFileSync(here.authorities, `\n${authority}`)
      const expired = await serveLive(certified)
      t.after(expired.close)
      return { GUICHE_BASE_URL: expired.url }
    },
    codes: ['base-url-certificate'],
    severity: 'error',
    problem: /TLS certificate of https:\S+ is not valid: CERT_HAS_EXPIRED/,
    fix: /renew the certificate at the balancer/,
  },
  'a checkout address of another program': {
    async plant(t) {
      const { authority, ...certified } = await issueUntil(new Date(Date.now() + dayMs))
      appendFileSync(here.authorities, `\n${authority}`)
      const other = await serveLive(certified, 'another program')
      t.after(other.close)
      return { GUICHE_CHECKOUT_URL: other.url }
    },
    codes: ['checkout-url-elsewhere'],
    severity: 'error',
    problem: /GUICHE_CHECKOUT_URL \(https:\S+\) does not lead to this gateway: HTTP 200/,
    fix: /check the DNS, the balancer/,
  },
  'a checkout page that no wallet can know': {
    async plant(t) {
      t.after(await here.addAcquirer())
      return {}
    },
    codes: ['checkout-without-hostname'],
    severity: 'warning',
    problem: /does not offer Device Pay: https:\/\/127\.0\.0\.1:\d+ has no public hostname/,
    fix: /set GUICHE_CHECKOUT_URL to an https address/,
  },
  'a bank that does not respond': {
    plant: (t) =>
      useBank(t, { baseUrl: 'https://127.0.0.1:1/v2', tokenUrl: 'https://127.0.0.1:1/token' }),
    codes: ['provider-unreachable'],
    severity: 'error',
    problem: /the provider Banco \w+ does not respond: .*ECONNREFUSED/,
    fix: /check the network, the firewall and the addresses/,
  },
  'a bank that rejects our credentials': {
    plant: (t) => useBank(t, { clientSecret: randomBase62(40) }),
    codes: ['provider-rejects'],
    severity: 'error',
    problem: /the provider Banco \w+ rejects our credentials/,
    fix: /correct the credentials with "guiche providers set/,
  },
  'an expired certificate for a bank': {
    async plant(t) {
      const { certificate, privateKey } = await issueUntil(new Date(Date.now() - dayMs))
      return useBank(t, { certificate, privateKey })
    },
    codes: ['certificate-expired'],
    severity: 'error',
    problem: /our certificate for the provider Banco \w+ \(mTLS\) expired at \d{4}-/,
    fix: /get a new one from the provider/,
  },
  'a bank that did not take our callback': {
    plant: (t) =>
      alter(
        t,
        'update providers set callback_registered = false',
        'update providers set callback_registered = true',
      ),
    codes: ['callback-not-taken'],
    severity: 'warning',
    problem: /did not accept the address of notices/,
    fix: /guiche providers renew-callback/,
  },
  'two providers for one contract': {
    async plant(t) {
      await useBank(t, {})
      await here.addBank()
      return {}
    },
    codes: ['contracts-shared'],
    severity: 'error',
    problem: /these providers have the same contract/,
    fix: /sell through one/,
  },
  'a postback to a private address': {
    async plant(t) {
      const [account, id] = [newId(0), newId(1)]
      await here.sql`
        insert into deliveries
          (account_id, id, event_id, object_id, sequence, url, endpoint, due_at, last_error)
        values
          (${account}, ${id}, ${newId(2)}, ${newId(3)}, 1, 'https://10.0.0.7/avisos',
            'https://10.0.0.7', now() + interval '1 hour', ${destinationRefused})`
      t.after(() => here.sql`delete from deliveries`)
      return {}
    },
    codes: ['webhooks-refused'],
    severity: 'warning',
    problem: /no notice is sent to them: https:\/\/10\.0\.0\.7/,
    fix: /OUTBOUND_ALLOWED_SUBNETS/,
  },
  'a worker that stopped': {
    plant: () => ({ WORKER_AGE: '10 minutes' }),
    codes: ['worker-idle'],
    severity: 'error',
    problem: /no worker has run for 10 minutes/,
    fix: /start "guiche serve --role worker"/,
  },
  'cashouts that are stopped': {
    plant: (t) =>
      alter(
        t,
        `insert into cashout_stops (reason) values ('a planted reason')`,
        `update cashout_stops set resumed_at = now(), resumed_by = 'test', note = 'test'
        where resumed_at is null`,
      ),
    codes: ['cashouts-stopped'],
    severity: 'error',
    problem: /all cashouts are stopped: a planted reason/,
    fix: /guiche ledger stop/,
  },
  'a restore before its sweep': {
    plant: (t) =>
      alter(
        t,
        `update database_epochs set settled_at = null, settled_by = null;
        insert into cashout_stops (reason) values ('database-restored')`,
        `update database_epochs set settled_at = now(), settled_by = 'test';
        update cashout_stops set resumed_at = now(), resumed_by = 'test', note = 'test'
        where resumed_at is null`,
      ),
    codes: ['restore-not-swept'],
    severity: 'error',
    problem: /the database was restored, and no cashout and no refund leaves/,
    fix: /guiche restore status.* and run "guiche restore sweep"/,
  },
  'a breach after a restore': {
    plant: (t) =>
      alter(
        t,
        `update database_epochs set settled_at = null, settled_by = null;
        insert into cashout_stops (reason, breaches) values ('database-restored', '[{}]')`,
        `update database_epochs set settled_at = now(), settled_by = 'test';
        update cashout_stops set resumed_at = now(), resumed_by = 'test', note = 'test'
        where resumed_at is null`,
      ),
    codes: ['restore-not-swept', 'cashouts-stopped'],
    severity: 'error',
    problem: /the database was restored|all cashouts are stopped: database-restored/,
    fix: /guiche restore sweep|guiche ledger stop/,
  },
  'no mail server': {
    plant: () => ({ SMTP_URL: '' }),
    codes: ['mail-not-configured'],
    severity: 'warning',
    problem: /no mail is sent/,
    fix: /set SMTP_URL and MAIL_FROM/,
  },
  'a disk that is nearly full': {
    plant() {
      const disk = join(here.folder, 'disk')
      mkdirSync(disk)
      return { GUICHE_HOME: disk }
    },
    codes: ['disk-nearly-full'],
    severity: 'error',
    problem: /the disk of \S+disk is nearly full: 0 MB are left/,
    fix: /free space or enlarge the disk/,
    isOnFullDisk: true,
  },
}

/** Runs its arguments with a full disk of 8 MB at $GUICHE_HOME, which only they see. */
const withFullDisk = [
  ...['unshare', '-rm', 'sh', '-c'],
  'mount -t tmpfs -o size=8m full "$GUICHE_HOME" && head -c 8000000 /dev/zero > "$GUICHE_HOME/x" && exec "$@"',
  'sh',
]

for (const [what, planted] of Object.entries(plants)) {
  const { plant, codes, severity, problem, fix, isOnFullDisk } = planted
  if (isOnFullDisk && !canMount) continue
  test(`the doctor names ${what}, with its fix`, async (t) => {
    const changed = await plant(t)
    const within = isOnFullDisk ? withFullDisk : []
    const { stdout, stderr, status } = await here.doctor(changed, { options: ['--json'], within })
    const findings = findingsOf(stdout)
    assert.deepEqual([findings.map(({ code }) => code), stderr], [codes, ''], stdout)
    for (const found of findings) {
      assert.equal(found.severity, severity)
      assert.match(found.problem, problem)
      assert.match(found.fix, fix)
    }
    assert.equal(status, severity === 'error' ? 1 : 0)
  })
}

test('people read the problem and its fix, in Portuguese', async () => {
  const { stderr, status } = await here.doctor(
    { GUICHE_TRUSTED_PROXIES: '', LC_ALL: 'pt_BR.UTF-8' },
    { options: [] },
  )
  assert.equal(status, 0)
  assert.match(stderr, /^! GUICHE_TRUSTED_PROXIES está vazio: .* \(proxies-not-trusted\)$/m)
  assert.match(stderr, /^ {2}→ ponha o endereço do balanceador em GUICHE_TRUSTED_PROXIES$/m)
})

for (const [freeGiB, totalGiB, isFull] of [
  [1, 100, true],
  [4.9, 100, true],
  [6, 100, false],
  [6, 1_000, false],
  [1, 10, false],
  [0.4, 10, true],
] as const) {
  test(`${freeGiB} of ${totalGiB} GiB free is ${isFull ? '' : 'not '}nearly full`, () => {
    const [freeBytes, totalBytes] = [freeGiB * 2 ** 30, totalGiB * 2 ** 30]
    assert.equal(diskIsNearlyFull({ freeBytes, totalBytes }), isFull)
  })
}

test('"providers check" walks one provider to its end, in both languages', async (t) => {
  await here.removeBanks()
  const id = await here.addBank()
  t.after(async () => {
    await here.removeBanks()
    await here.addBank()
  })
  const command = ['providers', 'check', `banco ${id.slice(-4)}`]
  const missing = await here.doctor({}, { command })
  assert.deepEqual(
    findingsOf(missing.stdout).map(({ code, fix }) => [code, fix]),
    [['callback-missing', `check GUICHE_BASE_URL and run "guiche providers renew-callback ${id}"`]],
  )
  assert.equal(missing.status, 1)

  const pix = openApiPix(here.settings)
  t.after(() => pix.close())
  await pix.registerCallback(here.callbackUrl(id), timeLimit())
  const passed = await here.doctor(
    { LC_ALL: 'pt_BR.UTF-8' },
    { command: ['providers', 'check', id], options: [] },
  )
  assert.deepEqual([passed.stderr, passed.status], ['', 0])
  assert.match(passed.stdout, /✔ GUICHE_BASE_URL\n✔ nosso certificado: até \d{4}-/)
  assert.match(
    passed.stdout,
    /✔ endereço dos avisos\n✔ relógio: \d s de diferença\nnada a corrigir/,
  )
  const unknown = await here.doctor({}, { command: ['providers', 'check', 'Outro'] })
  assert.match(unknown.stderr, /nenhum provedor se chama \\"Outro\\"/)
  assert.equal(unknown.status, 1)
})

test('"providers record" does not run in production', async () => {
  const command = ['providers', 'record', 'Banco', join(here.folder, 'gravado.json')]
  const { stderr, status } = await here.doctor({}, { command })
  assert.match(stderr, /"code":"not-in-production"/)
  assert.equal(status, 1)
})
