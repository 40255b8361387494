import type { App } from '../app.ts'
import { roleRights } from '../db/role-store.ts'
import { allProviders } from '../providers/provider-store.ts'
import { type Command, withApp } from './command.ts'

export const doctorCommand: Command = {
  summary: 'confere o que precisa estar certo e diz o que fazer',
  usage: '',
  looksOnly: true,
  async run(_args, config) {
    const findings: string[] = []
    const code = await withApp(config, async (app) => {
      const [database] = await app.sql<{ version: string; commit: string }[]>`
        select current_setting('server_version') as version, current_setting('synchronous_commit') as commit`
      console.log(`PostgreSQL ${database?.version}, synchronous_commit=${database?.commit}`)
      if (database?.commit === 'off')
        findings.push('synchronous_commit está desligado: ligue-o, ou uma queda perde pagamentos já respondidos')
      if (Math.abs(app.clockFollower.skewMs()) > 2_000)
        findings.push('o relógio do banco e o desta máquina diferem em mais de 2 s: sincronize-os')
      findings.push(...(await roleFindings(app)), ...tokenFindings(app))
      const providers = await allProviders(app.sql)
      console.log(`${providers.length} provedores cadastrados`)
      for (const { id, kind, name, callbackRegistered } of providers) {
        if (callbackRegistered === false)
          findings.push(
            `o banco ${name} não aceitou o endereço dos avisos: pagamentos são percebidos mais tarde; "guiche providers renew-callback ${id}"`,
          )
        if (app.providers.kindOf(id) === undefined)
          findings.push(`o provedor ${name} é de um tipo que esta versão não conhece: ${kind}`)
      }
      for (const ids of app.providers.sharedStores()) {
        const names = providers.filter(({ id }) => ids.includes(id)).map(({ id, name }) => `${name} (${id})`)
        findings.push(
          `são a mesma loja, e para cada um as vendas e contestações do outro são casos sem dono: ${names.join(', ')}; venda por um só e tire "files" e as contestações das configurações do outro com "guiche providers set"`,
        )
      }
      if (providers.length === 0) findings.push('nenhum provedor: cadastre um com "guiche providers add"')
    })
    for (const finding of findings) console.error(`✘ ${finding}`)
    if (findings.length === 0) console.log('✔ nada a corrigir')
    return findings.length > 0 ? 1 : code
  },
}

/** On a laptop the owner of the tables does everything. */
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
    ? [`o papel ${role} pode mudar ou apagar a história: como dono das tabelas, select restrict_to_append('${role}')`]
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
  if (previous && previous.until.getTime() <= nowMs) findings.push('GUICHE_ADMIN_TOKEN_PREVIOUS já terminou: tire-o')
  return findings
}

const fortnightMs = 14 * 24 * 3_600_000
