import { texts } from './texts.ts'

/**
 * What a payer reads at the button of a device wallet. The names of the results are those of the
 * program of the page (sdk/device-pay/src/result.ts).
 */
export const devicePayTexts = texts({
  pay: { pt: 'Pagar com Device Pay', en: 'Pay with Device Pay' },
  askAgain: { pt: 'Consultar a resposta', en: 'Ask for the result' },
  paid: { pt: 'Pagamento aprovado.', en: 'Payment approved.' },
  refused: {
    pt: 'Pagamento não aprovado. Nada foi cobrado.',
    en: 'Payment not approved. Nothing was charged.',
  },
  analysis: {
    pt: 'Seu pagamento está em análise. Não pague de novo.',
    en: 'Your payment is being confirmed. Do not pay again.',
  },
  unknown: {
    pt: 'Ainda não sabemos se o pagamento foi feito. Não pague de outra forma: toque no botão para consultar a resposta.',
    en: 'We do not know yet whether the payment was made. Do not pay another way: tap the button to ask for the result.',
  },
  'not-created': {
    pt: 'Não foi possível pagar agora. Nada foi cobrado. Tente de novo em instantes ou use outra forma de pagar.',
    en: 'The payment was not possible now. Nothing was charged. Try again in a moment, or use another way to pay.',
  },
  cancelled: {
    pt: 'Pagamento cancelado. Nada foi cobrado.',
    en: 'Payment canceled. Nothing was charged.',
  },
  'session-expired': {
    pt: 'O tempo para confirmar acabou. Nada foi cobrado. Toque no botão para tentar de novo.',
    en: 'The time to confirm is over. Nothing was charged. Tap the button to try again.',
  },
  'domain-unavailable': {
    pt: 'O Device Pay não está disponível agora. Nada foi cobrado. Escolha outra forma de pagar.',
    en: 'Device Pay is not available now. Nothing was charged. Choose another way to pay.',
  },
  'rate-limited': {
    pt: 'Muitas tentativas em pouco tempo. Nada foi cobrado. Espere alguns minutos ou use outra forma de pagar.',
    en: 'Too many attempts in a short time. Nothing was charged. Wait some minutes, or use another way to pay.',
  },
  network: {
    pt: 'Não foi possível falar com o serviço de pagamento. Nada foi cobrado. Confira sua conexão e tente de novo.',
    en: 'The payment service could not be reached. Nothing was charged. Check your connection and try again.',
  },
  'service-unavailable': {
    pt: 'O Device Pay não respondeu. Nada foi cobrado. Tente de novo em instantes ou use outra forma de pagar.',
    en: 'Device Pay did not respond. Nothing was charged. Try again in a moment, or use another way to pay.',
  },
  'device-unavailable': {
    pt: 'Não foi possível abrir o Device Pay neste aparelho. Nada foi cobrado. Escolha outra forma de pagar.',
    en: 'Device Pay could not be opened on this device. Nothing was charged. Choose another way to pay.',
  },
  'in-progress': {
    pt: 'Já há um pagamento em andamento. Espere a resposta.',
    en: 'Another payment is in progress. Wait for its result.',
  },
})
