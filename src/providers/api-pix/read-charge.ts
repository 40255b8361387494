import { readBrCode } from '../../brazil/br-code.ts'
import { readDocument } from '../../brazil/document.ts'
import { isEndToEndId } from '../../brazil/pix-ids.ts'
import { centsFromReais } from '../../brazil/reais.ts'
import { writeDynamicBrCode } from '../../brazil/write-br-code.ts'
import { type Cents, cents } from '../../primitives/money.ts'
import { fieldsOf, instantOf, stringOnly } from '../http/json-reader.ts'
import type {
  PixCharge,
  PixChargeOutcome,
  PixComposition,
  PixFinding,
  PixPayment,
} from '../ports/pix.ts'
import { refundedBy } from './read-pix.ts'
import type { ApiPixSettings } from './settings.ts'

export type Created = Extract<PixChargeOutcome, { kind: 'created' }>
type Found = Extract<PixFinding, { kind: 'found' }>

/** `solicitacaoPagador`. */
export const messageFor = (message: string | undefined) =>
  message ? { solicitacaoPagador: [...message].slice(0, 140).join('') } : {}

/**
 * The debtor is optional at an immediate charge. A debtor with wrong check digits or without a name
 * would make the bank reject the whole charge, so it is left out.
 */
export function debtorFor(payer: PixCharge['payer']): Record<string, string> | undefined {
  if (!payer || payer.name.trim() === '') return undefined
  const reading = readDocument(payer.document)
  if (!reading.ok) return undefined
  const { type, number } = reading.document
  return { [type === 'CPF' ? 'cpf' : 'cnpj']: number, nome: payer.name.trim().slice(0, 200) }
}

/**
 * The instant of the creation in the response to our charge. Returns `undefined` for another txid
 * or key, and for a charge that can no longer be paid.
 */
export function readHead(
  body: unknown,
  charge: { readonly txid: string },
  settings: ApiPixSettings,
): Date | undefined {
  const { txid, status, calendario, chave = settings.chave } = fieldsOf(body)
  const state = stateOf(status)
  const isOurs = txid === charge.txid && chave === settings.chave
  return isOurs && state !== undefined && state !== 'removed'
    ? instantOf(fieldsOf(calendario).criacao)
    : undefined
}

/** The code and the location it leads to. `undefined`: it is broken or leads elsewhere. */
export function readCode(
  body: Readonly<Record<string, unknown>>,
  amount: Cents,
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
    (location === undefined || code.location === location) && (code.amount ?? amount) === amount
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
  const { endToEndId, txid: paidFor = txid, valor, horario, pagador, ...rest } = fieldsOf(value)
  const { devolucoes, componentesValor } = rest
  const amount = centsFromReais(stringOnly(valor) ?? '')
  const paidAt = instantOf(horario)
  if (typeof endToEndId !== 'string' || !isEndToEndId(endToEndId)) return undefined
  if (paidFor !== txid || !amount || !paidAt) return undefined
  const payer = readPayer(pagador)
  const composition = readComposition(componentesValor, amount)
  const returned = Array.isArray(devolucoes)
    ? devolucoes.reduce<number>((sum, each) => sum + refundedBy(each), 0)
    : 0
  return {
    endToEndId,
    amount,
    paidAt,
    ...(returned > 0 && { returned: cents(returned) }),
    ...(composition && { composition }),
    ...(payer && { payer }),
  }
}

/** `componentesValor`. `undefined`: it is absent, or its parts do not add up to the amount. */
function readComposition(value: unknown, amount: Cents): PixComposition | undefined {
  const components = fieldsOf(value)
  const part = (name: string) => {
    if (components[name] === undefined || components[name] === null) return cents(0)
    return centsFromReais(stringOnly(fieldsOf(components[name]).valor) ?? '')
  }
  const [original, rebate, discount] = [part('original'), part('abatimento'), part('desconto')]
  const [fine, interest] = [part('multa'), part('juros')]
  if (!original || rebate === undefined || discount === undefined) return undefined
  if (fine === undefined || interest === undefined) return undefined
  return original - rebate - discount + fine + interest === amount
    ? { original, rebate, discount, fine, interest }
    : undefined
}

/** In a payment it is not in the standard, but many banks name the payer. */
export function readPayer(value: unknown): PixPayment['payer'] {
  const { nome, cpf, cnpj } = fieldsOf(value)
  const name = stringOnly(nome)
  const document = stringOnly(cpf) ?? stringOnly(cnpj)
  return name || document ? { ...(name && { name }), ...(document && { document }) } : undefined
}
