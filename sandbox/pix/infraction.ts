import { reaisFromCents } from '../../src/brazil/reais.ts'
import { cents } from '../../src/primitives/money.ts'
import { type Identity, payerDocument, payerIspb } from './identity.ts'
import type { MedNature, Payment } from './payment.ts'

/** The states of a claim under the special return mechanism, as the bank's extension names them. */
export type InfractionStatus = 'ABERTA' | 'EM_DEFESA' | 'ACEITA' | 'REJEITADA' | 'CANCELADA_EFI'

/** A payer's claim of fraud, coercion or an error of a bank (docs/design/brazil.md#med). */
export interface Infraction {
  /** `idInfracao`. */
  readonly id: string
  readonly protocol: number
  readonly endToEndId: string
  /** In cents. */
  readonly amount: number
  readonly reason: InfractionReason
  readonly status: InfractionStatus
  readonly openedAt: Date
  /** The end of the analysis, which is the receiver's deadline for a defence. */
  readonly answerBy: Date
  readonly defence?: Defence
  readonly decidedAt?: Date
  /** The bank's note about the end of the claim. */
  readonly note?: string
  /** The rtrId of the money that was returned or is being returned. */
  readonly returnId?: string
  readonly updatedAt: Date
  /**
   * The instant of the next event: the decision, or, after an acceptance, the start of the return.
   */
  readonly dueAt?: Date
}

/** The receiver's defence. The contents of its documents are not stored. */
export interface Defence {
  readonly analysis: 'aceito' | 'rejeitado'
  readonly text: string
  readonly documents: readonly {
    readonly nome: string
    readonly tipo: string
    readonly bytes: number
  }[]
  readonly at: Date
}

const dayMs = 24 * 60 * 60 * 1000
/** The time after a Pix in which its payer may open a claim. */
export const claimWindowMs = 80 * dayMs
/** The longest time of the analysis, in calendar days. */
export const analysisMs = 7 * dayMs
/** The time from the acceptance until the payer's bank requests the money. */
export const requestMs = 3 * dayMs
/** The time from that request until the money is sent. */
export const sendMs = dayMs
/** The time from a defence to the decision that its amount triggers. */
const reviewMs = 60 * 60 * 1000

export const reasons = {
  golpe: { situation: 'golpe', text: 'Solicitação de devolução', nature: 'MED_FRAUDE' },
  conta: {
    situation: 'aquisição da conta',
    text: 'Solicitação de devolução',
    nature: 'MED_FRAUDE',
  },
  coercao: { situation: 'coerção', text: 'Solicitação de devolução', nature: 'MED_FRAUDE' },
  acesso: {
    situation: 'acesso fraudulento',
    text: 'Solicitação de devolução',
    nature: 'MED_FRAUDE',
  },
  operacional: { situation: 'outro', text: 'Falha operacional', nature: 'MED_OPERACIONAL' },
} as const satisfies Record<string, { situation: string; text: string; nature: MedNature }>
export type InfractionReason = keyof typeof reasons

export const isReason = (value: string): value is InfractionReason => Object.hasOwn(reasons, value)
export const isOpen = ({ status }: Infraction): boolean =>
  status === 'ABERTA' || status === 'EM_DEFESA'

/**
 * When a defended claim is decided: soon if the cents of its amount trigger it, otherwise at the
 * end of its analysis.
 */
export const decisionAfter = ({ amount, answerBy }: Infraction, defendedAt: Date): Date =>
  isQuick(amount)
    ? new Date(Math.min(defendedAt.getTime() + reviewMs, answerBy.getTime()))
    : answerBy

/**
 * The decision when its instant comes: a receiver without a defence loses. A receiver with a
 * defence wins, unless the cents of the amount are 62.
 */
export const decisionOf = ({ amount, defence }: Infraction): 'ACEITA' | 'REJEITADA' =>
  !defence || amount % 100 === 62 ? 'ACEITA' : 'REJEITADA'

const isQuick = (amount: number): boolean => [61, 62].includes(amount % 100)

/** One entry of `infracoes`. */
export function renderInfraction(infraction: Infraction, payment: Payment, receiver: Identity) {
  const { defence, decidedAt, note } = infraction
  const { situation, text } = reasons[infraction.reason]
  return {
    idInfracao: infraction.id,
    endToEndId: infraction.endToEndId,
    protocolo: String(infraction.protocol),
    dataTransacao: payment.paidAt.toISOString(),
    valor: reaisFromCents(cents(infraction.amount)),
    chave: payment.key,
    status: infraction.status,
    razao: text,
    tipoSituacao: situation,
    ...(defence && { defesa: defence.text }),
    ...(defence && defence.documents.length > 0 && { documentos: defence.documents }),
    ...(note !== undefined && { justificativaAnalista: note }),
    identificadorTicket: [],
    dadosAnalise: {
      abertura: infraction.openedAt.toISOString(),
      prazoFinalizacao: infraction.answerBy.toISOString(),
      ...(defence && { recebimentoDefesa: defence.at.toISOString() }),
      ...(decidedAt && { finalizacao: decidedAt.toISOString() }),
    },
    origem: {
      nomeParticipante: `Banco ${payerIspb}`,
      conta: '10001',
      nome: 'Pagador do Sandbox',
      documento: payerDocument,
    },
    destino: {
      nomeParticipante: 'Banco Guiche Sandbox',
      conta: '20002',
      nome: receiver.name,
      documento: receiver.document,
    },
    criadoEm: infraction.openedAt.toISOString(),
    atualizadoEm: infraction.updatedAt.toISOString(),
  }
}
