import { ChangeAccountRequest } from '../../contract/account.ts'
import type { Account } from '../accounts/account.ts'
import { allAccounts } from '../accounts/account-list-store.ts'
import { accountRulesOf } from '../accounts/account-rules.ts'
import { accountById } from '../accounts/account-store.ts'
import { notReady } from '../accounts/not-ready.ts'
import { changeAccount, openAccount } from '../accounts/open-account.ts'
import type { App } from '../app.ts'
import { resumeAccount } from '../cashout/resume-account.ts'
import { unknownFields } from '../http/request/unknown-fields.ts'
import { validate } from '../http/request/validation.ts'
import { Rejection } from '../primitives/rejection.ts'
import { idOf, jsonFrom, textOf } from './arguments.ts'
import { type CliCommand, change, withApp } from './command.ts'
import { show } from './output.ts'

export const accountsCommand: CliCommand = {
  addTo(accounts, run) {
    accounts
      .command('create')
      .description('abre uma conta')
      .requiredOption('--name <NOME>', 'o nome da conta', textOf('--name'))
      .requiredOption('--document <DOCUMENTO>', 'o CPF ou CNPJ', textOf('--document'))
      .action(
        run((config, { name, document }: { name: string; document: string }) =>
          change(config, {
            viaApi: (client) =>
              client.call('POST', '/api/admin/accounts', { body: { name, document } }),
            direct: async (app) => withRest(app, await openAccount(app, { name, document })),
          }),
        ),
      )
    accounts
      .command('list')
      .description('lista as contas')
      .action(
        run((config) =>
          withApp(config, async (app) => show(await Array.fromAsync(allAccounts(app.sql)))),
        ),
      )
    accounts
      .command('show')
      .description('mostra uma conta, e o que falta nela')
      .argument('<ID>', 'o id da conta', idOf('o id da conta'))
      .action(
        run((config, accountId: string) =>
          withApp(config, async (app) => {
            const found = await accountById(app.sql, accountId)
            if (!found) throw new Rejection('not-found')
            show(withRest(app, found.account))
          }),
        ),
      )
    accounts
      .command('set')
      .description('altera uma conta')
      .argument('<ID>', 'o id da conta', idOf('o id da conta'))
      .argument('<JSON>', 'o que mudar, como na API', readChoices)
      .action(
        run((config, accountId: string, choices: ChangeAccountRequest) =>
          change(config, {
            viaApi: (client) =>
              client.call('PATCH', `/api/admin/accounts/${accountId}`, { body: choices }),
            direct: async (app) =>
              withRest(app, await changeAccount(app, accountId, choices, resumeAccount(app))),
          }),
        ),
      )
  },
}

/** The account with the settings that it still needs. */
const withRest = ({ config }: Pick<App, 'config'>, account: Account) => ({
  ...account,
  notReady: notReady(account, accountRulesOf(config)),
})

/**
 * The same fields as in the operator's API.
 * @throws UsageError @throws Rejection `validation-failed`
 */
function readChoices(text: string): ChangeAccountRequest {
  const json = jsonFrom(text, 'o que mudar')
  return validate(ChangeAccountRequest, json, unknownFields(ChangeAccountRequest, json))
}
