import { accountPage } from '../accounts/account-list-store.ts'
import { accountRulesOf } from '../accounts/account-rules.ts'
import { notReady } from '../accounts/not-ready.ts'
import type { App } from '../app.ts'
import { lastAuditRun } from '../books-audit/audit-run-store.ts'
import type { Config } from '../config.ts'
import { roleRights } from '../db/role-store.ts'
import { mailState } from '../mail/mail-health.ts'
import { mailBacklog } from '../mail/mail-store.ts'
import { openGuardedFetch } from '../outbound/guarded-fetch.ts'
import { allProviders } from '../providers/provider-store.ts'
import { type CliCommand, withApp } from './command.ts'
import { privateNetworks } from './merchant-client.ts'

export const doctorCommand: CliCommand = {
  addTo(command, run) {
    command.action(run(examine, { makesHome: false }))
  },
}

async function examine(config: Config): Promise<number> {
  const findings: string[] = []
  const code = await withApp(config, async (app) => {
    const [database] = await app.sql<{ version: string; commit: string }[]>`
      select
        current_setting('server_version') as version,
        current_setting('synchronous_commit') as commit`
    console.log(`PostgreSQL ${database?.version}, synchronous_commit=${database?.commit}`)
    if (database?.commit === 'off')
      findings.push(
        'synchronous_commit está desligado: ligue-o, ou uma queda perde pagamentos já respondidos',
      )
    if (Math.abs(app.clockFollower.skewMs()) > 2_000)
      findings.push('o relógio do banco e o desta máquina diferem em mais de 2 s: sincronize-os')
    findings.push(...(await roleFindings(app)), ...tokenFindings(app))
    const providers = await allProviders(app.sql)
    console.log(
      providers.length === 1
        ? '1 provedor cadastrado'
        : `${providers.length} provedores cadastrados`,
    )
    for (const { id, kind, name, callbackRegistered } of providers) {
      if (callbackRegistered === false)
        findings.push(
          `o banco ${name} não aceitou o endereço dos avisos: pagamentos são percebidos mais tarde; "guiche providers renew-callback ${id}"`,
        )
      if (app.providers.kindOf(id) === undefined)
        findings.push(`o provedor ${name} é de um tipo que esta versão não conhece: ${kind}`)
    }
    for (const ids of app.providers.sharedContracts()) {
      const names = providers
        .filter(({ id }) => ids.includes(id))
        .map(({ id, name }) => `${name} (${id})`)
      findings.push(
        `são a mesma loja, e para cada um as vendas e contestações do outro são casos sem dono: ${names.join(', ')}; venda por um só e tire "files" e as contestações das configurações do outro com "guiche providers set"`,
      )
    }
    if (providers.length === 0)
      findings.push('nenhum provedor: cadastre um com "guiche providers add"')
    findings.push(
      ...(await accountFindings(app)),
      ...(await workerFindings(app)),
      ...(await mailFindings(app)),
      ...(await addressFindings(config)),
    )
  })
  for (const finding of findings) console.error(`✘ ${finding}`)
  if (findings.length === 0) console.log('✔ nada a corrigir')
  return findings.length > 0 ? 1 : code
}

/**
 * Only production needs a role of its own: on a laptop the owner of the tables runs the gateway.
 */
async function roleFindings({ sql, config }: Pick<App, 'sql' | 'config'>): Promise<string[]> {
  const { role, ownsTables, mayRewriteHistory, usesTls } = await roleRights(sql)
  console.log(`papel ${role} do PostgreSQL, ${usesTls ? 'com' : 'sem'} TLS`)
  if (config.mode !== 'production') return []
  if (ownsTables) {
    return [
      `o papel ${role} é dono das tabelas e pode reescrever a história: rode o gateway com um que só acrescenta (docs/guides/production.md)`,
    ]
  }
  return mayRewriteHistory
    ? [
        `o papel ${role} pode mudar ou apagar a história: como dono das tabelas, select restrict_to_append('${role}')`,
      ]
    : []
}

function tokenFindings({ config: { secrets }, clock }: Pick<App, 'config' | 'clock'>): string[] {
  const nowMs = clock.now().getTime() - clock.offsetMs()
  const { adminTokenUntil: until, previousAdminToken: previous } = secrets
  const findings: string[] = []
  if (until !== undefined && until.getTime() <= nowMs)
    findings.push('GUICHE_ADMIN_TOKEN já terminou, e /api/admin não abre: troque-o por um novo')
  else if (until !== undefined && until.getTime() - nowMs < fortnightMs)
    findings.push(`GUICHE_ADMIN_TOKEN termina em ${until.toISOString()}: troque-o por um novo`)
  if (previous && previous.until.getTime() <= nowMs)
    findings.push('GUICHE_ADMIN_TOKEN_PREVIOUS já terminou: tire-o')
  return findings
}

/** Active accounts that can neither sell nor withdraw. */
async function accountFindings({ sql, config }: Pick<App, 'sql' | 'config'>): Promise<string[]> {
  const rules = accountRulesOf(config)
  const unusable: string[] = []
  let count = 0
  for (let after: string | undefined; ; ) {
    const page = await accountPage(sql, { limit: 100, ...(after !== undefined && { after }) })
    count += page.length
    for (const account of page)
      if (account.status === 'active' && notReady(account, rules).length === everyUse)
        unusable.push(account.id)
    after = page.at(-1)?.id
    if (after === undefined) break
  }
  console.log(count === 1 ? '1 conta' : `${count} contas`)
  if (unusable.length === 0) return []
  const named = unusable.slice(0, 5).join(', ')
  const others = unusable.length > 5 ? ` e mais ${unusable.length - 5}` : ''
  return [
    `estas contas não vendem por nenhum método nem sacam: ${named}${others}; "guiche accounts show ID" diz o que falta`,
  ]
}

/** The uses that `notReady` lists: PIX, boleto, card and cashout. */
const everyUse = 4

/** A worker audits the books every minute, so an old run shows that no worker runs. */
async function workerFindings({ sql }: Pick<App, 'sql'>): Promise<string[]> {
  const auditRun = await lastAuditRun(sql)
  if (!auditRun) return ['nenhum worker trabalhou ainda: inicie "guiche serve --role worker"']
  if (auditRun.ageSeconds <= longestIdleSeconds) return []
  const minutes = Math.floor(auditRun.ageSeconds / 60)
  return [
    `nenhum worker trabalha há ${minutes} minutos: inicie "guiche serve --role worker", ou veja o log dele`,
  ]
}

const longestIdleSeconds = 300

/** Whether mails leave, and those of the last week that never will. */
async function mailFindings({
  sql,
  clock,
  config,
}: Pick<App, 'sql' | 'clock' | 'config'>): Promise<string[]> {
  const now = clock.now()
  const backlog = await mailBacklog(sql, new Date(now.getTime() - weekMs))
  const { waiting, givenUp, lastError } = backlog
  console.log(waiting === 1 ? '1 e-mail por enviar' : `${waiting} e-mails por enviar`)
  const findings: string[] = []
  // On a laptop `npm start` gives the gateway its mail server, and this process does not know it.
  const isConfigured = config.mail !== undefined || config.mode === 'sandbox'
  switch (mailState(backlog, { isConfigured, now })) {
    case 'not-configured':
      findings.push(
        'os e-mails não saem: defina SMTP_URL e MAIL_FROM com o seu servidor de e-mail (docs/guides/production.md)',
      )
      break
    case 'stuck':
      findings.push(
        'há e-mails parados há mais de 15 minutos e nenhum saiu nesse tempo: confira SMTP_URL e o log do worker',
      )
      break
    case 'working':
  }
  if (givenUp > 0) {
    const unsent =
      givenUp === 1
        ? '1 e-mail dos últimos 7 dias não foi enviado e não será'
        : `${givenUp} e-mails dos últimos 7 dias não foram enviados e não serão`
    findings.push(`${unsent}; o último: ${lastError ?? 'sem motivo'}`)
  }
  return findings
}

/** The address that payers, banks and shops use leads to this gateway. A laptop has none. */
async function addressFindings({ baseUrl }: Pick<Config, 'baseUrl'>): Promise<string[]> {
  if (baseUrl === undefined) return []
  const reason = await reach(`${baseUrl}/health/live`)
  if (reason === undefined) return []
  return [
    `GUICHE_BASE_URL (${baseUrl}) não leva a este gateway: ${reason}; confira DNS, TLS e o balanceador`,
  ]
}

/** Why the gateway does not answer at this address. */
async function reach(url: string): Promise<string | undefined> {
  const client = openGuardedFetch({
    rules: {
      allowHttp: true,
      extraPorts: 'any',
      allowedSubnets: privateNetworks,
      deniedSubnets: [],
    },
  })
  try {
    const outcome = await client.send({ url, method: 'GET', scope: 'doctor' })
    if (outcome.kind === 'refused') return 'endereço não permitido'
    if (outcome.kind !== 'answered') return `sem resposta (${outcome.reason})`
    return isLive(outcome.body)
      ? undefined
      : `a resposta é de outro programa (HTTP ${outcome.status})`
  } finally {
    await client.close()
  }
}

function isLive(body: Buffer): boolean {
  try {
    const { data } = JSON.parse(body.toString('utf8')) as { data?: { live?: unknown } }
    return data?.live === true
  } catch {
    return false
  }
}

const weekMs = 7 * 24 * 3_600_000
const fortnightMs = 14 * 24 * 3_600_000
