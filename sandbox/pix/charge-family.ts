import { readDocument } from '../../src/brazil/document.ts'
import {
  type Charge,
  type ChargeContent,
  type ChargeKind,
  type ContentOf,
  contentOf,
  dayOf,
} from './charge.ts'
import { dueContentOf, dueFault } from './due-content.ts'
import type { ProblemName, Violation } from './problem.ts'
import type { Psp } from './psp.ts'
import { requestedCharge, requestedDueCharge, revisedCharge, revisedDueCharge } from './schemas.ts'
import { bodyChecker } from './validate.ts'

/** How the routes of one kind of charge differ from those of the other. */
export interface Family<Kind extends ChargeKind> {
  readonly kind: Kind
  readonly invalid: ProblemName
  readonly notFound: ProblemName
  readonly invalidQuery: ProblemName
  /** Reads the body of a PUT. */
  requested(body: unknown): Requested<Kind>
  /** Reads the body of a PATCH of a charge with this content. */
  revised(body: unknown, before: ContentOf<Kind>): Revised<Kind>
  /** The first rule that the schema cannot check and that the content breaks. */
  fault(psp: Psp, content: ContentOf<Kind>, createdAt: Date): Violation | undefined
}

type Refused = { readonly ok: false; readonly violations: readonly Violation[] }

type Requested<Kind extends ChargeKind> =
  | Refused
  | {
      readonly ok: true
      readonly content: ContentOf<Kind>
      readonly locationId: number | undefined
      /** Pix Saque or Pix Troco. */
      readonly isWithdrawal: boolean
    }

type Revised<Kind extends ChargeKind> =
  | Refused
  | (Extract<Requested<Kind>, { ok: true }> & {
      readonly status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | undefined
      /** Whether the status is the only change. */
      readonly isAlone: boolean
    })

const checkRequested = bodyChecker(requestedCharge, 'cob')
const checkRevised = bodyChecker(revisedCharge, 'cob')
const checkDueRequested = bodyChecker(requestedDueCharge, 'cobv')
const checkDueRevised = bodyChecker(revisedDueCharge, 'cobv')

export const families: { readonly [Kind in ChargeKind]: Family<Kind> } = {
  cob: {
    kind: 'cob',
    invalid: 'CobOperacaoInvalida',
    notFound: 'CobNaoEncontrado',
    invalidQuery: 'CobConsultaInvalida',
    requested(body) {
      const checked = checkRequested(body)
      if (!checked.ok) return checked
      const { loc, ...request } = checked.value
      return {
        ok: true,
        content: contentOf(request),
        locationId: loc?.id,
        isWithdrawal: request.valor.retirada !== undefined,
      }
    },
    revised(body, before) {
      const checked = checkRevised(body)
      if (!checked.ok) return checked
      const { status, loc, ...changes } = checked.value
      const calendario = { ...before.calendario, ...changes.calendario }
      const valor = { ...before.valor, ...changes.valor }
      return {
        ok: true,
        content: contentOf({ ...before, ...changes, calendario, valor }),
        locationId: loc?.id,
        isWithdrawal: changes.valor?.retirada !== undefined,
        status,
        isAlone: !loc && Object.keys(changes).length === 0,
      }
    },
    fault: immediateFault,
  },
  cobv: {
    kind: 'cobv',
    invalid: 'CobVOperacaoInvalida',
    notFound: 'CobVNaoEncontrada',
    invalidQuery: 'CobVConsultaInvalida',
    requested(body) {
      const checked = checkDueRequested(body)
      if (!checked.ok) return checked
      const { loc, ...request } = checked.value
      return { ok: true, content: dueContentOf(request), locationId: loc?.id, isWithdrawal: false }
    },
    revised(body, before) {
      const checked = checkDueRevised(body)
      if (!checked.ok) return checked
      const { status, loc, ...changes } = checked.value
      const calendario = { ...before.calendario, ...changes.calendario }
      const valor = { ...before.valor, ...changes.valor }
      return {
        ok: true,
        content: dueContentOf({ ...before, ...changes, calendario, valor }),
        locationId: loc?.id,
        isWithdrawal: false,
        status,
        isAlone: !loc && Object.keys(changes).length === 0,
      }
    },
    fault({ identity: { key } }, content, createdAt) {
      const createdOn = dayOf(createdAt).toString()
      const [propriedade, razao, valor] = dueFault(content, { createdOn, key }) ?? []
      if (propriedade === undefined || razao === undefined) return undefined
      return { propriedade, razao, ...(valor !== undefined && { valor }) }
    },
  },
}

/** Whether a charge belongs to the routes of this kind. */
export const isOf = <Kind extends ChargeKind>(
  { kind }: Family<Kind>,
  charge: Charge,
): charge is Charge & Charge<Kind> => charge.kind === kind

function immediateFault(
  { identity }: Psp,
  { valor, devedor, chave }: ChargeContent,
): Violation | undefined {
  const { original, modalidadeAlteracao = 0 } = valor
  const document = devedor?.cpf ?? devedor?.cnpj
  if (/^[0.]+$/.test(original) && modalidadeAlteracao === 0) {
    return violation('cob.valor.original', 'O campo cob.valor.original é zero.', original)
  }
  if (document !== undefined && !readDocument(document).ok) {
    return violation('cob.devedor', 'O objeto cob.devedor não respeita o schema.', document)
  }
  if (chave === identity.key) return undefined
  const razao =
    'O campo cob.chave corresponde a uma conta que não pertence a este usuário recebedor.'
  return violation('cob.chave', razao, chave)
}

const violation = (propriedade: string, razao: string, valor: string): Violation => ({
  razao,
  propriedade,
  valor,
})
