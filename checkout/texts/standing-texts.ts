import { texts } from './texts.ts'

/** What a payer reads about the state of a payment. */
export const standingTexts = texts({
  authorized: { pt: 'Autorizado', en: 'Authorized' },
  authorizedText: {
    pt: 'O valor está reservado no cartão e será cobrado pela loja.',
    en: 'The amount is reserved on the card, and the shop will charge it.',
  },
  refused: { pt: 'Não aprovado', en: 'Not approved' },
  refusedText: {
    pt: 'O pagamento não foi aprovado. Nada foi cobrado.',
    en: 'The payment was not approved. Nothing was charged.',
  },
  analysing: { pt: 'Em análise', en: 'Being confirmed' },
  analysingText: {
    pt: 'Seu pagamento ainda está em análise. Não pague de novo: esta página avisa quando houver resposta.',
    en: 'Your payment is still being confirmed. Do not pay again: this page shows the result as soon as it is known.',
  },
  paid: { pt: 'Pago', en: 'Paid' },
  paidAt: {
    pt: (at: string) => `Pagamento recebido em ${at}.`,
    en: (at: string) => `Payment received on ${at}.`,
  },
  received: { pt: 'O pagamento foi recebido.', en: 'The payment was received.' },
  paidBoleto: { pt: 'Não pague de novo.', en: 'Do not pay it again.' },
  returning: {
    pt: (amount: string) => `A loja pediu a devolução de ${amount}: o banco ainda não confirmou.`,
    en: (amount: string) =>
      `The shop requested a refund of ${amount}: the bank has not confirmed it yet.`,
  },
  partBack: { pt: 'Pago e devolvido em parte', en: 'Paid and partly refunded' },
  partBackText: {
    pt: (back: string, amount: string) => `${back} de ${amount} voltaram para quem pagou.`,
    en: (back: string, amount: string) => `${back} of ${amount} went back to the payer.`,
  },
  refunded: { pt: 'Devolvido', en: 'Refunded' },
  refundedPix: {
    pt: (amount: string) => `O valor inteiro deste PIX voltou para quem pagou: ${amount}.`,
    en: (amount: string) => `The whole amount of this PIX went back to the payer: ${amount}.`,
  },
  refundedBoleto: {
    pt: (amount: string) => `O valor inteiro deste boleto voltou para quem pagou: ${amount}.`,
    en: (amount: string) => `The whole amount of this boleto went back to the payer: ${amount}.`,
  },
  refundedCard: {
    pt: (amount: string) => `O valor inteiro foi estornado no cartão: ${amount}.`,
    en: (amount: string) => `The whole amount was refunded to the card: ${amount}.`,
  },
  disputed: { pt: 'Em disputa', en: 'In dispute' },
  disputedPix: {
    pt: 'Quem pagou pediu este PIX de volta ao banco, que ainda não decidiu.',
    en: 'The payer asked the bank to return this PIX. The bank has not decided yet.',
  },
  disputedBoleto: {
    pt: 'Quem pagou pediu este valor de volta ao banco, que ainda não decidiu.',
    en: 'The payer asked the bank to return this amount. The bank has not decided yet.',
  },
  disputedCard: {
    pt: 'A compra foi contestada no banco do cartão, que ainda não decidiu.',
    en: 'The purchase was disputed at the bank of the card. The bank has not decided yet.',
  },
  chargedback: { pt: 'Contestado e devolvido', en: 'Disputed and returned' },
  chargedbackText: {
    pt: (lost: string) => `A disputa foi aceita e ${lost} voltaram para quem pagou.`,
    en: (lost: string) => `The dispute was accepted, and ${lost} went back to the payer.`,
  },
  refundedBefore: {
    pt: (amount: string) => `Antes disso a loja devolveu ${amount}.`,
    en: (amount: string) => `Before that the shop refunded ${amount}.`,
  },
  cannotBePaid: {
    pt: 'Ele não pode mais ser pago. Se precisar, fale com a loja.',
    en: 'It can no longer be paid. If you need help, contact the shop.',
  },
  cancelledPix: { pt: 'Este PIX foi cancelado', en: 'This PIX was canceled' },
  cancelledBoleto: { pt: 'Boleto cancelado', en: 'Boleto canceled' },
  cancelledCard: { pt: 'Cancelado', en: 'Canceled' },
  cancelledCardText: {
    pt: 'O pagamento foi cancelado. Nada foi cobrado.',
    en: 'The payment was canceled. Nothing was charged.',
  },
  expiredPix: { pt: 'Este PIX expirou', en: 'This PIX has expired' },
  expiredPixText: {
    pt: 'O prazo para pagar terminou. Volte à loja e gere um novo código.',
    en: 'The time to pay is over. Go back to the shop and create a new code.',
  },
  expiredBoleto: { pt: 'Boleto vencido', en: 'Boleto overdue' },
  expiredBoletoText: {
    pt: 'O prazo para pagar terminou. Peça um novo boleto à loja.',
    en: 'The time to pay is over. Ask the shop for a new boleto.',
  },
  refusedBoleto: { pt: 'Boleto não registrado', en: 'Boleto not registered' },
  refusedBoletoText: {
    pt: 'O banco não registrou este boleto, e ele não pode ser pago. Fale com a loja.',
    en: 'The bank has not registered this boleto, and it cannot be paid. Contact the shop.',
  },
  registering: { pt: 'Boleto em registro', en: 'Boleto being registered' },
  registeringText: {
    pt: 'O banco ainda não o registrou, e ele não pode ser pago. Volte no próximo dia útil.',
    en: 'The bank has not registered it yet, and it cannot be paid. Return on the next business day.',
  },
  inProtest: { pt: 'Boleto em protesto', en: 'Boleto in protest' },
  inProtestText: {
    pt: 'O banco o levou a um cartório de protesto, e lá ele é pago. Siga a intimação do cartório, ou fale com a loja.',
    en: 'The bank took it to a notary’s office (cartório de protesto), where it is paid. Follow the notice of that office, or contact the shop.',
  },
  expiredCard: { pt: 'Expirado', en: 'Expired' },
  expiredCardText: {
    pt: 'O pagamento não foi concluído a tempo. Nada foi cobrado.',
    en: 'The payment was not completed in time. Nothing was charged.',
  },
})
