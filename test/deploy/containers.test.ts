import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse, parseAllDocuments } from 'yaml'
import { productionFiles, secretFiles } from '../../src/config/production-files.ts'
import { productionSettings } from '../../src/config/settings.ts'
import { connectionsBesidePool } from '../../src/db/connection-budget.ts'
import { caddyProgram } from '../kit/caddy.ts'
import { composeModule } from '../kit/compose-module.ts'
import { deployFolder, readDeployed } from '../kit/deployed.ts'
import { exportedMetrics } from '../kit/exported-metrics.ts'
import { blocksOf } from '../kit/guide-commands.ts'
import { prometheusProgram } from '../kit/prometheus.ts'
import { pythonWith } from '../kit/python-program.ts'
import { type ComposeFile, readCompose } from '../kit/roots/compose-service.ts'
import { readContainerfile } from '../kit/roots/containerfile.ts'

/*
 * The files of containers: Compose, Kubernetes, Caddy, the two Containerfiles. What they say agrees
 * with the program and with each other. `npm run drill -- containers` runs them.
 */

const manifest = JSON.parse(readFileSync(join(deployFolder, '../package.json'), 'utf8')) as {
  readonly version: string
}
const compose = readCompose()
const image = readContainerfile(await readDeployed('Containerfile'), { NODE_IMAGE: 'node' })
const kustomization = parse(await readDeployed('kubernetes/kustomization.yaml')) as {
  readonly resources: readonly string[]
  readonly images: readonly { readonly name: string; readonly newTag: string }[]
}
const objects = (
  await Promise.all(kustomization.resources.map((file) => readDeployed(join('kubernetes', file))))
).flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject))
const settings = new Map(
  productionSettings.flatMap((group) => group.settings).map((each) => [each.name, each]),
)
const written = [
  ...productionFiles({
    folder: '/x',
    language: 'en',
    databaseHost: 'localhost',
    tokenUntil: new Date('2030-01-01'),
  }).keys(),
]
/** The ports of a process: those of `PORT`, and of `GUICHE_STATUS_PORT` in the image. */
const ports = { http: 3000, status: 9400 }

const composeText = await readDeployed('compose.yaml')
const gatewayServices = Object.keys(compose.services)
const apis = gatewayServices.filter((name) => name.startsWith('guiche-api-'))
const workers = gatewayServices.filter((name) => name.startsWith('guiche-worker-'))
const pods = objects.flatMap(({ spec }) => (spec?.template ? [spec.template.spec] : []))
const containers = pods.flatMap((pod) => pod.containers)
/** It brings the schemas of Kubernetes, and a validator of JSON schemas. */
const validatingPython = () => pythonWith('kubernetes-validate==1.37.0')
/** Programs of a page, in a shell. `kubectl` fails when a file that it is given does not exist. */
const clusterPrograms = [
  'npx() { :; }',
  'psql() { :; }',
  `kubectl() {
    for word; do
      case "$before" in
        --from-file) test -f "\${word#*=}" || { echo "no file $word" >&2; return 1; } ;;
        --filename | --kustomize) test -e "$word" || { echo "no $word" >&2; return 1; } ;;
      esac
      before=$word
    done
  }`,
]
const serveAs = (role: string) => ['serve', '--role', role]
const readPage = (name: string) =>
  readFileSync(join(deployFolder, '../docs/operating', name), 'utf8')

test('compose.yaml follows the schema of Compose', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'guiche-compose-'))
  t.after(() => rm(home, { recursive: true }))
  const python = await validatingPython()
  const schema = join(await composeModule(), 'schema/compose-spec.json')
  const check = async (text: string) => {
    const file = join(home, 'compose.json')
    await writeFile(file, JSON.stringify(parse(text, { merge: true })))
    await promisify(execFile)(python, ['-W', 'ignore', '-m', 'jsonschema', '-i', file, schema])
  }
  await check(composeText)
  await assert.rejects(check(composeText.replace('stop_grace_period', 'stop_grace_perod')))
})

test('the manifests follow the schemas of Kubernetes, without unknown fields', async () => {
  const python = await validatingPython()
  const files = kustomization.resources.map((file) => join(deployFolder, 'kubernetes', file))
  const validate = ['-m', 'kubernetes_validate', '--strict', '--quiet', ...files]
  await promisify(execFile)(python, validate)
})

test('Caddy accepts the Caddyfile', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'guiche-caddy-'))
  t.after(() => rm(home, { recursive: true }))
  const { stdout } = await promisify(execFile)(
    await caddyProgram(),
    ['adapt', '--validate', '--config', join(deployFolder, 'Caddyfile')],
    {
      env: {
        ...{ HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
        GUICHE_BASE_URL: 'https://pagamentos.exemplo.com.br',
        GUICHE_UPSTREAMS: compose.services.caddy?.environment?.GUICHE_UPSTREAMS,
      },
    },
  )
  for (const api of apis) assert.match(stdout, new RegExp(`"dial":"${api}:${ports.http}"`))
})

test('every setting that they name exists', () => {
  const named = [
    ...Object.entries(compose.services)
      .filter(([, { image: name }]) => name.startsWith('guiche:'))
      .flatMap(([, { environment = {} }]) => Object.keys(environment)),
    ...objects.flatMap(({ data = {} }) => Object.keys(data)),
    ...(image.at(-1)?.steps ?? [])
      .filter(({ keyword }) => keyword === 'ENV')
      .flatMap(({ words }) => words.map((word) => word.split('=')[0] ?? ''))
      .filter((name) => name !== 'NODE_ENV'),
  ]
  assert.ok(named.length > 10)
  for (const name of named) {
    const setting = settings.get(name) ?? settings.get(name.replace(/_FILE$/, ''))
    assert.ok(setting, name)
    assert.ok(settings.has(name) || setting.hasFile, name)
  }
})

test('what sends to other machines has a network that reaches them', () => {
  for (const name of ['prometheus', 'alertmanager', 'grafana', 'otel-collector'])
    assert.deepEqual(compose.services[name]?.networks, ['monitoring', 'outside'], name)
})

test('the fixed address of a service is one that no other container gets', () => {
  const fixed = Object.values(compose.services).flatMap(({ networks = [] }) =>
    'length' in networks ? [] : Object.entries(networks),
  )
  assert.ok(fixed.length > 0)
  const contains = (range: string, address: string) => {
    const [start = '', bits] = range.split('/')
    const list = new BlockList()
    list.addSubnet(start, Number(bits))
    return list.check(address)
  }
  for (const [network, { ipv4_address: address }] of fixed) {
    const [pool] = compose.networks[network]?.ipam?.config ?? []
    assert.ok(pool?.ip_range, network)
    assert.ok(contains(pool.subnet, address) && !contains(pool.ip_range, address), address)
    assert.ok(contains(pool.subnet, pool.ip_range.split('/')[0] ?? ''), pool.ip_range)
  }
  const [caddy] = fixed.map(([, { ipv4_address: address }]) => address)
  for (const name of apis)
    assert.equal(compose.services[name]?.environment?.GUICHE_TRUSTED_PROXIES, caddy, name)
})

test('the secrets are the files of guiche init production', () => {
  for (const [name, { file }] of Object.entries(compose.secrets)) {
    const path = file.replace(/^\$\{GUICHE_FOLDER\}\//, '')
    if (name !== 'grafana-password') assert.ok(written.includes(path), path)
  }
  for (const name of [...apis, ...workers]) {
    const { environment = {}, secrets = [] } = compose.services[name] ?? {}
    assert.deepEqual([...secrets].sort(), Object.values(secretFiles).sort(), name)
    for (const [setting, file] of Object.entries(secretFiles))
      assert.equal(environment[`${setting}_FILE`], `/run/secrets/${file}`)
  }
  const [config] = objects.filter(({ kind }) => kind === 'ConfigMap')
  const volume = containers[0]?.volumeMounts.find(({ name }) => name === 'secrets')
  for (const [setting, file] of Object.entries(secretFiles))
    assert.equal(config?.data?.[`${setting}_FILE`], `${volume?.mountPath}/${file}`)
  for (const page of ['containers.md', 'kubernetes.md'])
    for (const [, file = ''] of readPage(page).matchAll(/--from-file (?:[\w-]+=)?([\w-]+)/g))
      assert.ok(written.includes(`secrets/${file}`), `${page}: ${file}`)
})

test('a restore in Compose follows the steps of backup.md, with services that exist', () => {
  const restoring = (page: string) => {
    const [code = ''] = blocksOf(readPage(page))
      .filter((block) => block.code.includes('--delta restore'))
      .map((block) => block.code.replace(/\\\n\s+/g, ''))
    return code
  }
  const block = restoring('containers.md')
  const options = (code: string) => /pgbackrest (--stanza=.*promote)/.exec(code)?.[1]
  assert.equal(options(block), options(restoring('backup.md')))
  const stopped = /^guiche-compose stop (.*)$/m.exec(block)?.[1]?.split(' ')
  assert.deepEqual(stopped, [...apis, ...workers, 'postgres'])
  const started = [...block.matchAll(/ up --detach --wait --no-deps (.*)$/gm)]
  assert.deepEqual(
    started.flatMap(([, names = '']) => names.split(' ')),
    ['postgres', ...apis, ...workers],
  )
  const order = [
    ...['stop', 'restore --type', 'pg_is_in_recovery', 'run --rm migrate'],
    ...['--no-deps guiche-api-1', 'restore sweep', '--type=full'],
  ]
  const places = order.map((step) => block.indexOf(step))
  assert.ok(!places.includes(-1), places.join(', '))
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  )
})

test('a restore in Kubernetes stops each pod, migrates, and starts the least number', () => {
  const named = (wanted: string) =>
    objects.filter(({ kind }) => kind === wanted).map(({ metadata }) => metadata.name)
  const deployments = named('Deployment').map((name) => `deployment/${name}`)
  const least = new Set(objects.flatMap(({ spec }) => spec?.minReplicas ?? []))
  const block = blocksOf(readPage('kubernetes.md'))
    .map(({ code }) => code)
    .join('')
  const scaled = [...block.matchAll(/ scale (.*) --replicas (\d+)$/gm)]
  assert.deepEqual(
    scaled.map(([, pods = '', count]) => [pods.split(' '), Number(count)]),
    [0, ...least].map((count) => [deployments, count]),
  )
  const [migrate] = named('Job')
  const between = block.slice(scaled[0]?.index, scaled[1]?.index)
  assert.match(between, new RegExp(`delete job ${migrate} .*\n.* apply .*\n.* job/${migrate}\n`))
})

test('the page sets what compose.yaml requires before its first command of Compose', () => {
  const required = [...composeText.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name)
  assert.ok(required.includes('GUICHE_FOLDER'))
  const lines = blocksOf(readPage('containers.md')).flatMap(({ code }) => code.split('\n'))
  const firstUse = lines.findIndex((line) => line.startsWith('docker compose '))
  assert.match(lines[firstUse] ?? '', / --env-file images\.env /)
  for (const name of required.filter((each) => !each.endsWith('_IMAGE'))) {
    const set = lines.findIndex((line) => line.startsWith(`export ${name}=`))
    assert.ok(set >= 0 && set < firstUse, `${name} is set in line ${set} of the commands`)
  }
})

test('migrations in a container do not get the direct address of the gateway', () => {
  const [job] = containers.filter(({ args }) => args[0] === 'migrate')
  const ofJob = Object.fromEntries((job?.env ?? []).map(({ name, value }) => [name, value]))
  for (const environment of [compose.services.migrate?.environment ?? {}, ofJob]) {
    // An empty one is none, and takes the place of that of guiche.env or of the ConfigMap.
    assert.equal(environment.DATABASE_DIRECT_URL, '')
    assert.equal(environment.DATABASE_DIRECT_URL_FILE, '')
  }
})

test('the commands of kubernetes.md find every file that they name', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'guiche-kubernetes-'))
  t.after(() => rm(home, { recursive: true }))
  await symlink(deployFolder, join(home, 'deploy'))
  for (const name of written) {
    const path = join(home, 'guiche-production', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, '')
  }
  const code = blocksOf(readPage('kubernetes.md')).map((block) => block.code)
  await promisify(execFile)('sh', ['-ec', [...clusterPrograms, ...code].join('\n')], { cwd: home })
})

test('every base image is an argument, and images.sh prints each', async () => {
  const taken = [...composeText.matchAll(/\$\{(\w+_IMAGE):\?/g)].map(([, name]) => name)
  const printed = [...(await readDeployed('images.sh')).matchAll(/^(\w+_IMAGE) \S+$/gm)]
  assert.deepEqual([...new Set(taken)].sort(), printed.map(([, name]) => name).sort())
  for (const { build, image: name } of Object.values(compose.services))
    assert.ok(build ? /^guiche/.test(name) : /^\$\{\w+_IMAGE:\?/.test(name), name)
})

test('the version is that of the package', () => {
  for (const name of [...apis, ...workers, 'migrate'])
    assert.equal(compose.services[name]?.image, `guiche:${manifest.version}`)
  assert.deepEqual(
    kustomization.images.map(({ newTag }) => newTag),
    [manifest.version],
  )
})

test('ports agree: image, health checks, Prometheus, Services, network policies', async () => {
  const steps = image.at(-1)?.steps ?? []
  const exposed = steps.find(({ keyword }) => keyword === 'EXPOSE')?.words.map(Number)
  assert.deepEqual(exposed, [ports.http, ports.status])
  assert.equal(settings.get('PORT')?.default, String(ports.http))
  const status = steps
    .flatMap(({ words }) => words)
    .find((word) => /^GUICHE_STATUS_PORT=/.test(word))
  assert.equal(status, `GUICHE_STATUS_PORT=${ports.status}`)
  const checks = steps.filter(({ keyword }) => keyword === 'HEALTHCHECK').map(({ text }) => text)
  checks.push(...apis.map((name) => String(compose.services[name]?.healthcheck?.test)))
  for (const check of checks) assert.match(check, new RegExp(`127\\.0\\.0\\.1:${ports.status}/`))
  const prometheus = parse(await readDeployed('prometheus/prometheus.yml')) as Prometheus
  const [scraped] = prometheus.scrape_configs
  assert.deepEqual(
    scraped?.static_configs.flatMap(({ targets }) => targets).sort(),
    [...apis, ...workers].map((name) => `${name}:${ports.status}`).sort(),
  )
  for (const container of containers)
    for (const port of container.ports ?? [])
      assert.equal(port.containerPort, ports[port.name as keyof typeof ports])
  const allowed = objects.flatMap(({ spec }) =>
    (spec?.ingress ?? []).flatMap((rule) => rule.ports.map(({ port }) => port)),
  )
  assert.deepEqual(allowed, [ports.http, ports.status])
})

test('each process has a role, and runs as the user of the image without rights', () => {
  const user = image.at(-1)?.steps.find(({ keyword }) => keyword === 'USER')?.words[0]
  assert.equal(user, '10001:10001')
  for (const name of apis) assert.deepEqual(compose.services[name]?.command, serveAs('api'))
  for (const name of workers) assert.deepEqual(compose.services[name]?.command, serveAs('worker'))
  assert.deepEqual(
    containers.map(({ args }) => args),
    [['migrate'], serveAs('api'), serveAs('worker')],
  )
  for (const { securityContext } of pods) assert.equal(securityContext.runAsUser, 10001)
  for (const { securityContext } of containers) {
    assert.ok(securityContext.readOnlyRootFilesystem)
    assert.equal(securityContext.allowPrivilegeEscalation, false)
    assert.deepEqual(securityContext.capabilities.drop, ['ALL'])
  }
  for (const [name, service] of Object.entries(compose.services))
    assert.ok(service.read_only, `${name} may write to its root`)
})

test('the rule for EKS Pod Identity opens the agent alone, once it is no comment', async () => {
  const policy = await readDeployed('kubernetes/network-policy.yaml')
  const [, rule = ''] = /# With EKS Pod Identity.*\n((?: +# .*\n?)+)/.exec(policy) ?? []
  assert.deepEqual(parse(rule.replace(/^( +)# /gm, '$1')), [
    { to: [{ ipBlock: { cidr: '169.254.170.23/32' } }], ports: [{ port: 80 }] },
  ])
})

test('the lines about folders for files of a bank, without their #, open them', async (t) => {
  const uncommented = (text: string) =>
    text.replace(
      /(# Folders for files of a bank: .*\n)((?: +# .*\n)+)/g,
      (_, title: string, lines: string) => title + lines.replace(/^( +)# /gm, '$1'),
    )
  const { services } = parse(uncommented(composeText), { merge: true }) as ComposeFile
  const [, group = ''] = /groupadd --gid (\d+) /.exec(readPage('containers.md')) ?? []
  const folder = '/srv/guiche'
  for (const name of workers) {
    const { group_add: groups, volumes } = services[name] ?? {}
    assert.deepEqual(groups, [group])
    assert.deepEqual(volumes, [...(compose.services[name]?.volumes ?? []), `${folder}:${folder}`])
  }
  const usersOfSecrets = image.at(-1)?.steps.find(({ keyword }) => keyword === 'USER')?.words[0]
  assert.ok(!usersOfSecrets?.split(':').includes(group), 'the group reads the secrets')

  const worker = uncommented(await readDeployed('kubernetes/worker.yaml'))
  const home = await mkdtemp(join(tmpdir(), 'guiche-worker-'))
  t.after(() => rm(home, { recursive: true }))
  await writeFile(join(home, 'worker.yaml'), worker)
  const validate = ['-m', 'kubernetes_validate', '--strict', '--quiet', join(home, 'worker.yaml')]
  await promisify(execFile)(await validatingPython(), validate)
  const [deployment] = parseAllDocuments(worker).map((each) => each.toJS() as KubernetesObject)
  const pod = deployment?.spec?.template?.spec
  const mounts = pod?.containers[0]?.volumeMounts ?? []
  assert.equal(mounts.at(-1)?.mountPath, folder)
  assert.deepEqual(
    pod?.volumes?.map(({ name }) => name),
    mounts.map(({ name }) => name),
  )
})

test('autoscalers use metrics of the gateway, and prometheus-adapter serves them', async () => {
  const exported = await exportedMetrics()
  const adapter = await readDeployed('kubernetes/prometheus-adapter.yaml')
  const names = objects.flatMap(({ spec }) =>
    (spec?.metrics ?? []).flatMap(({ pods: own, external }) => {
      const name = (own ?? external)?.metric.name
      return name === undefined ? [] : [name]
    }),
  )
  assert.equal(names.length, 2)
  for (const name of names) {
    assert.ok(exported.has(name), name)
    assert.match(adapter, new RegExp(`seriesQuery: ${name}\\{`))
  }
})

test('Prometheus accepts the queries of prometheus-adapter', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'guiche-adapter-'))
  t.after(() => rm(home, { recursive: true }))
  const { rules } = parse(await readDeployed('kubernetes/prometheus-adapter.yaml')) as {
    readonly rules: Readonly<Record<'custom' | 'external', readonly AdapterRule[]>>
  }
  // It groups a custom metric by its resource, and an external one by nothing.
  const asked = [
    ...rules.custom.map((rule) => ({ ...rule, by: 'pod' })),
    ...rules.external.map((rule) => ({ ...rule, by: '' })),
  ]
  assert.equal(asked.length, 2)
  const recorded = asked.map(({ seriesQuery, metricsQuery, by }, n) => ({
    record: `query:${n}`,
    expr: metricsQuery
      .replaceAll('<<.Series>>', seriesQuery.replace(/\{.*/, ''))
      .replaceAll('<<.LabelMatchers>>', 'namespace="guiche"')
      .replaceAll('<<.GroupBy>>', by),
  }))
  const file = join(home, 'rules.yml')
  await writeFile(file, JSON.stringify({ groups: [{ name: 'adapter', rules: recorded }] }))
  const promtool = await prometheusProgram('promtool')
  const { stdout } = await promisify(execFile)(promtool, ['check', 'rules', file])
  assert.match(stdout, /2 rules/)
})

test('the connections of all pods are those that the pages name', () => {
  const most = objects
    .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
    .reduce((sum, { spec }) => sum + (spec?.maxReplicas ?? 0), 0)
  const connections =
    most * (Number(settings.get('DATABASE_POOL_SIZE')?.default) + connectionsBesidePool)
  assert.match(readPage('kubernetes.md'), new RegExp(`${most} pods, which is\\s+${connections} `))
})

interface Prometheus {
  readonly scrape_configs: readonly {
    readonly static_configs: readonly { readonly targets: readonly string[] }[]
  }[]
}
interface AdapterRule {
  readonly seriesQuery: string
  readonly metricsQuery: string
}
interface Metric {
  readonly metric: { readonly name: string }
}
interface Container {
  readonly args: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value: string }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
  readonly securityContext: {
    readonly readOnlyRootFilesystem: boolean
    readonly allowPrivilegeEscalation: boolean
    readonly capabilities: { readonly drop: readonly string[] }
  }
}
interface KubernetesObject {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly minReplicas?: number
    readonly maxReplicas?: number
    readonly metrics?: readonly { readonly pods?: Metric; readonly external?: Metric }[]
    readonly ingress?: readonly { readonly ports: readonly { readonly port: number }[] }[]
    readonly template?: {
      readonly spec: {
        readonly containers: readonly Container[]
        readonly volumes?: readonly { readonly name: string }[]
        readonly securityContext: { readonly runAsUser: number }
      }
    }
  }
}
