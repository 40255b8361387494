import { addProvider, changeProvider, renewCallback } from '../accounts/add-provider.ts'
import { allProviders } from '../providers/provider-store.ts'
import { jsonIn, required, requiredId } from './arguments.ts'
import { type Command, show, UsageError, withApp } from './command.ts'

export const providersCommand: Command = {
  summary: 'cadastra adquirentes e bancos; as configurações vêm de um arquivo JSON',
  usage: 'add TIPO NOME ARQUIVO | list | set ID ARQUIVO | renew-callback ID | kinds',
  async run(args, config) {
    const [action, first, second, third] = args
    return withApp(config, async (app) => {
      switch (action) {
        case 'add':
          return show(
            await addProvider(app, {
              kind: required(first, 'o tipo'),
              name: required(second, 'o nome'),
              settings: await jsonIn(required(third, 'o arquivo de configurações')),
            }),
          )
        case 'list':
          return show(
            (await allProviders(app.sql)).map(({ id, kind, name, callbackRegistered, updatedAt }) => ({
              ...{ id, kind, name, callbackRegistered, updatedAt },
            })),
          )
        case 'set':
          return changeProvider(app, requiredId(first, 'o id do provedor'), {
            settings: await jsonIn(required(second, 'o arquivo')),
          })
        case 'renew-callback':
          return show(await renewCallback(app, requiredId(first, 'o id do provedor')))
        case 'kinds':
          return show(
            Object.entries(app.providers.kinds).map(([kind, { rail, schema }]) => ({ kind, rail, settings: schema })),
          )
        default:
          throw new UsageError(`não sei fazer "${action ?? ''}" com provedores`)
      }
    })
  },
}
