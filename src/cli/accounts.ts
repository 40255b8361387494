import { parseArgs } from 'node:util'
import { accountById, accountPage } from '../accounts/account-store.ts'
import { changeAccount, openAccount } from '../accounts/open-account.ts'
import { type Command, required, show, UsageError, withApp } from './command.ts'

export const accountsCommand: Command = {
  summary: 'abre, lista, mostra e altera contas',
  usage: 'create --name N --document D | list | show ID | set ID JSON',
  async run(args, config) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { name: { type: 'string' }, document: { type: 'string' } },
    })
    const [action, id, json] = positionals
    return withApp(config, async (app) => {
      switch (action) {
        case 'create':
          return show(
            await openAccount(app, {
              name: required(values.name, '--name'),
              document: required(values.document, '--document'),
            }),
          )
        case 'list':
          return show(await accountPage(app.sql, { limit: 100 }))
        case 'show':
          return show((await accountById(app.sql, required(id, 'o id da conta')))?.account ?? null)
        case 'set':
          return show(
            await changeAccount(
              app,
              required(id, 'o id da conta'),
              JSON.parse(required(json, 'o JSON com as mudanças')) as object,
            ),
          )
        default:
          throw new UsageError(`não sei fazer "${action ?? ''}" com contas`)
      }
    })
  },
}
