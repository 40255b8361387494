import { isFields } from '../kit/fields.ts'
import type { ChargebackError } from './chargeback-query.ts'
import type { StoredDocument } from './chargeback-store.ts'

/** A stage that the merchant responds to. */
export interface RequestedStage {
  readonly establishmentNumber: string
  readonly idChargeback: number
}

export interface RequestedRefusal extends RequestedStage {
  readonly reasonToRefuse: string
  readonly documents: readonly StoredDocument[]
}

/**
 * The body of `PUT …/accept`: `{updateChargeback: [{establishmentNumber, idChargeback}],
 * userName}`.
 */
export function readAcceptance(body: unknown): readonly RequestedStage[] | ChargebackError {
  const list = isFields(body) && Array.isArray(body.updateChargeback) ? body.updateChargeback : []
  const stages = list.flatMap((each) => {
    const requested = isFields(each)
      ? stageOf(each.establishmentNumber, each.idChargeback)
      : undefined
    return requested ? [requested] : []
  })
  if (stages.length === 0 || stages.length < list.length) return noStage
  return isFields(body) && isWord(body.userName) ? stages : noUser
}

/** The form of `PUT …/refuse`: the same fields, `reasonToRefuse` and one `file` or more. */
export async function readRefusal(form: FormData): Promise<RequestedRefusal | ChargebackError> {
  const stage = stageOf(form.get('establishmentNumber'), form.get('idChargeback'))
  const reason = form.get('reasonToRefuse')
  if (!stage) return noStage
  if (!isWord(form.get('userName'))) return noUser
  if (typeof reason !== 'string' || reason.trim() === '')
    return { code: '930', message: 'Informe o motivo da recusa.' }
  if ([...reason].length > maxReason)
    return { code: '905', message: `O motivo tem até ${maxReason} caracteres.` }
  const files = form.getAll('file').filter((each) => typeof each !== 'string')
  if (files.length === 0) return { code: '904', message: 'Anexe um documento para recusar.' }
  if (files.some(({ type, size }) => !types.includes(type) || size === 0 || size > maxBytes))
    return { code: '903', message: 'Os documentos são PDF, JPEG ou TIFF, de até 8 MB.' }
  const documents = await Promise.all(
    files.map(async (file) => ({
      ...{ name: file.name, contentType: file.type },
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  )
  return { ...stage, reasonToRefuse: reason, documents }
}

const noStage: ChargebackError = {
  code: '926',
  message: 'Informe establishmentNumber e idChargeback.',
}
const noUser: ChargebackError = { code: '920', message: 'Informe userName.' }

const maxReason = 100
const maxBytes = 8 * 1024 * 1024
const types: readonly string[] = ['application/pdf', 'image/jpeg', 'image/tiff']

function stageOf(establishment: unknown, id: unknown): RequestedStage | undefined {
  const [establishmentNumber, idChargeback] = [String(establishment ?? ''), String(id ?? '')]
  const isRight = /^[0-9]{1,10}$/.test(establishmentNumber) && /^[0-9]{1,12}$/.test(idChargeback)
  return isRight ? { establishmentNumber, idChargeback: Number(idChargeback) } : undefined
}

const isWord = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
