import { allProviders } from '../providers/provider-store.ts'
import { idOf, jsonIn, textOf } from './arguments.ts'
import { type CliCommand, change, withApp } from './command.ts'
import { show } from './output.ts'

const settingsFile = 'as configurações; com -, da entrada padrão'

export const providersCommand: CliCommand = {
  addTo(providers, run) {
    providers
      .command('add')
      .description('cadastra um provedor')
      .argument('<TIPO>', 'um dos tipos de "guiche providers kinds"', textOf('o tipo'))
      .argument('<NOME>', 'o nome do provedor', textOf('o nome'))
      .argument('<ARQUIVO>', settingsFile, textOf('o arquivo de configurações'))
      .action(
        run(async (config, kind: string, name: string, file: string) => {
          const given = { kind, name, settings: await jsonIn(file) }
          return change(config, {
            viaApi: (client) => client.call('POST', '/api/admin/providers', { body: given }),
            direct: async (app) => (await verbs()).addProvider(app, given),
          })
        }),
      )
    providers
      .command('list')
      .description('lista os provedores')
      .action(
        run((config) =>
          withApp(config, async (app) =>
            show(
              (await allProviders(app.sql)).map(
                ({ id, kind, name, callbackRegistered, updatedAt }) => ({
                  id,
                  kind,
                  name,
                  callbackRegistered,
                  updatedAt,
                }),
              ),
            ),
          ),
        ),
      )
    providers
      .command('set')
      .description('troca as configurações de um provedor')
      .argument('<ID>', 'o id do provedor', idOf('o id do provedor'))
      .argument('<ARQUIVO>', settingsFile, textOf('o arquivo'))
      .action(
        run(async (config, id: string, file: string) => {
          const body = { settings: await jsonIn(file) }
          return change(config, {
            viaApi: (client) => client.call('PATCH', `/api/admin/providers/${id}`, { body }),
            direct: async (app) => (await verbs()).changeProvider(app, id, body),
          })
        }),
      )
    providers
      .command('renew-callback')
      .description('cadastra de novo o endereço dos avisos no provedor')
      .argument('<ID>', 'o id do provedor', idOf('o id do provedor'))
      .action(
        run((config, id: string) =>
          change(config, {
            viaApi: (client) => client.call('POST', `/api/admin/providers/${id}/callback`),
            direct: async (app) => (await verbs()).renewCallback(app, id),
          }),
        ),
      )
    providers
      .command('check')
      .description('confere um provedor antes de vender: acessos, certificados, avisos, relógio')
      .argument('<NOME>', 'o nome ou o id do provedor', textOf('o nome'))
      .option('--prepare-folder', 'antes, marca a pasta das remessas como a certa: cria .guiche')
      .action(
        run(async (config, name: string, options: { prepareFolder?: boolean }) => {
          const { checkNamed } = await import('./check-provider.ts')
          let code = 1
          await withApp(config, async (app) => {
            code = await checkNamed(app, config, { name, ...options })
          })
          return code
        }),
      )
    providers
      .command('record')
      .description('grava, sem segredos, a conversa com o ambiente de teste de um provedor')
      .argument('<NOME>', 'o nome ou o id do provedor', textOf('o nome'))
      .argument('<ARQUIVO>', 'o arquivo a escrever', textOf('o arquivo'))
      .option('--create <DADOS>', 'também cria e cancela um pagamento, com os dados deste arquivo')
      .action(
        run((config, name: string, file: string, options: { create?: string }) =>
          withApp(config, async (app) => {
            const { recordNamed } = await import('./record-provider.ts')
            await recordNamed(app, config, { name, file, ...options })
          }),
        ),
      )
    providers
      .command('kinds')
      .description('lista os tipos de provedor e o que cada um precisa')
      .action(
        run((config) =>
          withApp(config, async (app) =>
            show(
              Object.entries(app.providers.kinds).map(([kind, { rail, schema }]) => ({
                kind,
                rail,
                settings: schema,
              })),
            ),
          ),
        ),
      )
  },
}

/** Loaded when they are used: they know every kind of provider. */
const verbs = () => import('../accounts/add-provider.ts')
