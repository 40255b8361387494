import { abecsRefusal } from '../../brazil/abecs.ts'
import type { CieloEnvironment } from './settings.ts'

// The same code has one meaning in a sale, another in a cancel, and another in Cielo's test
// environment (docs/design/providers/cielo.md#sale-return-codes).

/**
 * The response arrived, but Cielo does not know the result of the issuer, or of its own operation
 * (BP).
 */
export const isSaleTimeout = (code: string | undefined): boolean =>
  code !== undefined && saleTimeouts.has(code)
const saleTimeouts: ReadonlySet<string> = new Set(['99', 'AA', '98', '999', 'BP900', 'BP901'])

/** An installment below R$ 5.00. */
export const installmentTooSmall = 'EE'

export interface Refusal {
  readonly reason: string
  readonly retryable: boolean
}

/** Why a sale was denied, in a text that is safe to show. An unpublished code is not retried. */
export function saleRefusal(
  code: string,
  brand: string | undefined,
  environment: CieloEnvironment,
): Refusal {
  const own = (environment === 'sandbox' && sandboxRefusals[code]) || ownRefusals[code]
  if (own) return own
  const { reason, retryable } = abecsRefusal(brand, code)
  return { reason, retryable }
}

/** Cielo's own codes, from before the call of the issuer. */
const ownRefusals: Readonly<Record<string, Refusal>> = {
  GA: { reason: 'Pagamento não autorizado.', retryable: false },
  GD: { reason: 'Pagamento não autorizado.', retryable: false },
  GK: { reason: 'Muitas tentativas seguidas. Aguarde antes de tentar de novo.', retryable: false },
  GT: { reason: 'Muitas tentativas seguidas. Aguarde antes de tentar de novo.', retryable: false },
  BL: { reason: 'Limite de vendas excedido.', retryable: false },
  DM: { reason: 'Limite de vendas excedido.', retryable: false },
  NR: { reason: 'Cartão não pode ser usado de novo por 30 dias.', retryable: false },
  RP: { reason: 'Cartão não pode ser usado de novo por 72 horas.', retryable: false },
}

const sandboxRefusals: Readonly<Record<string, Refusal>> = {
  '57': { reason: 'Cartão vencido.', retryable: false },
  '70': { reason: 'Problema com o cartão. Use outro.', retryable: false },
  '77': { reason: 'Cartão cancelado. Use outro.', retryable: false },
  '78': { reason: 'Cartão bloqueado. Fale com o banco emissor.', retryable: true },
}

/** The result of a return code in the response to a cancel. */
export type CancelCode =
  | { readonly result: 'done' }
  /** Accepted earlier or now; a notice or a query gives the result. */
  | { readonly result: 'pending' }
  | { readonly result: 'denied'; readonly message: string }
  /** Not accepted: another operation of the sale has no response yet. */
  | { readonly result: 'wait' }
  /** Not accepted, because of the state of the sale: the sale itself shows the reason. */
  | { readonly result: 'not-possible' }
  /** Only the sale itself decides: query it. */
  | { readonly result: 'query' }

export const cancelCode = (code: string): CancelCode => cancelCodes.get(code) ?? { result: 'query' }

const balance = 'Saldo de vendas futuras insuficiente na adquirente. Tente nos próximos dias.'
/** The product of the sale, or a restriction of the store. */
const notAllowedCodes = [
  ...['53', '54', '100', '103', '104', '105', '106', '107', '108'],
  ...['120', '121', '130', '160', '217', '477'],
]
const notAllowed = 'A adquirente não permite cancelar esta venda. Fale com o atendimento dela.'
const aboveSale = 'O valor é maior que o da venda.'

const cancelCodes: ReadonlyMap<string, CancelCode> = new Map<string, CancelCode>([
  ...['0', '00', '9', 'FF'].map((code): [string, CancelCode] => [code, { result: 'done' }]),
  ...['10', '223', '476'].map((code): [string, CancelCode] => [code, { result: 'pending' }]),
  ['BP902', { result: 'wait' }],
  ...['3', '17', '41', '42', '52', '77'].map((code): [string, CancelCode] => [
    code,
    { result: 'not-possible' },
  ]),
  ...denials(['40', '101'], 'O prazo da adquirente para cancelar esta venda já passou.'),
  ...denials(['43', '56', '72', '76'], balance),
  ...denials(['51', '102'], aboveSale),
  ...denials(['55'], 'O valor é maior que o que resta da venda.'),
  ...denials(notAllowedCodes, notAllowed),
  ...denials(['58', '60'], 'Os dados do cartão não são os da venda. Fale com a adquirente.'),
])

function denials(codes: readonly string[], message: string): [string, CancelCode][] {
  return codes.map((code) => [code, { result: 'denied', message }])
}

/** Codes of a 400 to a cancel that reject it definitely. `undefined`: query the sale. */
export const cancelErrorDenial = (code: number): string | undefined => cancelErrors.get(code)

const cancelErrors: ReadonlyMap<number, string> = new Map([
  [108, 'Valor inválido para cancelamento.'],
  [310, 'A adquirente não permite estornar esta venda.'],
  [311, 'A adquirente não permite estornar esta venda.'],
  [312, 'A adquirente não permite estornar esta venda.'],
])
