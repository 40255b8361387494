import { CardToken } from '../../../contract/card-token.ts'
import { CardInput } from '../../../contract/create-transaction.ts'
import { envelopeOf } from '../../../contract/envelope.ts'
import { sealCardToken } from '../../transactions/card/card-token.ts'
import { networkOfUsableCard } from '../../transactions/usable-card.ts'
import { accountEndpoint } from '../request/endpoint.ts'
import { objectOrRaw } from '../request/normalize.ts'
import { assertNoIssues } from '../request/validation.ts'
import { readCard } from '../user/transactions/read-card.ts'

export const postCardToken = accountEndpoint({
  summary: 'Trocar um cartão por um token de uso único',
  description:
    'Chamado pelo navegador, com a chave pública: o número do cartão não passa pelo servidor da loja. Nada é guardado aqui, então repetir a chamada só cria outro token.',
  body: CardInput,
  answer: envelopeOf(CardToken),
  rejections: ['validation-failed', 'card-invalid', 'card-brand-not-supported', 'card-expired'],
  handle({ app }, { body, holder }) {
    const fields = objectOrRaw(body)
    const cardFields = objectOrRaw(fields?.card) ?? fields ?? {}
    // A payer who left the code empty can still fill it in now. Once the token exists it would be
    // too late.
    if (cardFields.cvv === '') assertNoIssues([{ field: 'card.cvv', problem: 'too-short 3' }])
    const card = readCard(cardFields)
    const at = app.clock.now()
    const brand = networkOfUsableCard(card, at)
    const { token, expiresAt } = sealCardToken(app.vault, {
      accountId: holder.account.id,
      card,
      at,
    })
    return {
      message: { pt: 'Token criado.', en: 'Token created.' },
      data: {
        token,
        brand,
        lastDigits: `${'*'.repeat(12)}${card.number.slice(-4)}`,
        expiresAt: expiresAt.toISOString(),
      } satisfies CardToken,
    }
  },
})
