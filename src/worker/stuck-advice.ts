import type { StuckKind } from '../../contract/work.ts'

/** What an operator does about stuck work, in both languages. */
export const stuckAdvice: Readonly<
  Record<StuckKind, { readonly pt: string; readonly en: string }>
> = {
  attempts: {
    pt: 'A adquirente não diz se a venda foi feita, e o worker continua consultando. Procure a referência no portal da adquirente e abra um chamado com ela. Não cobre de novo: a venda pode existir.',
    en: 'The acquirer does not say whether the sale was made, and the worker keeps querying. Look up the reference on the acquirer’s portal and open a ticket. Do not charge again: the sale may exist.',
  },
  refunds: {
    pt: 'O provedor não diz o resultado da devolução, e o valor segue bloqueado. Veja a saúde do provedor e procure a devolução no portal dele. Nunca a pague à mão.',
    en: 'The provider does not say how the refund ended, and the money stays blocked. Check the provider’s health and look up the refund on its portal. Never pay it by hand.',
  },
  cashouts: {
    pt: 'O banco não diz se o PIX saiu, e o valor segue bloqueado. Procure a referência no banco. Não envie de novo por fora: o envio pode existir.',
    en: 'The bank does not say whether the PIX was sent, and the money stays blocked. Look up the reference at the bank. Do not send it again by hand: the payment may exist.',
  },
  disputes: {
    pt: 'A resposta da disputa não chegou ao provedor, ou ele não a confirma. Veja o prazo: se estiver perto, envie a defesa pelo portal do provedor.',
    en: 'The answer to the dispute did not reach the provider, or it does not confirm it. Check the deadline: if it is near, send the defence on the provider’s portal.',
  },
  'webhook-addresses': {
    pt: 'Todo aviso a este endereço falha. O lojista foi avisado por e-mail; veja as entregas da conta e fale com ele.',
    en: 'Every webhook to this address fails. The merchant was notified by mail; see the deliveries of the account and talk to the merchant.',
  },
  'domain-removals': {
    pt: 'A adquirente não confirma que deixou de conhecer o domínio. Veja a saúde dela, ou peça a remoção no portal.',
    en: 'The acquirer does not confirm that it forgot the domain. Check its health, or ask for the removal on its portal.',
  },
  approvals: {
    pt: 'A mudança foi aprovada, e o worker tenta aplicá-la até conseguir. Não a peça de novo: seria feita duas vezes. Veja o log do worker pelo id.',
    en: 'The change was approved, and the worker tries to apply it until it succeeds. Do not ask for it again: it would be made twice. Look for the id in the worker’s log.',
  },
  mails: {
    pt: 'O servidor de e-mail recusa esta mensagem ou não responde. Veja lastError e a configuração de SMTP_URL.',
    en: 'The mail server refuses this message or does not respond. See lastError and the setting SMTP_URL.',
  },
}
