import { accountAudit, operatorAudit } from '../audit-log/audit-list-store.ts'
import { auditSentence } from '../audit-log/audit-sentence.ts'
import { keptSince } from '../audit-log/end-retention.ts'
import { verifyAudit } from '../audit-log/verify-audit.ts'
import { localText } from '../brazil/local-time.ts'
import type { Config } from '../config.ts'
import { idOf, integerOf } from './arguments.ts'
import { type CliCommand, UsageError, withApp } from './command.ts'
import { bad, good, present } from './output.ts'
import { withProgress } from './progress.ts'

export const auditCommand: CliCommand = {
  addTo(audit, run) {
    audit
      .command('verify')
      .description('verifica que nenhuma entrada foi mudada, tirada, incluída ou movida')
      .option(
        '--digest <RESUMO>',
        'o resumo de um dia, do log do gateway: verifica que o registro ainda tem esse dia',
        digestFrom,
      )
      .action(run(verify))
    audit
      .command('list')
      .description('mostra as entradas, da mais nova à mais antiga')
      .option('--account <ID>', 'só as desta conta, com os eventos', idOf('--account'))
      .option('--limit <N>', 'quantas; sem isto, 50', integerOf('--limit', 1))
      .action(run(list))
  },
}

async function verify(config: Config, { digest }: { readonly digest?: string }): Promise<number> {
  let code = 0
  await withApp(config, async (app) => {
    const { entries, problem } = await withProgress('verificando o registro', () =>
      verifyAudit(app, keptSince(app), digest),
    )
    present({ entries, problem: problem?.en ?? null }, () => {
      if (problem === null) console.log(good(`${entries} entradas, todas como foram escritas`))
      else console.error(bad(`depois de ${entries} entradas boas: ${problem.pt}`))
    })
    if (problem !== null) code = 1
  })
  return code
}

const list = (
  config: Config,
  { account, limit = 50 }: { readonly account?: string; readonly limit?: number },
): Promise<number> =>
  withApp(config, async ({ sql }) => {
    const { lines } =
      account === undefined
        ? await operatorAudit(sql, { limit })
        : await accountAudit(sql, account, { limit })
    present(lines, () => {
      for (const line of lines) console.log(`${localText(line.at)}  ${auditSentence(line, 'pt')}`)
    })
  })

function digestFrom(text: string): string {
  const digest = text.trim().toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(digest))
    throw new UsageError('--digest são os 64 caracteres de digest no log')
  return digest
}
