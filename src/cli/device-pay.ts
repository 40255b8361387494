import { integerOf } from './arguments.ts'
import type { CliCommand } from './command.ts'
import { show } from './output.ts'
import { askSandbox } from './sandbox-client.ts'

/** Device Pay without a device: tokens of the sandbox's wallet, to send as `wallet.token`. */
export const devicePayCommand: CliCommand = {
  addTo(command, run) {
    command
      .command('token')
      .description('emite um token')
      .requiredOption('--amount <CENTAVOS>', 'o valor', integerOf('--amount', 1))
      .option('--network <BANDEIRA>', 'a bandeira do cartão')
      .option('--defect <DEFEITO>', 'o que está errado no token')
      .option('--dpan <NÚMERO>', 'o número do cartão no aparelho')
      .option('--currency <MOEDA>', 'o código numérico da moeda')
      .option('--form <FORMA>', 'a codificação da assinatura')
      .option('--acquirer <ADQUIRENTE>', 'de quem é a chave que abre o token')
      .option('--application-data <BASE64>', 'o que prende o token à conta')
      .action(
        run(async (config, fields: object) => {
          show((await askSandbox(config.home, '/device-pay/tokens', fields)).token)
          return 0
        }),
      )
  },
}
