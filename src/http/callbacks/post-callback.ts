import { digestOfCallback } from '../../accounts/add-provider.ts'
import type { App } from '../../app.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { providerByCallback } from '../../providers/provider-store.ts'
import type { Rail } from '../../providers/registry.ts'
import { type Notice, takeBoletoNotice, takeCardNotice, takePixNotice } from '../../transactions/take-notice.ts'
import type { Endpoint } from '../endpoint.ts'

/** Where providers tell us things. The secret in the path says which provider it is, and that it is. */
export const postCallback: Endpoint = {
  summary: 'Aviso de um provedor',
  async handle({ app }, { params, headers, body }) {
    const provider = await providerByCallback(app.sql, digestOfCallback(app.vault, params.secret ?? ''))
    const rail = provider && app.providers.kinds[provider.kind]?.rail
    if (!rail) throw new Rejection('not-found')
    if (!(await take[rail](app, provider.id, { headers, body }))) throw new Rejection('unauthenticated')
    return { status: 200, body: '' }
  },
}

/** Each answers whether the notice was authentic. A trouble on the way is a 5xx, and the provider tries again. */
const take: Record<Rail, (app: App, providerId: string, notice: Notice) => Promise<boolean>> = {
  card: takeCardNotice,
  pix: takePixNotice,
  boleto: takeBoletoNotice,
}
