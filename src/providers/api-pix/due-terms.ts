import { isDeepStrictEqual } from 'node:util'
import {
  type Discount,
  type DueCharge,
  type FixedOrPercent,
  type Interest,
  usualValidDays,
} from '../../brazil/due-charge.ts'
import { centsFromReais, reaisFromCents } from '../../brazil/reais.ts'
import { defined } from '../../primitives/defined.ts'
import { type Cents, cents } from '../../primitives/money.ts'
import { fieldsOf, stringOnly } from '../http/json-reader.ts'

/** `calendario` and `valor` of a charge with a due date, as `CobVSolicitada` has them. */
export function writeTerms(terms: DueCharge) {
  const { original, dueDate, validDaysAfterDue, rebate, discount, fine, interest } = terms
  return {
    calendario: { dataDeVencimento: dueDate, validadeAposVencimento: validDaysAfterDue },
    valor: {
      original: reaisFromCents(original),
      ...(fine && { multa: writePart(fine) }),
      ...(interest && { juros: writeInterest(interest) }),
      ...(rebate && { abatimento: writePart(rebate) }),
      ...(discount && { desconto: writeDiscount(discount) }),
    },
  }
}

const writePart = (part: FixedOrPercent) => ({
  modalidade: part.kind === 'fixed' ? 1 : 2,
  valorPerc: writtenValue(part),
})

/** A percentage has two decimals, as an amount has. */
const writtenValue = (part: FixedOrPercent): string =>
  reaisFromCents(part.kind === 'fixed' ? part.amount : cents(part.rate))

function writeInterest(interest: Interest) {
  const calendar = interest.kind === 'fixed-a-day' ? 1 : { day: 2, month: 3, year: 4 }[interest.per]
  return {
    modalidade: interest.days === 'calendar' ? calendar : calendar + 4,
    valorPerc: reaisFromCents(
      interest.kind === 'fixed-a-day' ? interest.amount : cents(interest.rate),
    ),
  }
}

function writeDiscount(discount: Discount) {
  if (discount.kind === 'per-day-early') {
    const { off, days } = discount
    const calendar = off.kind === 'fixed' ? 3 : 5
    return {
      modalidade: days === 'calendar' ? calendar : calendar + 1,
      valorPerc: writtenValue(off),
    }
  }
  const { steps } = discount
  return {
    modalidade: steps[0]?.off.kind === 'percent' ? 2 : 1,
    descontoDataFixa: steps
      .map(({ date, off }) => ({ data: date, valorPerc: writtenValue(off) }))
      .toSorted((one, other) => (one.data < other.data ? -1 : 1)),
  }
}

/**
 * Reads the terms of a charge. A part of zero counts as absent: some banks list every part.
 * `undefined`: a part is not readable.
 */
export function readTerms(body: unknown): DueCharge | undefined {
  const { calendario, valor } = fieldsOf(body)
  const { dataDeVencimento, validadeAposVencimento = usualValidDays } = fieldsOf(calendario)
  const { original, multa, juros, abatimento, desconto } = fieldsOf(valor)
  const amount = centsFromReais(stringOnly(original) ?? '')
  const validDaysAfterDue = Number(validadeAposVencimento)
  const parts = [
    readPart(multa, partOf),
    readPart(juros, interestOf),
    readPart(abatimento, partOf),
    readDiscount(desconto),
  ] as const
  if (!amount || typeof dataDeVencimento !== 'string' || !Number.isSafeInteger(validDaysAfterDue))
    return undefined
  const [fine, interest, rebate, discount] = parts
  if (fine === null || interest === null || rebate === null || discount === null) return undefined
  return {
    original: amount,
    dueDate: dataDeVencimento,
    validDaysAfterDue,
    ...defined({ rebate, discount, fine, interest }),
  }
}

/** Whether the body has these terms. */
export const hasTerms = (body: unknown, terms: DueCharge): boolean =>
  isDeepStrictEqual(readTerms(body), readTerms(writeTerms(terms)))

/** `undefined`: there is no such part. `null`: it is not readable. */
function readPart<Part>(
  value: unknown,
  read: (modality: number, amount: Cents) => Part | undefined,
): Part | undefined | null {
  if (value === undefined || value === null) return undefined
  const { modalidade, valorPerc } = fieldsOf(value)
  const amount = centsFromReais(stringOnly(valorPerc) ?? '')
  if (amount === undefined) return null
  return amount === 0 ? undefined : (read(Number(modalidade), amount) ?? null)
}

function partOf(modality: number, amount: Cents): FixedOrPercent | undefined {
  if (modality === 1) return { kind: 'fixed', amount }
  return modality === 2 ? { kind: 'percent', rate: amount } : undefined
}

function interestOf(modality: number, amount: Cents): Interest | undefined {
  const days = modality > 4 ? 'business' : 'calendar'
  const kind = modality > 4 ? modality - 4 : modality
  if (kind === 1) return { kind: 'fixed-a-day', amount, days }
  const per = ([undefined, undefined, 'day', 'month', 'year'] as const)[kind]
  return per && { kind: 'percent', per, rate: amount, days }
}

function readDiscount(value: unknown): Discount | undefined | null {
  const { modalidade, descontoDataFixa } = fieldsOf(value)
  const modality = Number(modalidade)
  if (modality !== 1 && modality !== 2) return readPart(value, dailyOf)
  if (!Array.isArray(descontoDataFixa)) return null
  const steps = descontoDataFixa.map((each: unknown) => {
    const { data, valorPerc } = fieldsOf(each)
    const amount = centsFromReais(stringOnly(valorPerc) ?? '')
    const off = amount && partOf(modality, amount)
    return typeof data === 'string' && off ? { date: data, off } : undefined
  })
  return steps.every((step) => step !== undefined) ? { kind: 'until', steps } : null
}

function dailyOf(modality: number, amount: Cents): Discount | undefined {
  if (modality < 3 || modality > 6) return undefined
  return {
    kind: 'per-day-early',
    days: modality % 2 === 0 ? 'business' : 'calendar',
    off: partOf(modality < 5 ? 1 : 2, amount) ?? { kind: 'fixed', amount },
  }
}
