import { readFile } from 'node:fs/promises'
import { addProvider, changeProvider, renewCallback } from '../accounts/add-provider.ts'
import { allProviders } from '../providers/provider-store.ts'
import { type Command, required, show, UsageError, withApp } from './command.ts'

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
              settings: await settingsIn(required(third, 'o arquivo de configurações')),
            }),
          )
        case 'list':
          return show(
            (await allProviders(app.sql)).map(({ id, kind, name, callbackRegistered, updatedAt }) => ({
              ...{ id, kind, name, callbackRegistered, updatedAt },
            })),
          )
        case 'set':
          return changeProvider(app, required(first, 'o id'), {
            settings: await settingsIn(required(second, 'o arquivo')),
          })
        case 'renew-callback':
          return show(await renewCallback(app, required(first, 'o id')))
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

/** From a file, so that secrets stay out of the shell's history. */
const settingsIn = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))
