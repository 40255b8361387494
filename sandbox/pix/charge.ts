import { centsFromReais } from '../../src/brazil/reais.ts'
import { writeDynamicBrCode } from '../../src/brazil/write-br-code.ts'

/** The states of the record of a charge (`CobrancaStatus`). Expired is not one of them. */
export type ChargeStatus =
  | 'ATIVA'
  | 'CONCLUIDA'
  | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  | 'REMOVIDA_PELO_PSP'

/** An immediate charge as the receiver's bank stores it. */
export interface Charge {
  readonly txid: string
  readonly status: ChargeStatus
  readonly revision: number
  readonly createdAt: Date
  readonly content: ChargeContent
  /** Number of the location (`loc.id`). */
  readonly locationId: number
  /** The unguessable end of the location. */
  readonly locationToken: string
  /** Host and path of the payload, without the scheme. */
  readonly location: string
  /** Queries do not find it before this instant (fault `visible-late`). */
  readonly visibleAt: Date
}

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

/** In cents. */
export const amountOf = (charge: Charge): number =>
  centsFromReais(charge.content.valor.original) ?? 0

/** The last instant a payment is accepted. */
export const payableUntil = ({ createdAt, content }: Charge): Date =>
  new Date(createdAt.getTime() + content.calendario.expiracao * 1000)

export const isExpired = (charge: Charge, now: Date): boolean => now > payableUntil(charge)

/** The text under the charge's QR code. */
export const codeOf = (charge: Charge, receiver: { name: string; city: string }): string =>
  writeDynamicBrCode({
    location: charge.location,
    receiverName: receiver.name,
    city: receiver.city,
  })

/** `CobGerada`. */
export function renderCharge(charge: Charge, receiver: { name: string; city: string }) {
  const { calendario, ...rest } = charge.content
  return {
    calendario: { criacao: charge.createdAt.toISOString(), expiracao: calendario.expiracao },
    txid: charge.txid,
    revisao: charge.revision,
    loc: {
      id: charge.locationId,
      txid: charge.txid,
      location: charge.location,
      tipoCob: 'cob',
      criacao: charge.createdAt.toISOString(),
    },
    location: charge.location,
    status: charge.status,
    ...rest,
    pixCopiaECola: codeOf(charge, receiver),
  }
}
