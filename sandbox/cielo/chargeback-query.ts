import { localDate } from '../../src/brazil/local-time.ts'
import { type Fields, isFields } from '../kit/fields.ts'
import type { Chargeback } from './chargeback.ts'
import type { Sale } from './sale.ts'

/** The requested stages, and the requested page of them. */
export interface StageQuery {
  readonly which: 'pending' | 'treated'
  readonly page: number
  readonly pageSize: number
  isRequested(stage: Chargeback, sale: Sale): boolean
}

/** An error code of the chargeback API and its message. */
export interface ChargebackError {
  readonly code: string
  readonly message: string
}

/**
 * Reads `POST v1/chargeback/{status}?page&pageSize`, or returns its error. Treated stages are
 * requested by period, of at most 180 days.
 */
export function readStageQuery(
  status: string,
  query: Readonly<Record<string, unknown>>,
  body: unknown,
  establishmentNumber: number,
): StageQuery | ChargebackError {
  const which = status === 'PENDING' ? 'pending' : status === 'DONE' ? 'treated' : undefined
  if (!which) return { code: '919', message: 'O status deve ser PENDING ou DONE.' }
  const [page, pageSize] = [whole(query.page), whole(query.pageSize)]
  if (page === undefined) return { code: '916', message: 'Informe page, a partir de 0.' }
  if (pageSize === undefined || pageSize < 1)
    return { code: '917', message: 'Informe pageSize, a partir de 1.' }
  if (pageSize > maxPageSize)
    return { code: '138', message: `Uma página tem até ${maxPageSize} registros.` }
  const requested = isFields(body) ? body : {}
  const period = readPeriod(requested)
  if (which === 'treated' && !period)
    return { code: '920', message: 'Informe o período, como AAAA-MM-DD.' }
  if (period === 'wrong')
    return { code: '907', message: 'O período vai de uma data a outra, como AAAA-MM-DD.' }
  if (period && period.from.until(period.to, { largestUnit: 'days' }).days > maxDays)
    return { code: '906', message: `O período tem até ${maxDays} dias.` }
  // Cielo publishes no code for this field. This one is for a wrong `mainCustomer`.
  if (!isOpen(requested.hierarchyType) && typeof requested.hierarchyType !== 'number')
    return { code: '936', message: 'hierarchyType aceita somente um número.' }
  const numbers = Array.isArray(requested.establishmentNumber)
    ? requested.establishmentNumber.map(String)
    : []
  if (numbers.length === 0) return { code: '909', message: 'Informe establishmentNumber.' }
  return {
    ...{ which, page, pageSize },
    isRequested: (stage, sale) =>
      numbers.includes(String(establishmentNumber)) &&
      (!period || isWithin(localDate(new Date(stage.receivedAt)), period)) &&
      (isOpen(requested.idCase) || String(requested.idCase) === String(stage.idCase)) &&
      (isOpen(requested.tid) || requested.tid === sale.tid),
  }
}

interface Period {
  readonly from: Temporal.PlainDate
  readonly to: Temporal.PlainDate
}

const maxPageSize = 200
const maxDays = 180

function readPeriod({
  startNotificationPeriod: start,
  endNotificationPeriod: end,
}: Fields): Period | 'wrong' | undefined {
  if (isOpen(start) && isOpen(end)) return undefined
  const [from, to] = [dateOf(start), dateOf(end)]
  return from && to && Temporal.PlainDate.compare(from, to) <= 0 ? { from, to } : 'wrong'
}

function dateOf(value: unknown): Temporal.PlainDate | undefined {
  if (typeof value !== 'string' || !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value)) return undefined
  try {
    return Temporal.PlainDate.from(value)
  } catch {
    return undefined
  }
}

const isWithin = (date: Temporal.PlainDate, { from, to }: Period): boolean =>
  Temporal.PlainDate.compare(from, date) <= 0 && Temporal.PlainDate.compare(date, to) <= 0

const isOpen = (value: unknown): boolean => value === undefined || value === null || value === ''

const whole = (value: unknown): number | undefined =>
  typeof value === 'string' && /^[0-9]{1,9}$/.test(value) ? Number(value) : undefined
