import { CashoutApprovalWire } from '../../../../contract/cashout.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { cashoutSettingsOf } from '../../../accounts/cashout-settings.ts'
import { approvalToken } from '../../../cashout/request-approval.ts'
import { accountEndpoint } from '../../request/endpoint.ts'

export const getCashoutApproval = accountEndpoint({
  summary: 'Ver quem aprova os saques da conta',
  description:
    'Com by igual a callback, url recebe um POST assinado como os webhooks, com o token, e responde {"approved": true} ou {"approved": false, "reason": "…"}. Sem resposta em 24 horas o saque é cancelado.',
  answer: envelopeOf(CashoutApprovalWire),
  handle({ app }, { holder }) {
    const { approval } = cashoutSettingsOf(holder.account)
    const data: CashoutApprovalWire = {
      above: approval?.above ?? null,
      by: approval?.by ?? null,
      url: approval?.url ?? null,
      token: approval?.by === 'callback' ? approvalToken(app, holder.account.id) : null,
    }
    return { message: { pt: 'Aprovação de saques.', en: 'Approval of cashouts.' }, data }
  },
})
