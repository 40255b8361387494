import type { CardOutcome, RejectedReason } from '../ports/card.ts'

export type Rejected = Extract<CardOutcome, { kind: 'rejected' }>

/** `code`: the acquirer's code, or the name of the field that we did not send. */
export const rejected = (reason: RejectedReason, code: string): Rejected => ({
  kind: 'rejected',
  code,
  reason,
  message: messages[reason],
})

const messages: Record<RejectedReason, string> = {
  'card-invalid':
    'Dados do cartão inválidos. Confira número, nome, validade e código de segurança.',
  'installments-invalid':
    'Número de parcelas inválido. Cada parcela deve ser de pelo menos R$ 5,00.',
  'customer-invalid':
    'Dados do cliente inválidos. Confira nome (só letras), documento, e-mail, telefone e endereço.',
  'amount-invalid': 'Valor inválido para pagamento com cartão.',
  'method-not-enabled':
    'Esta forma de pagamento não está habilitada na adquirente. Fale com o suporte.',
  'wallet-token-invalid':
    'O token da carteira é inválido ou foi alterado. Peça ao cliente que autorize de novo.',
  'wallet-not-supported': 'A adquirente não aceita Device Pay nesta conta. Fale com o suporte.',
  'provider-misconfigured': 'A adquirente recusou a configuração da conta. Fale com o suporte.',
}
