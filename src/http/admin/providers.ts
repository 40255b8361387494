import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import {
  AddedProviderWire,
  AddProviderRequest,
  ChangeProviderRequest,
  ProviderKindWire,
  ProviderWire,
} from '../../../contract/provider.ts'
import {
  type AddedProvider,
  addProvider,
  changeProvider,
  providerById,
  renewCallback,
} from '../../accounts/add-provider.ts'
import type { App } from '../../app.ts'
import { providerChange } from '../../approved-changes/providers.ts'
import { derivedId } from '../../primitives/id.ts'
import type { ProviderRow } from '../../providers/provider-store.ts'
import { settingsForm } from '../../providers/settings-form/settings-form.ts'
import { askSecondPerson, waitsForSecondPerson } from '../approval-response.ts'
import { endpoint } from '../request/endpoint.ts'
import { idFrom } from '../request/id-from.ts'
import { validate } from '../request/validation.ts'
import { withOperatorIdempotency } from './operator-idempotency.ts'

export const listProviderKinds = endpoint({
  summary: 'Listar os tipos de provedor e o que cada um pede',
  description: 'Cada tipo com os campos de um formulário: nome, tipo, regras e textos.',
  answer: envelopeOf(Type.Array(ProviderKindWire)),
  handle({ app }) {
    const kinds = Object.entries(app.providers.kinds).map(
      ([kind, { name, rail, services, schema }]): ProviderKindWire => ({
        kind,
        name,
        rail,
        services: [...services],
        fields: settingsForm(schema),
        settings: schema,
      }),
    )
    return { message: { pt: 'Tipos de provedor.', en: 'Kinds of provider.' }, data: kinds }
  },
})

export const postProvider = endpoint({
  summary: 'Cadastrar um provedor',
  description: 'As configurações são guardadas cifradas e nunca mais mostradas.',
  body: AddProviderRequest,
  mayWait: true,
  answer: envelopeOf(AddedProviderWire),
  rejections: ['validation-failed', 'provider-invalid'],
  handle(context, request) {
    const wanted = validate(AddProviderRequest, request.body)
    if (waitsForSecondPerson(context.app))
      return askSecondPerson(context, request, 'provider.add', wanted)
    const { idempotencyKey: key } = request
    return withOperatorIdempotency(context, request, {
      // The id follows from the key, so a second run finds the provider of the first.
      kind: 'leased',
      async run() {
        const id = key === undefined ? undefined : derivedId(`provider ${key}`)
        const added = await addProvider(context.app, { ...wanted, ...(id !== undefined && { id }) })
        return {
          id: added.id,
          message: { pt: 'Provedor cadastrado.', en: 'Provider added.' },
          data: await renderAdded(context.app, added),
        }
      },
    })
  },
})

export const patchProvider = endpoint({
  summary: 'Alterar um provedor',
  description: 'Com settings, as configurações são trocadas por inteiro.',
  body: ChangeProviderRequest,
  mayWait: true,
  answer: envelopeOf(ProviderWire),
  rejections: ['not-found', 'validation-failed', 'provider-invalid'],
  async handle(context, request) {
    const { app } = context
    const id = idFrom(request)
    const changes = validate(ChangeProviderRequest, request.body)
    if (waitsForSecondPerson(app))
      return askSecondPerson(
        context,
        request,
        'provider.change',
        await providerChange(app, id, changes),
      )
    await changeProvider(app, id, changes)
    return {
      message: { pt: 'Provedor alterado.', en: 'Provider changed.' },
      data: renderProvider(app, await providerById(app, id)),
    }
  },
})

export const postProviderCallback = endpoint({
  summary: 'Trocar o endereço em que um provedor nos avisa',
  answer: envelopeOf(AddedProviderWire),
  rejections: ['not-found'],
  handle(context, request) {
    const id = idFrom(request)
    return withOperatorIdempotency(context, request, {
      kind: 'leased', // A second run creates another address. The first one was never shown.
      async run() {
        const data = await renderAdded(context.app, await renewCallback(context.app, id))
        return {
          id,
          message: {
            pt: 'Endereço novo. O antigo vale até o provedor usar o novo.',
            en: 'A new address. The old one works until the provider uses the new one.',
          },
          data,
        }
      },
    })
  },
})

export const renderProvider = (
  { providers }: Pick<App, 'providers'>,
  { id, kind, name, callbackRegistered, updatedAt }: ProviderRow,
): ProviderWire => ({
  id,
  kind,
  rail: providers.kinds[kind]?.rail ?? null,
  name,
  callbackRegistered,
  updatedAt: updatedAt.toISOString(),
})

const renderAdded = async (
  app: Pick<App, 'sql' | 'providers'>,
  { id, callbackUrl, callbackRegistered }: AddedProvider,
): Promise<AddedProviderWire> => ({
  ...renderProvider(app, await providerById(app, id)),
  callbackUrl,
  callbackRegistered,
})
