import { integerOf } from './arguments.ts'
import { type CliCommand, withApp } from './command.ts'
import { createSecret, wrapSecret } from './make-secret.ts'
import { retireMasterKey, retirePepper } from './retire-secret.ts'
import { showSecretsStatus } from './secrets-status.ts'

export const secretsCommand: CliCommand = {
  addTo(secrets, run) {
    secrets
      .command('status')
      .description(
        'mostra a custódia, o que cada versão sela ou resume, e o andamento de uma troca',
      )
      .action(run((config) => withApp(config, showSecretsStatus)))
    secrets
      .command('create')
      .description('cria um segredo aleatório, cifrado pela custódia se há uma')
      .argument('<NOME>', 'GUICHE_MASTER_KEYS, GUICHE_PEPPERS ou GUICHE_ADMIN_TOKEN')
      .argument('[VERSÃO]', 'a versão (a seguinte às que a lista tem)', integerOf('a versão', 1))
      .action(run.plain(createSecret))
    secrets
      .command('wrap')
      .description('cifra pela custódia o valor lido da entrada padrão, ou o cifra de novo')
      .argument('<NOME>', 'a configuração, como GUICHE_PEPPERS ou DATABASE_URL')
      .action(run.plain(wrapSecret))
    secrets
      .command('retire')
      .description('aposenta uma versão da chave mestra que não sela mais nada')
      .argument('<VERSÃO>', 'a versão', integerOf('a versão', 1))
      .action(
        run((config, version: number) => withApp(config, (app) => retireMasterKey(app, version))),
      )
    secrets
      .command('retire-pepper')
      .description('aposenta uma versão do pepper')
      .argument('<VERSÃO>', 'a versão', integerOf('a versão', 1))
      .option('--drop', 'revoga as chaves e os códigos de recuperação que ainda dependem dela')
      .action(
        run((config, version: number, options: { readonly drop?: true }) =>
          withApp(config, (app) => retirePepper(app, version, options)),
        ),
      )
  },
}
