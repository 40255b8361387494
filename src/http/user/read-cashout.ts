import { CreateCashoutRequest, cashoutStatuses, ListCashoutsQuery, pixTypes } from '../../../contract/cashout.ts'
import { endOfLocalDay, startOfLocalDay } from '../../brazil/local-time.ts'
import type { PixKeyType } from '../../brazil/pix-key.ts'
import type { CashoutOrder } from '../../cashout/plan-cashout.ts'
import type { CashoutQuery } from '../../cashout/read-cashouts.ts'
import { cents } from '../../primitives/money.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { checked, type Issue, refuseIssues } from '../problems.ts'
import { type Fields, filled, flag, given, isFields, present as sent } from './fold.ts'
import { instant, oneOrMore, present, readCursor, whole } from './read-list-query.ts'

/** Makes sense of a cashout request (compatibility 4). Pure: rules of the account run later. Throws `validation-failed`. */
export function readCashout(body: unknown): CashoutOrder {
  if (!isFields(body)) throw new Rejection('validation-failed', { issues: [{ field: 'body', problem: 'object' }] })
  const request = checked(CreateCashoutRequest, foldCashout(body))
  return {
    amount: cents(request.amount),
    pixKey: request.pixKey,
    ...(request.pixType !== undefined && { keyType: request.pixType }),
    facts: {
      beneficiaryName: request.beneficiaryName ?? null,
      beneficiaryDocument: request.beneficiaryDocument ?? null,
      description: request.description ?? null,
      postbackUrl: request.postbackUrl ?? null,
      externalRef: request.externalRef ?? null,
    },
    isDuplicateMeant: request.confirmDuplicate ?? false,
    origin: 'request',
  }
}

const foldCashout = (body: Fields): Fields =>
  sent({
    amount: given(body.amount),
    pixKey: filled(body.pixKey),
    pixType: foldPixType(body.pixType),
    beneficiaryName: filled(body.beneficiaryName),
    beneficiaryDocument: filled(body.beneficiaryDocument),
    description: filled(body.description),
    postbackUrl: filled(body.postbackUrl),
    externalRef: filled(body.externalRef),
    confirmDuplicate: flag(body.confirmDuplicate),
  })

/** In any case, and by the names clients and banks use. */
export function foldPixType(value: unknown): unknown {
  if (typeof value !== 'string') return filled(value)
  const name = value
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[\s_-]/g, '')
  if (name === '') return undefined
  return pixTypes.find((type) => type === name) ?? otherNames.get(name) ?? value
}

const otherNames: ReadonlyMap<string, PixKeyType> = new Map([
  ['TELEFONE', 'PHONE'],
  ['CELULAR', 'PHONE'],
  ['PHONENUMBER', 'PHONE'],
  ['MOBILE', 'PHONE'],
  ['MAIL', 'EMAIL'],
  ['RANDOM', 'EVP'],
  ['RANDOMKEY', 'EVP'],
  ['ALEATORIA', 'EVP'],
  ['CHAVEALEATORIA', 'EVP'],
])

/** The filters and the place of a list, as those of transactions. */
export function readCashoutQuery(asked: Readonly<Record<string, string>>): CashoutQuery {
  const query = checked(
    ListCashoutsQuery,
    Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== '')),
  )
  const issues: Issue[] = []
  const read = <Value>(
    field: keyof typeof query,
    problem: string,
    reader: (text: string) => Value | undefined,
  ): Value | undefined => {
    const text = query[field]
    if (text === undefined) return undefined
    const value = reader(text)
    if (value === undefined) issues.push({ field, problem })
    return value
  }
  const found = {
    statuses: read('status', `choice ${cashoutStatuses.join(', ')}`, oneOrMore(cashoutStatuses)),
    from: read('start_date', 'date', (text) => instant(text, startOfLocalDay)),
    to: read('end_date', 'date', (text) => instant(text, endOfLocalDay)),
    externalRef: query.externalRef,
    after: read('cursor', 'cursor', readCursor),
    page: read('page', 'integer', (text) => whole(text, 100_000)),
  }
  const limit = read('limit', 'integer', (text) => whole(text, Number.MAX_SAFE_INTEGER)) ?? 20
  refuseIssues(issues)
  return { ...present(found), limit: Math.min(limit, 100) }
}
