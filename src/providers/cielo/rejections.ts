import type { CardOutcome, RejectedReason } from '../card.ts'

export type Rejected = Extract<CardOutcome, { kind: 'rejected' }>

/** `code`: the acquirer's, or the name of the field that we would not send. */
export const rejected = (reason: RejectedReason, code: string): Rejected => ({
  kind: 'rejected',
  code,
  reason,
  message: messages[reason],
})

const messages: Record<RejectedReason, string> = {
  'card-invalid': 'Dados do cartão inválidos. Confira número, nome, validade e código de segurança.',
  'installments-invalid': 'Número de parcelas inválido. Cada parcela deve ser de pelo menos R$ 5,00.',
  'customer-invalid': 'Nome do cliente inválido. Informe o nome completo, apenas com letras.',
  'amount-invalid': 'Valor inválido para pagamento com cartão.',
  'method-not-enabled': 'Esta forma de pagamento não está habilitada na adquirente. Fale com o suporte.',
  'wallet-token-invalid': 'O token da carteira é inválido ou foi alterado. Peça ao cliente que autorize de novo.',
  'wallet-not-supported': 'A adquirente não aceita Device Pay nesta conta. Fale com o suporte.',
  'provider-misconfigured': 'A adquirente recusou a configuração da conta. Fale com o suporte.',
}

/**
 * What a 400 to a sale means, by its codes (acquirers 3.8). `undefined`: it does not say that nothing was charged.
 * Codes below 300 judge the request before it is processed; from 300 on they speak of a sale that exists.
 */
export function rejectionOf(codes: readonly number[]): Rejected | undefined {
  if (codes.length === 0 || codes.some((code) => code >= 300 && code !== blocked)) return undefined
  const telling = codes.find((code) => reasons.has(code)) ?? codes[0]
  return rejected(reasons.get(telling ?? 0) ?? 'provider-misconfigured', String(telling))
}

const blocked = 306

const reasons: ReadonlyMap<number, RejectedReason> = new Map([
  ...each([101, 102, 107, 114, 115, 116, 119, 121, 122, 129, 131, 132, 184, 306], 'provider-misconfigured'),
  ...each([105], 'customer-invalid'),
  ...each([108], 'amount-invalid'),
  ...each([117, 118, 124, 125, 126, 127, 128, 146, 177, 182, 185], 'card-invalid'),
  ...each([123], 'installments-invalid'),
  ...each([173, 186], 'method-not-enabled'),
  ...each([211], 'wallet-token-invalid'),
  ...each([212], 'wallet-not-supported'),
])

function each(codes: readonly number[], reason: RejectedReason): [number, RejectedReason][] {
  return codes.map((code) => [code, reason])
}
