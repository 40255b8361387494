import { normalizeDocument, readDocument } from '../../src/brazil/document.ts'
import { brazilTimeZone } from '../../src/brazil/local-time.ts'
import { newEndToEndId } from '../../src/brazil/pix-ids.ts'
import { normalizePixKey, type PixKey } from '../../src/brazil/pix-key.ts'
import { centsFromReais } from '../../src/brazil/reais.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { fieldsOf } from '../kit/fields.ts'
import { type Bank, refuse } from './bank.ts'
import { blockedDocument, ownerOf } from './key-owner.ts'
import type { SentAccount, SentPayout } from './payout-store.ts'
import { renderAccepted } from './render.ts'
import { type Happening, homologationScenario, scenarioOf } from './triggers.ts'

/** The ISPB of the bank that sends. It belongs to no real institution. */
const ispb = '99999024'

interface SendRequest {
  readonly idEnvio: string
  readonly body: unknown
  readonly visibleAt: Date
  /** The document of the only person who may be paid. */
  readonly onlyTo?: string
}

/**
 * `PUT /v3/gn/pix/{idEnvio}`: an id can be used for one payment only, also when that payment
 * failed.
 */
export function sendPix(
  bank: Bank,
  { idEnvio, body, visibleAt, onlyTo }: SendRequest,
): ApiResponse {
  const { valor, pagador, favorecido } = fieldsOf(body)
  const refused = refuseRequest(bank, { idEnvio, pagador })
  if (refused) return refused
  const amount = typeof valor === 'string' ? centsFromReais(valor) : undefined
  if (!amount)
    return refuse(
      400,
      'valor_invalido',
      'O valor deve ser um texto com duas casas, maior que zero.',
    )
  const to = receiverOf(favorecido, onlyTo)
  if ('status' in to) return to
  if (onlyTo !== undefined && to.document !== onlyTo)
    return refuse(400, 'chave_nao_pertence_ao_documento', 'O destino é de outra titularidade.')

  const decision = decisionOn(bank, amount)
  if (typeof decision === 'string') return refuse(422, 'pagamento_negado', decision)
  return accept(
    bank,
    { idEnvio, amount, visibleAt, code: null, info: infoOf(pagador), to },
    decision,
  )
}

/** What every request to pay has. */
export function refuseRequest(
  { account, payouts }: Bank,
  { idEnvio, pagador }: { readonly idEnvio: string; readonly pagador: unknown },
): ApiResponse | undefined {
  if (!/^[A-Za-z0-9]{1,35}$/.test(idEnvio))
    return refuse(400, 'valor_invalido', 'O idEnvio deve ter de 1 a 35 letras e dígitos.')
  if (payouts.find(idEnvio))
    return refuse(409, 'id_envio_duplicado', 'O idEnvio informado já foi utilizado.')
  if (fieldsOf(pagador).chave !== account.key || account.webhook() === undefined)
    return refuse(
      400,
      'chave_invalida',
      'A chave do pagador não é desta conta ou não tem webhook cadastrado.',
    )
  return undefined
}

/** What happens to a payment, or why the bank does not send it now. */
export function decisionOn({ world, account, payouts }: Bank, amount: number): Happening | string {
  const rules = account.rules()
  const now = world.now()
  const night = nightBeginning(now)
  const scenario = rules.homologation ? homologationScenario(amount) : scenarioOf(amount)
  if (scenario.refusedAtOnce) return 'Pagamento negado.'
  if (amount > rules.balance) return 'Saldo insuficiente na conta de pagamento.'
  if (rules.nightLimit !== null && night && payouts.sentSince(night) + amount > rules.nightLimit)
    return 'Limite noturno da conta excedido.'
  return scenario.happens
}

export function infoOf(pagador: unknown): string | null {
  const info = fieldsOf(pagador).infoPagador
  return typeof info === 'string' ? info.slice(0, 140) : null
}

/** Takes the payment: its end comes later. */
export function accept(
  { world, account, payouts, agenda }: Bank,
  {
    to,
    ...sent
  }: Pick<SentPayout, 'idEnvio' | 'amount' | 'visibleAt' | 'code' | 'info'> & {
    readonly to: Receiver
  },
  happens: Happening,
): ApiResponse {
  const now = world.now()
  const { idEnvio, amount } = sent
  const payout = {
    ...sent,
    endToEndId: newEndToEndId({ ispb, at: now, random: randomBase62(11) }),
    key: to.key?.value ?? '',
    account: to.account ?? null,
    ownerName: to.name,
    ownerDocument: to.document,
    status: 'EM_PROCESSAMENTO' as const,
    requestedAt: now,
    decidedAt: null,
  }
  payouts.add(payout)
  account.move(-amount)
  agenda.plan(
    happens.map(({ afterMs, work }) => ({ at: now.getTime() + afterMs, subject: idEnvio, work })),
  )
  return { status: 201, body: renderAccepted(payout), outcome: 'accepted', amount }
}

export interface Receiver {
  readonly key?: PixKey
  readonly account?: SentAccount
  readonly name: string
  readonly document: string
}

function receiverOf(favorecido: unknown, usual = '11144477735'): Receiver | ApiResponse {
  const { chave, cpf, cnpj, contaBanco } = fieldsOf(favorecido)
  if (chave === undefined && contaBanco !== undefined) return holderOf(contaBanco)
  const reading = typeof chave === 'string' ? normalizePixKey(chave) : undefined
  const invalid = refuse(
    404,
    'chave_favorecido_nao_encontrada',
    'A chave Pix informada não foi encontrada.',
  )
  // The directory holds keys only in their normal form.
  if (!reading?.ok || reading.key.value !== chave) return invalid
  const owner = ownerOf(reading.key)
  if (owner.kind === 'none') return invalid
  const requested = [cpf, cnpj].find((each): each is string => typeof each === 'string')
  const expected = requested === undefined ? undefined : normalizeDocument(requested)
  const document = owner.kind === 'known' ? owner.document : (expected ?? usual)
  if (expected !== undefined && expected !== document)
    return refuse(
      400,
      'chave_nao_pertence_ao_documento',
      'A chave não pertence ao documento informado.',
    )
  if (document === blockedDocument)
    return refuse(400, 'documento_bloqueado', 'O documento do favorecido está bloqueado.')
  return {
    key: reading.key,
    name: owner.kind === 'known' ? owner.name : 'Beneficiario Sandbox',
    document,
  }
}

/** An account at a bank, with the holder that the payer names. */
function holderOf(contaBanco: unknown): Receiver | ApiResponse {
  const { nome, cpf, cnpj, codigoBanco, agencia, conta, tipoConta } = fieldsOf(contaBanco)
  const isText = (value: unknown, form: RegExp): value is string =>
    typeof value === 'string' && form.test(value)
  const [document, ...others] = [cpf, cnpj].filter((each) => each !== undefined)
  const reading = typeof document === 'string' ? readDocument(document) : undefined
  const isWhole =
    isText(nome, /\S/) &&
    isText(codigoBanco, /^[0-9A-Z]{8}$/) &&
    isText(agencia, /^\d{1,4}$/) &&
    isText(conta, /^\d{1,19}[\dX]$/) &&
    isText(tipoConta, /^(?:cacc|svgs|tran)$/)
  if (!isWhole || !reading?.ok || others.length > 0)
    return refuse(400, 'valor_invalido', 'O campo favorecido.contaBanco não respeita o formato.')
  const { number } = reading.document
  if (number === blockedDocument)
    return refuse(400, 'documento_bloqueado', 'O documento do favorecido está bloqueado.')
  return { account: { codigoBanco, agencia, conta, tipoConta }, name: nome, document: number }
}

/** When the current night began. `undefined`: it is day. */
function nightBeginning(now: Date): Date | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(
    brazilTimeZone,
  )
  if (local.hour >= 6 && local.hour < 20) return undefined
  const evening = local.hour < 6 ? local.subtract({ days: 1 }) : local
  return new Date(evening.withPlainTime({ hour: 20 }).epochMilliseconds)
}
