import type { KeyKind } from '../../contract/account.ts'
import { issueKey, listKeys, revokeKey, rotateKey } from '../accounts/issue-key.ts'
import { idOf, integerOf, textOf } from './arguments.ts'
import { type CliCommand, change, UsageError, withApp } from './command.ts'
import { show } from './output.ts'

export const keysCommand: CliCommand = {
  addTo(keys, run) {
    keys
      .command('create')
      .description('cria uma chave')
      .argument('<CONTA>', 'o id da conta', idOf('o id da conta'))
      .requiredOption('--kind <TIPO>', 'secret ou public', readKind)
      .requiredOption('--name <NOME>', 'o nome da chave', textOf('--name'))
      .action(
        run((config, accountId: string, { kind, name }: { kind: KeyKind; name: string }) =>
          change(config, {
            viaApi: (client) => client.call('POST', keysOf(accountId), { body: { kind, name } }),
            direct: (app) => issueKey(app, { accountId, kind, name }),
          }),
        ),
      )
    keys
      .command('list')
      .description('lista as chaves')
      .argument('<CONTA>', 'o id da conta', idOf('o id da conta'))
      .action(
        run((config, accountId: string) =>
          withApp(config, async (app) => show(await listKeys(app, accountId))),
        ),
      )
    keys
      .command('rotate')
      .description('troca uma chave por uma nova')
      .argument('<CONTA>', 'o id da conta', idOf('o id da conta'))
      .argument('<CHAVE>', 'o id da chave', idOf('o id da chave'))
      .option(
        '--overlap <SEGUNDOS>',
        'por quanto tempo a antiga ainda vale; sem isto, um dia',
        integerOf('--overlap'),
      )
      .action(
        run(
          (config, accountId: string, keyId: string, { overlap = 86_400 }: { overlap?: number }) =>
            change(config, {
              viaApi: (client) =>
                client.call('POST', `${keysOf(accountId)}/${keyId}/rotate`, {
                  body: { overlapSeconds: overlap },
                }),
              direct: (app) => rotateKey(app, { accountId, keyId, overlapSeconds: overlap }),
            }),
        ),
      )
    keys
      .command('revoke')
      .description('revoga uma chave')
      .argument('<CONTA>', 'o id da conta', idOf('o id da conta'))
      .argument('<CHAVE>', 'o id da chave', idOf('o id da chave'))
      .action(
        run((config, accountId: string, keyId: string) =>
          change(config, {
            viaApi: (client) => client.call('DELETE', `${keysOf(accountId)}/${keyId}`),
            direct: (app) => revokeKey(app, { accountId, keyId }),
          }),
        ),
      )
  },
}

const keysOf = (accountId: string): string => `/api/admin/accounts/${accountId}/keys`

function readKind(text: string): KeyKind {
  if (text === 'secret' || text === 'public') return text
  throw new UsageError('--kind é secret ou public')
}
