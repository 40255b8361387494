import { parseArgs } from 'node:util'
import type { KeyKind } from '../../contract/account.ts'
import { issueKey, listKeys, revokeKey, rotateKey } from '../accounts/issue-key.ts'
import { required, requiredId, wholeNumber } from './arguments.ts'
import { type Command, show, UsageError, withApp } from './command.ts'

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
    const accountId = requiredId(account, 'o id da conta')
    const keyId = () => requiredId(key, 'o id da chave')
    switch (action) {
      case 'create': {
        const wish = { accountId, kind: kindFrom(values.kind), name: required(values.name, '--name') }
        return withApp(config, async (app) => show(await issueKey(app, wish)))
      }
      case 'list':
        return withApp(config, async (app) => show(await listKeys(app, accountId)))
      case 'rotate': {
        const overlapSeconds = wholeNumber(values.overlap ?? '86400', '--overlap')
        const rotation = { accountId, keyId: keyId(), overlapSeconds }
        return withApp(config, async (app) => show(await rotateKey(app, rotation)))
      }
      case 'revoke': {
        const revoked = { accountId, keyId: keyId() }
        return withApp(config, async (app) => show(await revokeKey(app, revoked)))
      }
      default:
        throw new UsageError(`não sei fazer "${action ?? ''}" com chaves`)
    }
  },
}

function kindFrom(text: string | undefined): KeyKind {
  if (text === 'secret' || text === 'public') return text
  throw new UsageError('--kind é secret ou public')
}
