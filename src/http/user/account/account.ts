import { OwnAccountWire } from '../../../../contract/account.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { renderOwnAccount } from '../../account-response.ts'
import { accountEndpoint } from '../../request/endpoint.ts'

export const getOwnAccount = accountEndpoint({
  summary: 'Ver a própria conta: métodos, preços, limites e prazos',
  description: 'O que o operador combinou com a conta. Só o operador o muda.',
  answer: envelopeOf(OwnAccountWire),
  handle({ app }, { holder }) {
    return {
      message: { pt: 'Sua conta.', en: 'Your account.' },
      data: renderOwnAccount(app, holder.account),
    }
  },
})
