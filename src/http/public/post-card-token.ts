import { CardToken } from '../../../contract/card-token.ts'
import { CardInput } from '../../../contract/create-transaction.ts'
import { envelopeOf } from '../../../contract/envelope.ts'
import { readCardNumber } from '../../brazil/card-brand.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { sealCardToken } from '../../transactions/card-token.ts'
import type { AskedByAccount, Endpoint } from '../endpoint.ts'
import { block } from '../fold.ts'
import { readCard } from '../user/read-order.ts'

export const postCardToken: Endpoint<AskedByAccount> = {
  summary: 'Trocar um cartão por um token de uso único',
  description:
    'Chamado pelo navegador, com a chave pública: o número do cartão não passa pelo servidor da loja. Nada é guardado aqui, então repetir a chamada só cria outro token.',
  body: CardInput,
  answer: envelopeOf(CardToken),
  rejections: ['validation-failed', 'card-invalid', 'card-brand-not-supported'],
  handle({ app }, { body, holder }) {
    const fields = block(body)
    const card = readCard(block(fields?.card) ?? fields ?? {})
    const reading = readCardNumber(card.number)
    if (!reading.ok)
      throw new Rejection(reading.problem === 'brand' ? 'card-brand-not-supported' : 'card-invalid', {
        field: 'card.number',
      })
    const { token, expiresAt } = sealCardToken(app.vault, { accountId: holder.account.id, card, at: app.clock.now() })
    return {
      message: { pt: 'Token criado.', en: 'Token created.' },
      data: {
        token,
        brand: reading.brand,
        lastDigits: `${'*'.repeat(12)}${card.number.slice(-4)}`,
        expiresAt: expiresAt.toISOString(),
      } satisfies CardToken,
    }
  },
}
