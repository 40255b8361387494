import { readBrCode } from '../../brazil/br-code.ts'
import { isEndToEndId } from '../../brazil/pix-ids.ts'
import { centsFromReais } from '../../brazil/reais.ts'
import { writeDynamicBrCode } from '../../brazil/write-br-code.ts'
import { cents } from '../../primitives/money.ts'
import { fieldsOf, instantOf, stringOnly } from '../http/json-reader.ts'
import type { PixCharge, PixChargeOutcome, PixFinding, PixPayment } from '../ports/pix.ts'
import { refundedBy } from './read-pix.ts'
import type { ApiPixSettings } from './settings.ts'

type Created = Extract<PixChargeOutcome, { kind: 'created' }>
type Found = Extract<PixFinding, { kind: 'found' }>

/**
 * Reads `CobGerada` as the response to our charge. Returns `undefined` for another txid, amount or
 * key, a charge that can no longer be paid, or a code that is broken or leads elsewhere.
 */
export function readCreated(
  body: unknown,
  charge: PixCharge,
  settings: ApiPixSettings,
): Created | undefined {
  const { txid, status, valor, calendario, chave = settings.chave, ...rest } = fieldsOf(body)
  const { criacao, expiracao } = fieldsOf(calendario)
  const createdAt = instantOf(criacao)
  const isOurs =
    txid === charge.txid &&
    chave === settings.chave &&
    centsFromReais(stringOnly(fieldsOf(valor).original) ?? '') === charge.amount
  if (!isOurs || !createdAt || stateOf(status) === undefined || stateOf(status) === 'removed')
    return undefined
  const lifeSeconds = Number(expiracao)
  if (!Number.isSafeInteger(lifeSeconds) || lifeSeconds <= 0) return undefined

  const code = readCode(rest, charge, settings)
  return (
    code && {
      kind: 'created',
      ...code,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + lifeSeconds * 1000),
    }
  )
}

/** The code and the location it leads to, when both agree. */
function readCode(
  body: Readonly<Record<string, unknown>>,
  charge: PixCharge,
  settings: ApiPixSettings,
) {
  const answered = stringOnly(body.location) ?? stringOnly(fieldsOf(body.loc).location)
  const location = answered?.replace(/^https:\/\//, '')
  const emv = stringOnly(body.pixCopiaECola) ?? writeCode(location, settings)
  if (emv === undefined) return undefined
  const reading = readBrCode(emv)
  if (!reading.ok || reading.code.kind !== 'dynamic') return undefined
  const { code } = reading
  // The payer's bank ignores the amount printed in a dynamic code, but people would still read a
  // wrong one.
  const isTrue =
    (location === undefined || code.location === location) &&
    (code.amount ?? charge.amount) === charge.amount
  return isTrue ? { emv, location: code.location } : undefined
}

/** The text of a listed charge. `undefined`: neither the text nor its location is in the body. */
export const codeOf = (
  body: Readonly<Record<string, unknown>>,
  settings: ApiPixSettings,
): string | undefined =>
  stringOnly(body.pixCopiaECola) ??
  writeCode(
    (stringOnly(body.location) ?? stringOnly(fieldsOf(body.loc).location))?.replace(
      /^https:\/\//,
      '',
    ),
    settings,
  )

/**
 * `pixCopiaECola` is optional in the standard. The name and city in a dynamic code are only
 * displayed.
 */
function writeCode(
  location: string | undefined,
  { receiverName, receiverCity }: ApiPixSettings,
): string | undefined {
  if (location === undefined || location.length > 77 || !receiverName || !receiverCity)
    return undefined
  return writeDynamicBrCode({ location, receiverName, city: receiverCity })
}

/**
 * Reads `CobCompleta`. Returns `undefined` for another charge, or when an amount in it is
 * ambiguous.
 */
export function readFound(body: unknown, txid: string): Found | undefined {
  const { txid: answered, status, pix = [] } = fieldsOf(body)
  const state = stateOf(status)
  if (answered !== txid || state === undefined || !Array.isArray(pix)) return undefined
  const payments = pix.map((each) => readPayment(each, txid))
  if (!payments.every((each) => each !== undefined)) return undefined
  // It is paid, but no Pix is named: there is nothing to credit yet.
  if (state === 'completed' && payments.length === 0) return undefined
  return { kind: 'found', state, payments }
}

function stateOf(status: unknown): Found['state'] | undefined {
  return typeof status === 'string' ? states.get(status) : undefined
}

const states: ReadonlyMap<string, Found['state']> = new Map([
  ['ATIVA', 'active'],
  ['CONCLUIDA', 'completed'],
  ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'removed'],
  ['REMOVIDA_PELO_PSP', 'removed'],
] as const)

function readPayment(value: unknown, txid: string): PixPayment | undefined {
  const { endToEndId, txid: paidFor = txid, valor, horario, pagador, devolucoes } = fieldsOf(value)
  const amount = centsFromReais(stringOnly(valor) ?? '')
  const paidAt = instantOf(horario)
  if (typeof endToEndId !== 'string' || !isEndToEndId(endToEndId)) return undefined
  if (paidFor !== txid || !amount || !paidAt) return undefined
  const payer = readPayer(pagador)
  const returned = Array.isArray(devolucoes)
    ? devolucoes.reduce<number>((sum, each) => sum + refundedBy(each), 0)
    : 0
  return {
    endToEndId,
    amount,
    paidAt,
    ...(returned > 0 && { returned: cents(returned) }),
    ...(payer && { payer }),
  }
}

/** In a payment it is not in the standard, but many banks name the payer. */
export function readPayer(value: unknown): PixPayment['payer'] {
  const { nome, cpf, cnpj } = fieldsOf(value)
  const name = stringOnly(nome)
  const document = stringOnly(cpf) ?? stringOnly(cnpj)
  return name || document ? { ...(name && { name }), ...(document && { document }) } : undefined
}
