import type { CardBrand } from './card-brand.ts'
import { type DeclineAdvice, type DeclineMeaning, declineRows } from './decline-table.ts'

export type { DeclineAdvice }

/** Why an issuer refused, in a text for every reader. */
export type Decline = {
  /** The brand's code in normal form: no leading zeros. */
  code: string
  /**
   * Whether the brand allows another attempt with the same card. An unpublished code does not allow
   * it.
   */
  retryable: boolean
  /** Neutral Portuguese, safe to show to merchant and payer. */
  reason: string
  /** The possible meanings of the code, for logs and operators only. Empty for an unknown code. */
  meanings: readonly DeclineMeaning[]
}

/**
 * Reads a decline code (ABECS, Normativo 21). Codes are per brand: the same number has a different
 * meaning.
 */
export function abecsRefusal(brand: string | undefined, code: string): Decline {
  const normal = normalizeDeclineCode(code)
  const column = columns.get(brand?.toUpperCase() ?? '')
  const rows = column ? declineRows.filter((row) => row.codes[column]?.includes(normal)) : []
  const [advice = 'generic', ...others] = new Set(rows.map((row) => row.advice))
  return {
    code: normal,
    retryable: rows.length > 0 && rows.every((row) => row.retryable) && !isDisputed(column, normal),
    // A code with several meanings promises none of them.
    reason: declineReasons[others.length === 0 ? advice : 'generic'],
    meanings: rows.map((row) => row.meaning),
  }
}

/** The advice of a stored text; undefined for a text of a provider. */
export const adviceOf = (reason: string): DeclineAdvice | undefined => advices.get(reason)

/** `05` and `5` are the same code. */
export const normalizeDeclineCode = (code: string): string =>
  code
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, '')

/** Elo's AC may be retried by the ABECS table and must not by Elo's own manual. */
const isDisputed = (column: string | undefined, code: string): boolean =>
  column === 'ELO' && code === 'AC'

/** Hiper and Hipercard share Mastercard's codes. */
const columns: ReadonlyMap<string, 'ELO' | 'VISA' | 'MASTERCARD' | 'AMEX'> = new Map([
  ['ELO', 'ELO'],
  ['VISA', 'VISA'],
  ['MASTERCARD', 'MASTERCARD'],
  ['HIPER', 'MASTERCARD'],
  ['HIPERCARD', 'MASTERCARD'],
  ['AMEX', 'AMEX'],
] satisfies [CardBrand, 'ELO' | 'VISA' | 'MASTERCARD' | 'AMEX'][])

/** The Portuguese text of each advice. Payments keep it as the reason of their refusal. */
export const declineReasons: Readonly<Record<DeclineAdvice, string>> = {
  generic: 'Pagamento não autorizado. Use outro cartão ou outro meio de pagamento.',
  funds: 'Saldo ou limite insuficiente. Use outro cartão ou outro meio de pagamento.',
  limit:
    'Limite de valor ou de uso do cartão excedido. Fale com o banco emissor ou use outro cartão.',
  password: 'Senha do cartão não aceita. Fale com o banco emissor ou use outro cartão.',
  'card-data': 'Dados do cartão não aceitos. Confira os dados ou use outro cartão.',
  expired: 'Cartão vencido. Use outro cartão.',
  blocked: 'Cartão bloqueado. Fale com o banco emissor ou use outro cartão.',
  function: 'O cartão não aceita esta função. Use outro cartão ou outro meio de pagamento.',
  amount: 'Valor ou número de parcelas não aceito. Confira ou use outro meio de pagamento.',
  recurring:
    'A cobrança recorrente deste cartão foi encerrada. Use outro cartão ou outro meio de pagamento.',
  later: 'Não foi possível concluir o pagamento agora. Tente de novo mais tarde.',
  shop: 'A loja não pôde concluir o pagamento com este cartão. Use outro meio de pagamento.',
}

const advices: ReadonlyMap<string, DeclineAdvice> = new Map(
  Object.entries(declineReasons).map(([advice, text]) => [text, advice as DeclineAdvice]),
)
