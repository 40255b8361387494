import { parseArgs } from 'node:util'
import { required, wholeNumber } from './arguments.ts'
import { type Command, show, UsageError } from './command.ts'
import { askSandbox } from './sandbox-client.ts'

/** Device Pay without a device: tokens of the sandbox's wallet, to send as `wallet.token`. */
export const devicePayCommand: Command = {
  summary: 'emite um token de teste da carteira do sandbox, bom ou com defeito',
  usage: 'token --amount CENTAVOS [--network N] [--defect D] [--dpan N] …',
  async run(args, config) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        amount: { type: 'string' },
        network: { type: 'string' },
        defect: { type: 'string' },
        dpan: { type: 'string' },
        currency: { type: 'string' },
        form: { type: 'string' },
        acquirer: { type: 'string' },
        'application-data': { type: 'string' },
      },
    })
    if (positionals[0] !== 'token') throw new UsageError(`não sei fazer "${positionals[0] ?? ''}" com Device Pay`)
    const { amount, 'application-data': applicationData, ...rest } = values
    const wish = { ...rest, applicationData, amount: wholeNumber(required(amount, '--amount'), '--amount', 1) }
    show((await askSandbox(config.home, '/device-pay/tokens', wish)).token)
    return 0
  },
}
