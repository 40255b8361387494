import { parseArgs } from 'node:util'
import { ChangeAccountRequest } from '../../contract/account.ts'
import type { Account } from '../accounts/account.ts'
import { accountRulesOf } from '../accounts/account-rules.ts'
import { accountById, accountPage } from '../accounts/account-store.ts'
import { notReady } from '../accounts/not-ready.ts'
import { changeAccount, openAccount } from '../accounts/open-account.ts'
import type { App } from '../app.ts'
import { resumeAccount } from '../cashout/resume-account.ts'
import { unknownFields } from '../http/request/unknown-fields.ts'
import { validate } from '../http/request/validation.ts'
import { Rejection } from '../primitives/rejection.ts'
import { jsonFrom, required, requiredId } from './arguments.ts'
import { type Command, show, UsageError, withApp } from './command.ts'

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
    switch (action) {
      case 'create': {
        const wish = { name: required(values.name, '--name'), document: required(values.document, '--document') }
        return withApp(config, async (app) => show(withRest(app, await openAccount(app, wish))))
      }
      case 'list':
        return withApp(config, async (app) => show(await accountPage(app.sql, { limit: 100 })))
      case 'show': {
        const accountId = requiredId(id, 'o id da conta')
        return withApp(config, async (app) => {
          const found = await accountById(app.sql, accountId)
          if (!found) throw new Rejection('not-found')
          show(withRest(app, found.account))
        })
      }
      case 'set': {
        const accountId = requiredId(id, 'o id da conta')
        const choices = readChoices(jsonFrom(required(json, 'o JSON com as mudanças'), 'o que mudar'))
        return withApp(config, async (app) =>
          show(withRest(app, await changeAccount(app, accountId, choices, resumeAccount(app)))),
        )
      }
      default:
        throw new UsageError(`não sei fazer "${action ?? ''}" com contas`)
    }
  },
}

/** The account, and what is still to be set on it. */
const withRest = ({ config }: Pick<App, 'config'>, account: Account) => ({
  ...account,
  notReady: notReady(account, accountRulesOf(config)),
})

/** As the operator's API takes them. */
const readChoices = (json: unknown): ChangeAccountRequest =>
  validate(ChangeAccountRequest, json, unknownFields(ChangeAccountRequest, json))
