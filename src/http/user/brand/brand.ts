import { BrandWire, PutBrandRequest } from '../../../../contract/brand.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import type { App } from '../../../app.ts'
import { brandOf, logoOf } from '../../../checkout/brand-store.ts'
import { changeBrand } from '../../../checkout/change-brand.ts'
import { textColorOn } from '../../../primitives/contrast.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { validate } from '../../request/validation.ts'

export const getBrand = accountEndpoint({
  summary: 'Ver a marca da conta',
  answer: envelopeOf(BrandWire),
  async handle({ app }, { holder }) {
    const data = await render(app, holder.account.id)
    return { message: { pt: 'Marca da conta.', en: 'Brand of the account.' }, data }
  },
})

export const putBrand = accountEndpoint({
  summary: 'Mudar a marca da conta',
  description:
    'O nome, a cor e o logotipo nas páginas de links e checkouts. O que faltar fica como estava; null remove.',
  body: PutBrandRequest,
  answer: envelopeOf(BrandWire),
  rejections: ['validation-failed'],
  async handle({ app }, { holder, body }) {
    await changeBrand(app, holder.account, validate(PutBrandRequest, body))
    // The notification that clears the memory of each process may come after the next request.
    app.accounts.refresh()
    const data = await render(app, holder.account.id)
    return { message: { pt: 'Marca alterada.', en: 'Brand changed.' }, data }
  },
})

async function render({ sql }: Pick<App, 'sql'>, accountId: string): Promise<BrandWire> {
  const [{ name, color, updatedAt }, logo] = await Promise.all([
    brandOf(sql, accountId),
    logoOf(sql, accountId),
  ])
  return {
    name: name ?? null,
    color: color ?? null,
    textColor: color === undefined ? null : textColorOn(color),
    logo: logo ? { contentType: logo.type, content: logo.bytes.toString('base64') } : null,
    updatedAt: updatedAt?.toISOString() ?? null,
  }
}
