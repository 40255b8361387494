import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { explain } from '../src/cli/explain.ts'
import { type Config, readConfig, terminalLanguage } from '../src/config.ts'
import type { PostgresEvent } from '../src/db/keep-postgres.ts'
import type { DatabaseStep } from '../src/db/open-database.ts'
import { freePort } from '../src/primitives/free-port.ts'
import { assertPortFree, type Gateway, serve } from '../src/serve.ts'
import { webhookSecretOf } from '../src/webhooks/secrets.ts'
import { buildDashboard, isDashboardBuilt } from './build-dashboard.ts'
import { isDocsBuilt } from './build-docs.ts'
import { demoMerchant } from './demo-merchant.ts'
import { removeOwn, writeEnvironment, writeWhole } from './dev-file.ts'
import { firstOperator, operatorEmail } from './first-operator.ts'
import { makeHistory } from './history.ts'
import { openProgress, say } from './progress.mjs'
import { type Merchant, type SandboxCredentials, seedMerchant, seedProviders } from './seed.ts'
import { type Child, exitWithParent, spawnChild, untilStopped } from './supervise.ts'

/**
 * The whole system on a laptop: gateway, PostgreSQL and sandbox in one process tree. Ctrl-C stops
 * all; the data stays.
 */

exitWithParent()
const progress = openProgress()
const smtpPort = Number(process.env.SANDBOX_SMTP_PORT) || (await freePort())
const config = readOrExit()
await provePorts()
mkdirSync(config.home, { recursive: true })
const file = join(config.home, 'dev.json')
const variablesFile = join(config.home, 'dev.env')
const merchantFile = join(config.home, 'merchant.json')
rmSync(file, { force: true }) // Its presence means "ready", so it is removed before the start.

const sandbox = spawnChild('sandbox', ['sandbox/main.ts'], {
  GUICHE_HOME: config.home,
  SANDBOX_PORT: String(config.sandboxPort),
  SANDBOX_SMTP_PORT: String(smtpPort),
})
const [sandboxUrl, gateway] = await Promise.all([
  untilReady(sandbox),
  startGateway(config),
  build(),
])
gateway.app.links.sandboxUrl = sandboxUrl
openCheckout()
const credentials = (
  JSON.parse(readFileSync(join(config.home, 'sandbox.json'), 'utf8')) as {
    credentials: SandboxCredentials
  }
).credentials
const { app } = gateway
// The demo merchant receives its webhooks here: the sandbox's page shows them.
const inbox = `${sandboxUrl}/inbox/demo`
const { adminToken } = config.secrets
sandbox.send({ gateway: { url: gateway.baseUrl, adminToken } })
progress.begin(say('Cadastrando os provedores', 'Adding the providers'))
const { ids, noticeUrls } = await seedProviders(app, credentials)
sandbox.send({ gateway: { url: gateway.baseUrl, adminToken, noticeUrls } })

const merchant = await demoMerchant(app, { file: merchantFile, open: firstMerchant })

const dashboardLogin = await firstOperator(app, {
  file: join(config.home, 'operator.json'),
  accountId: merchant.accountId,
})

progress.begin(say('Abrindo a loja', 'Opening the shop'))
const shop = await openShop()
progress.end()

const { baseUrl } = gateway
const stopped = untilStopped() // The file and the welcome tell people that they may stop it.
writeEnvironment(variablesFile, { baseUrl, sandboxUrl, secretKey: merchant.secretKey })
writeWhole(file, {
  baseUrl,
  dashboardUrl: `${baseUrl}/dashboard`,
  sandboxUrl,
  shopUrl: shop.url,
  databaseUrl: gateway.databaseUrl,
  ...merchant,
  adminToken,
  dashboardLogin,
  pid: process.pid,
})
welcome()
const docs = await buildDocsBeside()

const ended = await Promise.race([
  stopped,
  sandbox.exited.then(() => 'sandbox' as const),
  gateway.databaseGivenUp.then(() => 'database' as const),
])
if (ended === 'sandbox')
  console.error(
    say('O sandbox terminou sozinho; encerrando.', 'The sandbox ended by itself; stopping.'),
  )
if (ended !== 'sandbox' && ended !== 'database')
  console.log(say('\n  Encerrando…', '\n  Stopping…'))
removeOwn(file, process.pid, [variablesFile])
await Promise.all([gateway.stop(), sandbox.stop(), docs?.stop()])
process.exit(ended === 'sandbox' || ended === 'database' ? 1 : 0)

/**
 * The checkout page has a hostname, unlike this gateway, so that a device wallet can know it. Every
 * browser resolves the name to this machine, as that of the demo shop.
 */
function openCheckout(): void {
  const { links } = gateway.app
  const hostname = 'guiche.localhost'
  if (config.baseUrl !== undefined || config.checkoutUrl !== undefined) return
  links.checkoutUrl = `http://${hostname}:${gateway.port}`
  sandbox.send({ checkout: { hostname, gatewayUrl: gateway.baseUrl } })
}

/** The dashboard's files, if its sources have changed since the last build. */
async function build(): Promise<void> {
  if (await isDashboardBuilt()) return
  progress.begin(
    say(
      'Construindo o painel (só quando o código dele muda)',
      'Building the dashboard (only when its sources change)',
    ),
  )
  await buildDashboard()
}

/**
 * The docs site, if its sources have changed. Nothing waits for it: the gateway serves the previous
 * build until the new one is there. It yields to everything that is in use.
 */
async function buildDocsBeside(): Promise<Child | undefined> {
  if (await isDocsBuilt()) return undefined
  const child = spawnChild('docs', ['scripts/build-docs.ts'])
  if (child.pid !== undefined) setPriority(child.pid, 15)
  return child
}

/** A new merchant with the sales of the demonstration. */
async function firstMerchant(): Promise<Merchant> {
  progress.begin(
    say('Fazendo as vendas da loja de demonstração', 'Making the sales of the demo shop'),
  )
  const merchant = await seedMerchant(app, { ids })
  await fetch(`${inbox}/secret`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: await webhookSecretOf(app, merchant.accountId) }),
  })
  await makeHistory({ baseUrl: gateway.baseUrl, sandboxUrl, inbox, secretKey: merchant.secretKey })
  return merchant
}

/** The demo shop runs in the sandbox's process, because it is outside the gateway too. */
async function openShop(): Promise<{ readonly url: string }> {
  const opened = new Promise<{ readonly url: string }>((resolve) => {
    sandbox.onMessage((message) => {
      const shopReport = (message as { shop?: { url?: string; why?: string } } | null)?.shop
      if (shopReport?.why !== undefined)
        console.error(
          say(
            `A loja de demonstração abriu, mas sem Device Pay: ${shopReport.why}`,
            `The demo shop opened, but without Device Pay: ${shopReport.why}`,
          ),
        )
      if (shopReport?.url) resolve({ url: shopReport.url })
    })
  })
  const { secretKey, publicKey } = merchant
  sandbox.send({ shop: { baseUrl: gateway.baseUrl, secretKey, publicKey, postbackUrl: inbox } })
  const first = await Promise.race([opened, sandbox.exited])
  return typeof first === 'number' ? endWithSandbox(first) : first
}

function readOrExit(): Config {
  try {
    // A terminal is for people: requests are logged only on request.
    return readConfig({ LOG_LEVEL: 'warn', ...sandboxMail(), ...process.env })
  } catch (cause) {
    return giveUp(cause)
  }
}

/** A start that cannot have its ports leaves the files of the one that runs as they are. */
async function provePorts(): Promise<void> {
  const local = '127.0.0.1'
  const ports = [
    { host: config.host, port: config.port, name: 'PORT' },
    { host: config.host, port: config.statusPort ?? 0, name: 'GUICHE_STATUS_PORT' },
    { host: local, port: config.sandboxPort, name: 'SANDBOX_PORT' },
    { host: local, port: smtpPort, name: 'SANDBOX_SMTP_PORT' },
  ]
  try {
    for (const { host, port, name } of ports) if (port !== 0) await assertPortFree(host, port, name)
  } catch (cause) {
    giveUp(cause)
  }
}

/** The mail server of the sandbox, unless another one is set. */
function sandboxMail(): Readonly<Record<string, string>> {
  const isSet = process.env.SMTP_URL || process.env.SMTP_URL_FILE
  return isSet ? {} : { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` }
}

function showStep(step: DatabaseStep): void {
  if (step.kind === 'server') {
    const isNew =
      !existsSync(join(config.home, 'postgres')) && !existsSync(join(config.home, 'postgres.json'))
    if (isNew) progress.begin(say('Criando o banco de dados', 'Creating the database'))
    else progress.begin(say('Iniciando o banco de dados', 'Starting the database'))
    return
  }
  const { done, total } = step
  if (done === 0) progress.begin(say('Atualizando as tabelas', 'Updating the tables'))
  progress.update(say(`${done + 1} de ${total}`, `${done + 1} of ${total}`))
  if (done + 1 === total)
    progress.begin(say('Iniciando o gateway e o sandbox', 'Starting the gateway and the sandbox'))
}

async function startGateway(settings: Config): Promise<Gateway> {
  try {
    return await serve(settings, ['api', 'worker'], { report: showStep, onPostgres: sayPostgres })
  } catch (cause) {
    return giveUp(cause)
  }
}

function sayPostgres(event: PostgresEvent): void {
  switch (event.kind) {
    case 'ended':
      console.error(
        say(
          'O PostgreSQL embutido terminou sozinho; iniciando outra vez na mesma porta…',
          'The embedded PostgreSQL ended by itself; starting it again on the same port…',
        ),
      )
      break
    case 'restarted': {
      const seconds = (event.afterMs / 1_000).toFixed(1)
      console.error(
        say(
          `O PostgreSQL embutido voltou depois de ${seconds} s.`,
          `The embedded PostgreSQL is back after ${seconds} s.`,
        ),
      )
      break
    }
    case 'given-up': {
      const reason = explain(event.cause, terminalLanguage())?.text ?? event.cause.message
      console.error(
        say(
          `O PostgreSQL embutido não voltou (${reason}); encerrando. Inicie outra vez com npm start.`,
          `The embedded PostgreSQL did not come back (${reason}); stopping. Start again with npm start.`,
        ),
      )
    }
  }
}

/** An error that people can correct is one line; any other one has its stack trace. */
function giveUp(cause: unknown): never {
  progress.fail()
  console.error(explain(cause, terminalLanguage())?.text ?? cause)
  process.exit(1)
}

/** Ends the start when the sandbox ended during it. The sandbox has printed why. */
function endWithSandbox(code: number): never {
  progress.fail()
  console.error(
    say(
      `O sandbox não iniciou (código ${code}); encerrando.`,
      `The sandbox did not start (code ${code}); stopping.`,
    ),
  )
  process.exit(1)
}

async function untilReady(child: Child): Promise<string> {
  const ready = new Promise<string>((resolve) => {
    child.onMessage((message) => {
      const url = (message as { ready?: { url?: string } } | null)?.ready?.url
      if (url) resolve(url)
    })
  })
  const first = await Promise.race([ready, child.exited])
  return typeof first === 'string' ? first : endWithSandbox(first)
}

function welcome(): void {
  const basic = Buffer.from(`x:${merchant.secretKey}`).toString('base64')
  const curl = `
    curl -s ${gateway.baseUrl}/api/user/transactions \\
      -H 'Authorization: Basic ${basic}' -H 'Content-Type: application/json' \\
      -d '{"amount":1990,"paymentMethod":"PIX","postbackUrl":"${inbox}",
        "customer":{"name":"Ana Teste","email":"ana@exemplo.com.br"}}'
`
  const loginLine = dashboardLogin
    ? `${dashboardLogin.email}   ${dashboardLogin.password}`
    : operatorEmail
  console.log(
    say(
      `
  Guichê está de pé.

    API        ${gateway.baseUrl}          referência em ${gateway.baseUrl}/docs
    Sandbox    ${sandboxUrl}          aqui você é o pagador: cole o código e pague
    Loja       ${shop.url}          compre com o Device Pay, como um cliente
    Painel     ${gateway.baseUrl}/dashboard          entre com ${loginLine}
    E-mails    ${sandboxUrl}/mailbox  tudo o que o gateway envia

  Um primeiro PIX:
${curl}
  Copie data.pix.qrcode da resposta e pague em ${sandboxUrl}.
  O webhook chega ali mesmo, e data.status vira PAID.
  Chaves e endereços estão em ${file}. Ctrl-C para tudo; os dados ficam.
`,
      `
  Guichê is running.

    API        ${gateway.baseUrl}          reference at ${gateway.baseUrl}/docs
    Sandbox    ${sandboxUrl}          here you are the payer: paste the code and pay
    Shop       ${shop.url}          buy with Device Pay, as a customer does
    Dashboard  ${gateway.baseUrl}/dashboard          sign in with ${loginLine}
    Mails      ${sandboxUrl}/mailbox  everything the gateway sends

  A first PIX:
${curl}
  Copy data.pix.qrcode from the response and pay it at ${sandboxUrl}.
  The webhook arrives there, and data.status becomes PAID.
  Keys and addresses are in ${file}. Ctrl-C stops everything; the data stays.
`,
    ),
  )
}
