import { parseArgs } from 'node:util'
import { issueKey, listKeys, revokeKey, rotateKey } from '../accounts/issue-key.ts'
import { type Command, required, show, UsageError, withApp } from './command.ts'

export const keysCommand: Command = {
  summary: 'cria, lista, troca e revoga chaves de uma conta',
  usage: 'create CONTA --kind secret|public --name N | list CONTA | rotate CONTA CHAVE | revoke CONTA CHAVE',
  async run(args, config) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { kind: { type: 'string' }, name: { type: 'string' }, overlap: { type: 'string' } },
    })
    const [action, account, key] = positionals
    return withApp(config, async (app) => {
      const accountId = required(account, 'o id da conta')
      switch (action) {
        case 'create':
          return show(
            await issueKey(app, { accountId, kind: kindFrom(values.kind), name: required(values.name, '--name') }),
          )
        case 'list':
          return show(await listKeys(app, accountId))
        case 'rotate':
          return show(
            await rotateKey(app, {
              accountId,
              keyId: required(key, 'o id da chave'),
              overlapSeconds: Number(values.overlap ?? 86_400),
            }),
          )
        case 'revoke':
          return show(await revokeKey(app, { accountId, keyId: required(key, 'o id da chave') }))
        default:
          throw new UsageError(`não sei fazer "${action ?? ''}" com chaves`)
      }
    })
  },
}

function kindFrom(text: string | undefined): 'secret' | 'public' {
  if (text === 'secret' || text === 'public') return text
  throw new UsageError('--kind é secret ou public')
}
