import { Type } from 'typebox'
import { envelopeOf } from '../../../../contract/envelope.ts'
import {
  type SavedViewWire,
  SaveViewRequest,
  SavedViewWire as Wire,
} from '../../../../contract/saved-view.ts'
import {
  mostViews,
  removeView,
  type SavedView,
  savedViews,
  saveView,
} from '../../../overview/saved-view-store.ts'
import { newId } from '../../../primitives/id.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import { type AccountRequest, accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { withSealedResponse } from '../../request/sealed-response.ts'
import { validate } from '../../request/validation.ts'

export const listViews = accountEndpoint({
  summary: 'Listar os filtros salvos de quem chama',
  description: 'De uma pessoa, nesta conta. Uma chave tem os seus.',
  answer: envelopeOf(Type.Array(Wire)),
  async handle({ app }, request) {
    const views = await savedViews(app.sql, ownerOf(request))
    return { message: { pt: 'Filtros salvos.', en: 'Saved views.' }, data: views.map(render) }
  },
})

export const postView = accountEndpoint({
  summary: 'Salvar filtros com um nome',
  description: `O mesmo nome na mesma página troca os filtros. Até ${mostViews} por pessoa e conta.`,
  body: SaveViewRequest,
  answer: envelopeOf(Wire),
  rejections: ['validation-failed'],
  handle(context, request) {
    const { page, name, query } = validate(SaveViewRequest, request.body)
    return withSealedResponse(context, request, {
      accountId: request.holder.account.id,
      kind: 'leased', // The same name again is the same view.
      async run() {
        const { sql, clock } = context.app
        const createdAt = clock.now()
        const view = { id: newId(createdAt.getTime()), page, name: name.trim(), query, createdAt }
        const saved = await saveView(sql, ownerOf(request), view)
        if (!saved) {
          const issue = { field: 'name', problem: `too-many-views ${mostViews}` }
          throw new Rejection('validation-failed', { issues: [issue] })
        }
        return {
          id: saved.id,
          message: { pt: 'Filtros salvos.', en: 'View saved.' },
          data: render(saved),
        }
      },
    })
  },
})

export const deleteView = accountEndpoint({
  summary: 'Remover filtros salvos',
  answer: envelopeOf(Type.Null()),
  rejections: ['not-found'],
  async handle({ app }, request) {
    if (!(await removeView(app.sql, ownerOf(request), idFrom(request))))
      throw new Rejection('not-found')
    return { message: { pt: 'Filtros removidos.', en: 'View removed.' }, data: null }
  },
})

/** The person, or the key. */
const ownerOf = ({ holder }: AccountRequest) => ({
  accountId: holder.account.id,
  ownerId: holder.keyId,
})

const render = ({ createdAt, ...view }: SavedView): SavedViewWire => ({
  ...view,
  createdAt: createdAt.toISOString(),
})
