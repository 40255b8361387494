import {
  CreateCashoutRequest,
  cashoutStatuses,
  ListCashoutsQuery,
  pixTypes,
} from '../../../../contract/cashout.ts'
import type { PixKeyType } from '../../../brazil/pix-key.ts'
import type { CashoutTerms, DestinationInput } from '../../../cashout/plan-cashout.ts'
import type { CashoutQuery } from '../../../cashout/read-cashouts.ts'
import { defined } from '../../../primitives/defined.ts'
import { cents } from '../../../primitives/money.ts'
import { byAge } from '../../request/list-page.ts'
import {
  choiceOf,
  oneOrMore,
  pageFrom,
  periodFrom,
  type Query,
  readList,
} from '../../request/list-query.ts'
import {
  type Fields,
  flag,
  nonEmpty,
  nonNull,
  normalizeObject,
  upper,
} from '../../request/normalize.ts'
import { bodyFields, type Issue, validate } from '../../request/validation.ts'

/**
 * Reads a cashout request (docs/design/interface.md#cashout). Pure: rules of the account run later.
 * Throws `validation-failed`.
 */
export function readCashout(
  body: unknown,
): WantedDestination & Omit<CashoutTerms, 'grant'> & { readonly receiverToken?: string } {
  const normalized = normalizeCashout(bodyFields(body))
  const request = validate(CreateCashoutRequest, normalized, destinationIssues(normalized))
  return {
    ...destinationOf(request),
    amount: cents(request.amount),
    order: {
      beneficiaryName: request.beneficiaryName ?? null,
      beneficiaryDocument: request.beneficiaryDocument ?? null,
      description: request.description ?? null,
      postbackUrl: request.postbackUrl ?? null,
      externalRef: request.externalRef ?? null,
    },
    ...defined({ receiverToken: request.receiverToken }),
    skipsDuplicateCheck: request.confirmDuplicate ?? false,
    origin: 'request',
  }
}

/** As a request names it: a code is not read yet. */
type WantedDestination =
  | Exclude<DestinationInput, { readonly code: unknown }>
  | { readonly qrcode: string }

/** A request has one of a key, an account and a code. */
function destinationIssues({ pixKey, pixType, bankAccount, qrcode }: Fields): Issue[] {
  const other = qrcode !== undefined ? 'qrcode' : bankAccount !== undefined ? 'bankAccount' : null
  if (other === null) return pixKey === undefined ? [{ field: 'pixKey', problem: 'required' }] : []
  if (other === 'qrcode' && bankAccount !== undefined)
    return [{ field: 'qrcode', problem: 'not-with bankAccount' }]
  if (pixKey !== undefined) return [{ field: other, problem: 'not-with pixKey' }]
  return pixType === undefined ? [] : [{ field: 'pixType', problem: `not-with ${other}` }]
}

function destinationOf({
  pixKey = '',
  pixType,
  bankAccount,
  qrcode,
}: CreateCashoutRequest): WantedDestination {
  if (qrcode !== undefined) return { qrcode }
  if (!bankAccount) return { pixKey, ...(pixType !== undefined && { keyType: pixType }) }
  const { type: kind = 'CHECKING', ...account } = bankAccount
  return { bankAccount: { ...account, kind } }
}

const normalizeAccount = ({ ispb, branch, number, type }: Fields): Fields =>
  defined({
    ispb: nonEmpty(ispb),
    branch: nonEmpty(branch),
    number: nonEmpty(number),
    type: upper(type),
  })

/** A pasted code often has a line break at its end. */
const trimmed = (value: unknown): unknown =>
  nonEmpty(typeof value === 'string' ? value.trim() : value)

const normalizeCashout = (body: Fields): Fields =>
  defined({
    amount: nonNull(body.amount),
    pixKey: nonEmpty(body.pixKey),
    pixType: normalizePixType(body.pixType),
    bankAccount: normalizeObject(body.bankAccount, normalizeAccount),
    qrcode: trimmed(body.qrcode),
    beneficiaryName: nonEmpty(body.beneficiaryName),
    beneficiaryDocument: nonEmpty(body.beneficiaryDocument),
    description: nonEmpty(body.description),
    postbackUrl: nonEmpty(body.postbackUrl),
    externalRef: nonEmpty(body.externalRef),
    receiverToken: nonEmpty(body.receiverToken),
    confirmDuplicate: flag(body.confirmDuplicate),
  })

/** In any case, and by the names that clients and banks use. */
export function normalizePixType(value: unknown): unknown {
  if (typeof value !== 'string') return nonEmpty(value)
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

/** The filters and the position of a list, as for transactions. */
export const readCashoutQuery = (parameters: Query): CashoutQuery =>
  readList(ListCashoutsQuery, parameters, (reader) => ({
    statuses: reader.read('status', choiceOf(cashoutStatuses), oneOrMore(cashoutStatuses)),
    ...periodFrom(reader),
    externalRef: reader.query.externalRef,
    after: reader.read('cursor', 'cursor', byAge.read),
    page: pageFrom(reader),
  }))
