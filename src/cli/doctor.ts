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
