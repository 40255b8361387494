import { readDocument } from '../../src/brazil/document.ts'
import type { Discount, DueCharge, FixedOrPercent, Interest } from '../../src/brazil/due-charge.ts'
import { centsFromReais } from '../../src/brazil/reais.ts'
import { type Cents, cents } from '../../src/primitives/money.ts'

/** A part of an amount: `modalidade` says how `valorPerc` is meant. */
interface Rated {
  readonly modalidade: number
  readonly valorPerc: string
}

interface DiscountContent {
  readonly modalidade: number
  readonly valorPerc?: string
  readonly descontoDataFixa?: readonly { readonly data: string; readonly valorPerc: string }[]
}

/** The fields that the receiver sets of a charge with a due date. */
export interface DueContent {
  readonly calendario: {
    readonly dataDeVencimento: string
    readonly validadeAposVencimento: number
  }
  readonly devedor: {
    readonly cpf?: string
    readonly cnpj?: string
    readonly nome: string
    readonly email?: string
    readonly logradouro?: string
    readonly cidade?: string
    readonly uf?: string
    readonly cep?: string
  }
  readonly valor: {
    readonly original: string
    readonly multa?: Rated
    readonly juros?: Rated
    readonly abatimento?: Rated
    readonly desconto?: DiscountContent
  }
  readonly chave: string
  readonly solicitacaoPagador?: string
  readonly infoAdicionais?: readonly { readonly nome: string; readonly valor: string }[]
}

/** A request for a charge with a due date. It may leave the days after it to the bank. */
export type DueRequest = Omit<DueContent, 'calendario'> & {
  readonly calendario: {
    readonly dataDeVencimento: string
    readonly validadeAposVencimento?: number
  }
}

/** The content of a request, with known fields only and in a fixed order. */
export function dueContentOf(request: DueRequest): DueContent {
  const { calendario, devedor, valor, chave, solicitacaoPagador, infoAdicionais } = request
  return {
    calendario: {
      dataDeVencimento: calendario.dataDeVencimento,
      validadeAposVencimento: calendario.validadeAposVencimento ?? 30,
    },
    devedor: pick(devedor, [
      'cpf',
      'cnpj',
      'nome',
      'email',
      'logradouro',
      'cidade',
      'uf',
      'cep',
    ] as const),
    valor: pick(valor, ['original', 'multa', 'juros', 'abatimento', 'desconto'] as const),
    chave,
    ...(solicitacaoPagador === undefined ? {} : { solicitacaoPagador }),
    ...(infoAdicionais
      ? { infoAdicionais: infoAdicionais.map(({ nome, valor }) => ({ nome, valor })) }
      : {}),
  }
}

function pick<Value extends object, Name extends keyof Value>(
  value: Value,
  names: readonly Name[],
) {
  const kept = names.filter((name) => value[name] !== undefined)
  return Object.fromEntries(kept.map((name) => [name, value[name]])) as Pick<Value, Name>
}

const amountIn = (text: string): Cents => centsFromReais(text) ?? cents(0)

/** The terms for the calculation of the amount of a day. */
export function termsOf({ calendario, valor }: DueContent): DueCharge {
  const { multa, juros, abatimento, desconto } = valor
  return {
    original: amountIn(valor.original),
    dueDate: calendario.dataDeVencimento,
    validDaysAfterDue: calendario.validadeAposVencimento,
    ...(multa && { fine: partOf(multa) }),
    ...(juros && { interest: interestOf(juros) }),
    ...(abatimento && { rebate: partOf(abatimento) }),
    ...(desconto && { discount: discountOf(desconto) }),
  }
}

const partOf = ({ modalidade, valorPerc }: Rated): FixedOrPercent =>
  modalidade === 1
    ? { kind: 'fixed', amount: amountIn(valorPerc) }
    : { kind: 'percent', rate: amountIn(valorPerc) }

function interestOf({ modalidade, valorPerc }: Rated): Interest {
  const rate = amountIn(valorPerc)
  switch (modalidade) {
    case 1:
      return { kind: 'fixed-a-day', amount: rate, days: 'calendar' }
    case 2:
      return { kind: 'percent', per: 'day', rate, days: 'calendar' }
    case 3:
      return { kind: 'percent', per: 'month', rate, days: 'calendar' }
    case 4:
      return { kind: 'percent', per: 'year', rate, days: 'calendar' }
    case 5:
      return { kind: 'fixed-a-day', amount: rate, days: 'business' }
    case 6:
      return { kind: 'percent', per: 'day', rate, days: 'business' }
    case 7:
      return { kind: 'percent', per: 'month', rate, days: 'business' }
    default:
      return { kind: 'percent', per: 'year', rate, days: 'business' }
  }
}

function discountOf(discount: DiscountContent): Discount {
  const { modalidade, valorPerc = '0.00', descontoDataFixa = [] } = discount
  if (modalidade < 3)
    return {
      kind: 'until',
      steps: descontoDataFixa.map(({ data, valorPerc }) => ({
        date: data,
        off: partOf({ modalidade, valorPerc }),
      })),
    }
  return {
    kind: 'per-day-early',
    days: modalidade === 3 || modalidade === 5 ? 'calendar' : 'business',
    off: partOf({ modalidade: modalidade < 5 ? 1 : 2, valorPerc }),
  }
}

/** The first rule that a charge breaks and that the schema cannot check. */
export function dueFault(
  content: DueContent,
  { createdOn, key }: { readonly createdOn: string; readonly key: string },
): readonly [field: string, why: string, value?: string] | undefined {
  const { calendario, devedor, valor, chave } = content
  const { dataDeVencimento } = calendario
  const { abatimento, desconto } = valor
  const original = amountIn(valor.original)
  const document = devedor.cpf ?? devedor.cnpj ?? ''
  const isWhole = (part: Rated) => {
    const limit = part.modalidade === 1 ? original : 100_00
    return amountIn(part.valorPerc) >= limit
  }
  if (!isDay(dataDeVencimento) || dataDeVencimento < createdOn)
    return [
      'cobv.calendario.dataDeVencimento',
      'O campo cobv.calendario.dataDeVencimento é anterior à data de criação da cobrança.',
      dataDeVencimento,
    ]
  if (!readDocument(document).ok)
    return ['cobv.devedor', 'O objeto cobv.devedor não respeita o schema.', document]
  if (chave !== key)
    return [
      'cobv.chave',
      'O campo cobv.chave corresponde a uma conta que não pertence a este usuário recebedor.',
      chave,
    ]
  if (original === 0)
    return ['cobv.valor.original', 'O campo cobv.valor.original apresenta o valor zero.']
  if (abatimento && isWhole(abatimento))
    return [
      'cobv.valor.abatimento',
      'O objeto cobv.valor.abatimento representa um valor maior ou igual ao valor da cobrança original ou maior ou igual a 100%.',
    ]
  const why = desconto && discountFault(desconto, dataDeVencimento, isWhole)
  return why === undefined
    ? undefined
    : ['cobv.valor.desconto', `O objeto cobv.valor.desconto ${why}`]
}

function discountFault(
  { modalidade, valorPerc, descontoDataFixa = [] }: DiscountContent,
  dueDate: string,
  isWhole: (part: Rated) => boolean,
): string | undefined {
  const isDated = modalidade < 3
  if (isDated && valorPerc !== undefined)
    return 'apresenta modalidade no valor 1 ou 2, porém valorPerc encontra-se preenchido.'
  if (isDated && descontoDataFixa.length === 0)
    return 'apresenta modalidade no valor 1 ou 2, porém descontoDataFixa está vazio ou nulo.'
  if (!isDated && valorPerc === undefined)
    return 'apresenta modalidade nos valores de 3 a 6, porém valorPerc não está preenchido.'
  if (!isDated && descontoDataFixa.length > 0)
    return 'apresenta modalidade nos valores de 3 a 6, porém descontoDataFixa está preenchido.'
  if (descontoDataFixa.some(({ data }) => !isDay(data) || data > dueDate))
    return 'apresenta algum elemento cuja data seja posterior à data de vencimento.'
  const base = isDated ? modalidade : modalidade < 5 ? 1 : 2
  const values = isDated ? descontoDataFixa.map((each) => each.valorPerc) : [valorPerc ?? '']
  return values.some((value) => isWhole({ modalidade: base, valorPerc: value }))
    ? 'apresenta algum elemento de desconto que representa um valor maior ou igual ao valor da cobrança original ou maior ou igual a 100%.'
    : undefined
}

function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}
