import { amountDueOn, type DueAmount, lastPayableDay } from '../../src/brazil/due-charge.ts'
import { endOfLocalDay, localDate } from '../../src/brazil/local-time.ts'
import { centsFromReais } from '../../src/brazil/reais.ts'
import { writeDynamicBrCode } from '../../src/brazil/write-br-code.ts'
import { type Cents, cents } from '../../src/primitives/money.ts'
import { type DueContent, termsOf } from './due-content.ts'
import type { Identity } from './identity.ts'
import type { Location } from './location-store.ts'

/** The states of the record of a charge (`CobrancaStatus`). Expired is not one of them. */
export type ChargeStatus =
  | 'ATIVA'
  | 'CONCLUIDA'
  | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  | 'REMOVIDA_PELO_PSP'

/** An immediate charge (`cob`), or one with a due date (`cobv`). */
export type ChargeKind = keyof Contents

interface Contents {
  cob: ChargeContent
  cobv: DueContent
}

/** A charge as the receiver's bank stores it. */
export type Charge<Kind extends ChargeKind = ChargeKind> = {
  [Each in Kind]: {
    readonly kind: Each
    readonly txid: string
    readonly status: ChargeStatus
    readonly revision: number
    readonly createdAt: Date
    readonly content: Contents[Each]
    /** Absent: the receiver took it away. */
    readonly location?: Location
    /** Queries do not find it before this instant (fault `visible-late`). */
    readonly visibleAt: Date
  }
}[Kind]

export type ContentOf<Kind extends ChargeKind> = Contents[Kind]

/** The fields the receiver sets. A change of any of them is a new revision. */
export interface ChargeContent {
  readonly calendario: { readonly expiracao: number }
  readonly devedor?: { readonly cpf?: string; readonly cnpj?: string; readonly nome: string }
  readonly valor: { readonly original: string; readonly modalidadeAlteracao?: number }
  readonly chave: string
  readonly solicitacaoPagador?: string
  readonly infoAdicionais?: readonly { readonly nome: string; readonly valor: string }[]
}

/** A request for a charge. It may leave the lifetime to the bank. */
export type ChargeRequest = Omit<ChargeContent, 'calendario'> & {
  readonly calendario: { readonly expiracao?: number }
}

/**
 * The content of a request, with known fields only and in a fixed order: equal requests give equal
 * texts.
 */
export function contentOf(request: ChargeRequest): ChargeContent {
  const { devedor, valor, infoAdicionais, solicitacaoPagador } = request
  const { cpf, cnpj, nome = '' } = devedor ?? {}
  return {
    calendario: { expiracao: request.calendario.expiracao ?? 86_400 },
    ...(devedor ? { devedor: { ...(cpf ? { cpf } : {}), ...(cnpj ? { cnpj } : {}), nome } } : {}),
    valor: {
      original: valor.original,
      ...(valor.modalidadeAlteracao === undefined
        ? {}
        : { modalidadeAlteracao: valor.modalidadeAlteracao }),
    },
    chave: request.chave,
    ...(solicitacaoPagador === undefined ? {} : { solicitacaoPagador }),
    ...(infoAdicionais
      ? { infoAdicionais: infoAdicionais.map(({ nome, valor }) => ({ nome, valor })) }
      : {}),
  }
}

/** In cents, without what a due date adds or takes off. */
export const amountOf = ({ content }: Charge): Cents =>
  centsFromReais(content.valor.original) ?? cents(0)

/** The amount of a day, in cents, with its parts. */
export function amountOn(charge: Charge, day: Temporal.PlainDate): DueAmount {
  if (charge.kind === 'cobv') return amountDueOn(termsOf(charge.content), day)
  const none = cents(0)
  return { total: amountOf(charge), rebate: none, discount: none, fine: none, interest: none }
}

/** The last instant a payment is accepted. */
export const payableUntil = (charge: Charge): Date =>
  charge.kind === 'cobv'
    ? endOfLocalDay(lastPayableDay(termsOf(charge.content)))
    : new Date(charge.createdAt.getTime() + charge.content.calendario.expiracao * 1000)

export const isExpired = (charge: Charge, now: Date): boolean => now > payableUntil(charge)

/** The local day of an instant, as the receiver's bank counts it. */
export const dayOf = (at: Date): Temporal.PlainDate => localDate(at)

/** `CobGerada`, `CobVGerada`. */
export function renderCharge(charge: Charge, receiver: Identity) {
  const { calendario, ...rest } = charge.content
  const { location } = charge
  return {
    calendario: { criacao: charge.createdAt.toISOString(), ...calendario },
    txid: charge.txid,
    revisao: charge.revision,
    ...(location && {
      loc: { ...renderLocation(location), txid: charge.txid },
      location: location.address,
    }),
    status: charge.status,
    ...rest,
    ...(charge.kind === 'cobv' && { recebedor: renderReceiver(receiver) }),
    ...(location && { pixCopiaECola: codeOf(location, receiver) }),
  }
}

/** `PayloadLocation`. */
export const renderLocation = ({ id, kind, address, createdAt }: Location) => ({
  id,
  location: address,
  tipoCob: kind,
  criacao: createdAt.toISOString(),
})

/** `DadosRecebedor`. */
export const renderReceiver = ({ name, document, street, city, state, zipCode }: Identity) => ({
  logradouro: street,
  cidade: city,
  uf: state,
  cep: zipCode,
  cnpj: document,
  nome: name,
})

/** The text under the charge's QR code. */
const codeOf = ({ address }: Location, receiver: Identity): string =>
  writeDynamicBrCode({ location: address, receiverName: receiver.name, city: receiver.city })
