import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fastify from 'fastify'
import { unwrapSecrets } from './config/custody/unwrap-secrets.ts'
import { productionSettings, sandboxSettings } from './config/settings.ts'
import { ConfigError, readConfig } from './config.ts'
import { randomSecret } from './primitives/id.ts'

const directory = mkdtempSync(join(tmpdir(), 'guiche-config-'))
after(() => rmSync(directory, { recursive: true }))

const random = (bytes = 36) => randomSecret(bytes).toString('base64')
const production = {
  GUICHE_MODE: 'production',
  GUICHE_BASE_URL: 'https://pagamentos.loja.com.br/',
  DATABASE_URL: 'postgres://guiche@banco.interno/guiche?sslmode=verify-full',
  GUICHE_MASTER_KEYS: `1:${random(32)}`,
  GUICHE_PEPPER: random(),
  GUICHE_ADMIN_TOKEN: random(),
}

test('an empty environment is a sandbox on port 3000 whose secrets survive a restart', () => {
  const env = { GUICHE_HOME: join(directory, 'home') }
  const first = readConfig(env)
  assert.equal(first.mode, 'sandbox')
  assert.equal(first.port, 3000)
  assert.equal(first.adjustableClock, true)
  assert.deepEqual(readConfig(env).secrets, first.secrets)
  assert.equal(statSync(join(directory, 'home', 'secrets.json')).mode & 0o777, 0o600)
})

test('requests of accounts are logged unless that is switched off', () => {
  assert.equal(readConfig(production).logsRequests, true)
  assert.equal(readConfig({ ...production, GUICHE_REQUEST_LOG: 'off' }).logsRequests, false)
  assert.throws(() => readConfig({ ...production, GUICHE_REQUEST_LOG: 'no' }), /GUICHE_REQUEST_LOG/)
})

test('production needs strong secrets, no adjustable clock and no private destinations', () => {
  const config = readConfig(production)
  assert.equal(config.adjustableClock, false)
  assert.equal(config.baseUrl, 'https://pagamentos.loja.com.br')
  assert.deepEqual(config.outbound, {
    allowHttp: false,
    extraPorts: [],
    allowedSubnets: [],
    deniedSubnets: [],
  })
})

for (const [what, change, says] of [
  ['a missing pepper', { GUICHE_PEPPER: undefined }, /GUICHE_PEPPER is missing/],
  [
    'peppers in both settings',
    { GUICHE_PEPPERS: `1:${random()}` },
    /GUICHE_PEPPERS and GUICHE_PEPPER are both set/,
  ],
  [
    'a list of peppers without versions',
    { GUICHE_PEPPER: undefined, GUICHE_PEPPERS: random() },
    /VERSION:TEXT/,
  ],
  [
    'a version of the pepper twice',
    { GUICHE_PEPPER: undefined, GUICHE_PEPPERS: `1:${random()},1:${random()}` },
    /VERSION:TEXT/,
  ],
  [
    'a short pepper in the list',
    { GUICHE_PEPPER: undefined, GUICHE_PEPPERS: `1:${random()},2:abc` },
    /GUICHE_PEPPERS is too short/,
  ],
  [
    'a version of the pepper that is not there',
    { GUICHE_PEPPER_VERSION: '2' },
    /GUICHE_PEPPER_VERSION must be one of 1/,
  ],
  ['a short pepper', { GUICHE_PEPPER: 'abc123' }, /too short/],
  ['a sample admin token', { GUICHE_ADMIN_TOKEN: `change-me-${random()}` }, /sample/],
  ['one letter many times', { GUICHE_PEPPER: 'a'.repeat(48) }, /sample/],
  ['a short master key', { GUICHE_MASTER_KEYS: `1:${random(16)}` }, /32 random bytes/],
  [
    'a master key of zeros',
    { GUICHE_MASTER_KEYS: `1:${Buffer.alloc(32).toString('base64')}` },
    /not random/,
  ],
  ['plain http', { GUICHE_BASE_URL: 'http://loja.com.br' }, /https/],
  ['no address of its own', { GUICHE_BASE_URL: undefined }, /GUICHE_BASE_URL/],
  ['private destinations without a subnet', { OUTBOUND_ALLOWED_SUBNETS: '0.0.0.0/0' }, /subnets/],
  ...[
    '0.0.0.0/1',
    '127.0.0.0/8',
    '127.0.0.5/32',
    '169.254.169.254/32',
    '::/1',
    '::1/128',
    '::ffff:127.0.0.1/128',
  ].map(
    (subnet) =>
      [
        `the destinations of ${subnet}`,
        { OUTBOUND_ALLOWED_SUBNETS: `10.0.0.0/8,${subnet}` },
        /metadata of the cloud/,
      ] as const,
  ),
  ['a port that is none', { PORT: '70000' }, /PORT/],
  [
    'hostnames of its own',
    { DEVICE_PAY_HOSTS: 'loja.com.br=127.0.0.1:443' },
    /DEVICE_PAY_HOSTS is for the sandbox/,
  ],
  ['an embedded database', { DATABASE_URL: undefined }, /DATABASE_URL is missing/],
  ['an authority of its own', { DEVICE_PAY_CA: 'x' }, /DEVICE_PAY_CA is for the sandbox/],
] as const) {
  test(`production refuses to start with ${what}`, () => {
    assert.throws(
      () => readConfig({ ...production, ...change }),
      (error) => error instanceof ConfigError && says.test(error.message),
    )
  })
}

test('production takes private subnets that an operator names', () => {
  const named = '10.20.0.0/16,192.168.0.0/16,fd00::/8'
  const { outbound } = readConfig({ ...production, OUTBOUND_ALLOWED_SUBNETS: named })
  assert.deepEqual(outbound.allowedSubnets, named.split(','))
})

test('a secret file that others can read is rejected until its mode is corrected', () => {
  const path = join(directory, 'pepper')
  const pepper = random()
  writeFileSync(path, `${pepper}\n`)
  const env = { ...production, GUICHE_PEPPER: undefined, GUICHE_PEPPER_FILE: path }
  for (const mode of [0o644, 0o640, 0o620]) {
    chmodSync(path, mode)
    assert.throws(() => readConfig(env), /chmod 600/)
  }
  chmodSync(path, 0o600)
  assert.equal(readConfig(env).secrets.peppers.get(1)?.toString(), pepper)
})

const remote = 'postgres://app:x@db.loja.com.br/guiche'
for (const [query, isAccepted] of [
  ['', false],
  ['?sslmode=disable', false],
  ['?sslmode=require', false],
  ['?sslmode=no-verify', false],
  ['?sslmode=verify-ca', false],
  ['?sslmode=verify-full', true],
  ['?sslmode=verify-full&sslrootcert=/etc/guiche/ca.pem', true],
  ['?sslmode=verify-ca&sslrootcert=/etc/guiche/ca.pem', true],
  ['?sslmode=verify-full&sslmode=disable', false],
  ['?sslmode=verify-full&ssl=0', false],
] as const) {
  test(`production ${isAccepted ? 'accepts' : 'rejects'} a remote database with "${query}"`, () => {
    const read = () => readConfig({ ...production, DATABASE_URL: `${remote}${query}` })
    if (isAccepted) assert.equal(read().databaseUrl, `${remote}${query}`)
    else
      assert.throws(
        read,
        (error) => error instanceof ConfigError && error.problem === 'database-without-tls',
      )
  })
}

test('the direct address beside a pooler follows the same rules', () => {
  const read = (direct: string) =>
    readConfig({
      ...production,
      DATABASE_URL: `${remote}?sslmode=verify-full`,
      DATABASE_DIRECT_URL: direct,
    })
  const direct = 'postgres://app:x@banco.loja.com.br/guiche?sslmode=verify-full'
  assert.equal(read(direct).databaseDirectUrl, direct)
  assert.throws(() => read(remote), /put sslmode=verify-full into DATABASE_DIRECT_URL/)
  assert.throws(() => read('banco.loja.com.br'), /DATABASE_DIRECT_URL must be an address/)
  assert.throws(
    () => readConfig({ GUICHE_HOME: directory, DATABASE_DIRECT_URL: 'postgres:///guiche' }),
    (error) => error instanceof ConfigError && error.problem === 'database-pooler-missing',
  )
})

for (const parameter of [
  'statement_timeout=0',
  'lock_timeout=0',
  'idle_in_transaction_session_timeout=0',
  'query_timeout=100',
]) {
  test(`an address of the database may not set ${parameter}`, () => {
    const [name = ''] = parameter.split('=')
    const rejected = (env: Record<string, string>) =>
      assert.throws(
        () => readConfig({ GUICHE_HOME: directory, ...env }),
        (error) =>
          error instanceof ConfigError &&
          error.problem === 'database-url-parameter' &&
          error.sentence.en.includes(name),
      )
    const url = 'postgres:///guiche?host=/run/postgresql'
    rejected({ DATABASE_URL: `${url}&${parameter}` })
    rejected({ DATABASE_URL: url, DATABASE_DIRECT_URL: `${url}&${parameter}` })
    rejected({ DATABASE_URL: `postgres://a@localhost,localhost:5433/guiche?${parameter}` })
  })
}

test('the operator has a token with an end, and a previous one', () => {
  const [until, previousUntil] = ['2027-01-31T00:00:00-03:00', '2026-12-01T12:00:00Z']
  const previous = random()
  const { secrets } = readConfig({
    ...production,
    GUICHE_ADMIN_TOKEN_UNTIL: until,
    GUICHE_ADMIN_TOKEN_PREVIOUS: previous,
    GUICHE_ADMIN_TOKEN_PREVIOUS_UNTIL: previousUntil,
  })
  assert.deepEqual(secrets.adminTokenUntil, new Date(until))
  assert.deepEqual(secrets.previousAdminToken, { token: previous, until: new Date(previousUntil) })
})

test('the sandbox reads the address and port of each hostname', () => {
  const hosts = (text: string) =>
    readConfig({ GUICHE_HOME: directory, DEVICE_PAY_HOSTS: text }).devicePay.hosts
  const place = { address: '127.0.0.1', port: 8443 }
  assert.deepEqual(hosts('loja.localhost=127.0.0.1:8443'), new Map([['loja.localhost', place]]))
  assert.equal(hosts('').size, 0)
  for (const bad of [
    'loja.localhost',
    'loja.localhost=127.0.0.1',
    'loja.localhost=shop:80',
    'a.b=127.0.0.1:99999',
  ]) {
    assert.throws(() => hosts(bad), /DEVICE_PAY_HOSTS is a list/)
  }
})

for (const url of [
  'postgres://guiche@localhost:5432/guiche',
  'postgres://guiche@127.0.0.2/guiche',
  'postgres://guiche@[::1]:5432/guiche',
  'postgres:///guiche?host=/var/run/postgresql',
  'postgres://%2Fvar%2Frun%2Fpostgresql/guiche',
  'postgres:///guiche',
  'postgres://guiche@127.0.0.1:5432,localhost:5433/guiche?target_session_attrs=read-write',
]) {
  test(`a sandbox opens a database of its own machine: ${url}`, () => {
    assert.equal(readConfig({ GUICHE_HOME: directory, DATABASE_URL: url }).databaseUrl, url)
  })
}

for (const [url, env] of [
  ['postgres://guiche@banco.interno/guiche', {}],
  ['postgres://guiche@10.0.0.5:5432/guiche', {}],
  ['postgres://guiche@localhost/guiche?host=10.0.0.5', {}],
  ['postgres://guiche@127.0.0.1.nip.io/guiche', {}],
  ['postgres:///guiche', { PGHOST: 'banco.interno' }],
  ['postgres://guiche@localhost,10.0.0.5/guiche', {}],
] as const) {
  test(`a sandbox rejects a database of another machine: ${url}`, () => {
    assert.throws(
      () => readConfig({ GUICHE_HOME: directory, DATABASE_URL: url, ...env }),
      (error) => error instanceof ConfigError && error.problem === 'database-elsewhere',
    )
  })
}

const mail = {
  SMTP_URL: 'smtps://guiche:s%40fe@smtp.loja.com.br',
  MAIL_FROM: 'Loja <pay@loja.com.br>',
}

test('production gives mails to a server over TLS, from one sender', () => {
  assert.equal(readConfig(production).mail, undefined)
  assert.deepEqual(readConfig({ ...production, ...mail }).mail, {
    smtp: { host: 'smtp.loja.com.br', port: 465, isTls: true, user: 'guiche', password: 's@fe' },
    needsTls: true,
    from: { name: 'Loja', address: 'pay@loja.com.br' },
  })
  const plain = readConfig({ ...production, ...mail, SMTP_URL: 'smtp://[::1]', MAIL_FROM: 'a@b' })
  assert.deepEqual(plain.mail?.smtp, { host: '::1', port: 587, isTls: false })
  assert.equal(plain.mail?.needsTls, true)
})

test('a sandbox needs no sender and no TLS', () => {
  const { mail: settings } = readConfig({ GUICHE_HOME: directory, SMTP_URL: 'smtp://127.0.0.1:25' })
  assert.equal(settings?.needsTls, false)
  assert.equal(settings?.from.address, 'guiche@sandbox.localhost')
})

for (const [what, change, says] of [
  ['another protocol', { SMTP_URL: 'https://smtp.loja.com.br' }, /SMTP_URL must be/],
  ['no host', { SMTP_URL: 'smtp:' }, /SMTP_URL must be/],
  ['a parameter', { SMTP_URL: 'smtp://h?tls.rejectUnauthorized=false' }, /SMTP_URL must be/],
  ['a path', { SMTP_URL: 'smtp://h/x' }, /SMTP_URL must be/],
  ['no sender', { MAIL_FROM: '' }, /MAIL_FROM is missing/],
  ['two senders', { MAIL_FROM: 'a@loja.com.br, b@loja.com.br' }, /exactly one sender/],
  ['a header in the sender', { MAIL_FROM: 'L\r\nBcc: x <a@loja.com.br>' }, /exactly one sender/],
] as const) {
  test(`mail with ${what} is refused`, () => {
    assert.throws(() => readConfig({ ...production, ...mail, ...change }), says)
  })
}

test('the list of settings has every setting that is read, and no other', async () => {
  const read = new Set<string>()
  const recording = (env: Readonly<Record<string, string | undefined>>) =>
    new Proxy(env, {
      get: (target, name: string) => {
        read.add(name)
        return target[name]
      },
    })
  readConfig(recording(production))
  readConfig(
    recording({
      ...production,
      GUICHE_ADMIN_TOKEN_PREVIOUS: random(),
      GUICHE_ADMIN_TOKEN_PREVIOUS_UNTIL: end,
    }),
  )
  readConfig(
    recording({
      ...production,
      DATABASE_URL: 'postgres:///guiche?sslmode=verify-full',
      PGHOST: 'localhost',
    }),
  )
  readConfig(recording({ ...production, ...mail }))
  readConfig(recording({ ...production, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }))
  readConfig(recording({ GUICHE_HOME: join(directory, 'guide') }))
  for (const custody of custodies) await assert.rejects(unwrapSecrets(recording(custody)))
  const listed = [...productionSettings, sandboxSettings].flatMap(({ settings }) => settings)
  // The platform sets them, or `serve --processes` for its own processes.
  const others = /^(?:NODE_ENV|PGHOST|GUICHE_PROCESS)$|^AWS_CONTAINER_/
  const webIdentity = 'AWS_WEB_IDENTITY_TOKEN_FILE'
  const isFile = (name: string) => name.endsWith('_FILE') && name !== webIdentity
  const own = [...read].filter((name) => !others.test(name) && !isFile(name))
  assert.deepEqual(listed.map(({ name }) => name).sort(), own.sort())
  assert.deepEqual(
    listed
      .filter(({ hasFile }) => hasFile)
      .map(({ name }) => `${name}_FILE`)
      .sort(),
    [...read].filter((name) => isFile(name) && !others.test(name)).sort(),
  )
})

test('a setting that has its listed default is as if it were not set', () => {
  const defaults = productionSettings
    .flatMap(({ settings }) => settings)
    .flatMap((setting) => (setting.default === undefined ? [] : [[setting.name, setting.default]]))
  assert.ok(defaults.length > 25)
  assert.deepEqual(
    readConfig({ ...production, ...Object.fromEntries(defaults) }),
    readConfig(production),
  )
  const changed = defaults.filter(([, value]) => value === '1').map(([name]) => [name, '2'])
  assert.notDeepEqual(
    readConfig({ ...production, ...Object.fromEntries(changed) }),
    readConfig(production),
  )
})

test('a trusted proxy is an address, a subnet or a name of subnets', () => {
  const read = (value: string) =>
    readConfig({ ...production, GUICHE_TRUSTED_PROXIES: value }).trustedProxies
  const accepted = [
    ...['10.0.0.5', '10.0.0.0/8', '10.0.0.0/255.0.0.0', '::1', 'fd00::/8'],
    ...['loopback', 'linklocal', 'uniquelocal'],
  ]
  assert.deepEqual(read(accepted.join(', ')), accepted)
  const rejected = [
    ...['balanceador', '10.0.0.5:3000', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.0/'],
    ...['10.0.0.0/0.0.0.0', '10.0.0.0/255.0.255.0', '10.0.0.0/8/8'],
  ]
  for (const value of rejected) assert.throws(() => read(value), ConfigError, value)
  // The server reads them in the same way.
  fastify({ trustProxy: accepted })
  for (const value of rejected) assert.throws(() => fastify({ trustProxy: [value] }), TypeError)
})

test('production accepts the example of each setting', () => {
  for (const { name, example } of productionSettings.flatMap(({ settings }) => settings))
    if (example !== undefined) readConfig({ ...production, ...mail, [name]: example })
})

/** Starts that read every setting of custody, and call no one. */
const kms = { GUICHE_CUSTODY: 'aws-kms', GUICHE_CUSTODY_KEY: 'x', GUICHE_PEPPER: 'aws-kms:x' }
const custodies = [
  {
    ...{ GUICHE_CUSTODY: 'vault', GUICHE_CUSTODY_KEY: 'x', VAULT_ADDR: 'https://x' },
    ...{ VAULT_TOKEN: 'x', GUICHE_PEPPER: 'plain' },
  },
  { GUICHE_CUSTODY: 'vault', GUICHE_CUSTODY_KEY: 'x', VAULT_ADDR: 'https://x' },
  {
    ...{ GUICHE_CUSTODY: 'vault', GUICHE_CUSTODY_KEY: 'x', VAULT_ADDR: 'https://x' },
    VAULT_ROLE_ID: 'x',
  },
  { ...kms, AWS_DEFAULT_REGION: 'sa-east-1' },
  { ...kms, AWS_REGION: 'sa-east-1', AWS_ACCESS_KEY_ID: 'x' },
  {
    ...{ ...kms, AWS_REGION: 'sa-east-1', AWS_ROLE_ARN: 'x' },
    AWS_WEB_IDENTITY_TOKEN_FILE: join(directory, 'no-such-file'),
  },
]

const end = '2027-01-31T00:00:00-03:00'

test('peppers have versions, and a comma inside one is part of it', () => {
  const [one, two] = [`${random()},x`, random()]
  const { secrets } = readConfig({
    ...production,
    GUICHE_PEPPER: undefined,
    GUICHE_PEPPERS: `1:${one}, 2:${two}`,
    GUICHE_PEPPER_VERSION: '1',
  })
  assert.deepEqual(
    [...secrets.peppers].map(([version, pepper]) => [version, pepper.toString()]),
    [
      [1, one],
      [2, two],
    ],
  )
  assert.equal(secrets.pepperVersion, 1)
})

test('GUICHE_PEPPER is a list if each of its entries has a version, and else one pepper', () => {
  const read = (GUICHE_PEPPER: string, more = {}) => {
    const { secrets } = readConfig({ ...production, GUICHE_PEPPER, ...more })
    return [...secrets.peppers].map(([version, pepper]) => `${version} ${pepper}`)
  }
  const [one, two] = [random(), random()]
  const prepared = { GUICHE_PEPPER_VERSION: '1' }
  assert.deepEqual(read(`1:${one},2:${two}`, prepared), [`1 ${one}`, `2 ${two}`])
  assert.deepEqual(read(`1:${one},\n2:${two}`), [`1 ${one}`, `2 ${two}`])
  assert.deepEqual(read(`2:${two}`), [`2 ${two}`])
  for (const pepper of [one, `${one},2:${two}`, `x1:${one}`, `1:${one} ${two}`, `1:a,2:${two}`])
    assert.deepEqual(read(pepper), [`1 ${pepper}`])
  assert.throws(() => read(`1:${one},1:${two}`), /GUICHE_PEPPER is VERSION:TEXT/)
  assert.throws(() => read(`0:${one}`), /GUICHE_PEPPER is VERSION:TEXT/)
  assert.throws(() => read(`1:${one},2:${'a'.repeat(48)}`), /GUICHE_PEPPER looks like a sample/)
})
