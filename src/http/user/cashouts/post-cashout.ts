import { CashoutWire, CreateCashoutRequest } from '../../../../contract/cashout.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { cashoutExamples } from '../../../../contract/examples.ts'
import { cancelCashout } from '../../../cashout/cancel-cashout.ts'
import { createCashout } from '../../../cashout/create-cashout.ts'
import { checkPostbackUrl } from '../../../outbound/destination.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { cashoutOnce } from './cashout-answer.ts'
import { readCashout } from './read-cashout.ts'

export const postCashout = accountEndpoint({
  summary: 'Pedir um saque para uma chave Pix',
  description:
    'O valor e a tarifa ficam reservados na hora e o envio vem em seguida: acompanhe por webhook, ou consultando. Um pedido igual em poucos minutos é recusado com o id do primeiro, salvo confirmDuplicate.',
  body: CreateCashoutRequest,
  examples: cashoutExamples,
  answer: envelopeOf(CashoutWire),
  rejections: [
    'validation-failed',
    'permission-denied',
    'cashout-disabled',
    'provider-not-configured',
    'price-not-set',
    'pix-key-invalid',
    'document-invalid',
    'pix-key-owner-mismatch',
    'cashout-limit-exceeded',
    'insufficient-balance',
    'possible-duplicate',
    'postback-url-invalid',
  ],
  handle(edge, asked) {
    const { app } = edge
    const { account, keyId, keyName, grant } = asked.holder
    const wish = { ...readCashout(asked.body), requestedBy: { keyId, name: keyName }, grant }
    const { postbackUrl } = wish.order
    if (postbackUrl !== null) checkPostbackUrl(postbackUrl, app.config.outbound)
    return cashoutOnce(edge, asked, {
      message: { pt: 'Saque pedido.', en: 'Cashout requested.' },
      run: (remember) => createCashout(app, account, wish, { ...(remember && { remember }) }),
    })
  },
})

export const postCashoutCancel = accountEndpoint({
  summary: 'Cancelar um saque que ainda não saiu',
  description: 'Só em PENDING. O valor reservado volta ao saldo.',
  answer: envelopeOf(CashoutWire),
  rejections: ['not-found', 'cashout-status-does-not-allow'],
  handle: (edge, asked) =>
    cashoutOnce(edge, asked, {
      message: { pt: 'Saque cancelado.', en: 'Cashout canceled.' },
      run: (remember) => {
        edge.app.journal.assertCapacity()
        return cancelCashout(edge.app, asked.holder.account.id, idFrom(asked), {
          ...(remember && { remember }),
        })
      },
    }),
})
