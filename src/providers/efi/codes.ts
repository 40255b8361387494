import { canBeDocument, identifiesOwner, readShownDocument } from '../../brazil/shown-document.ts'
import { checkCode, readCharge, refused } from '../check-code.ts'
import { readProblem } from '../http/bank-problem.ts'
import { fieldsOf, parse } from '../http/json-reader.ts'
import type { CodeFinding, PayoutOutcome, PayoutToKey } from '../ports/payout.ts'
import { readDenial } from '../query-denied.ts'
import { unknown } from './answer.ts'
import type { Session } from './session.ts'
import type { EfiSettings } from './settings.ts'

/**
 * Whether dynamic codes are paid. Their route pays any receiver, so an installation that may pay
 * its own holder only does not use it.
 */
export const paysCodes = ({ qrCodes = false, sameOwner = false }: EfiSettings): boolean =>
  qrCodes && !sameOwner

/** What a dynamic code asks for, by `POST /v2/gn/qrcodes/detalhar`. */
export async function findCode(
  session: Session,
  pixCopiaECola: string,
  signal: AbortSignal,
): Promise<CodeFinding> {
  const path = '/v2/gn/qrcodes/detalhar'
  const answer = await session.ask({ method: 'POST', path, body: { pixCopiaECola }, signal })
  if (answer.kind === 'answered' && answer.status === 200)
    return readCode(parse(answer.text)) ?? unknown(answer)
  const problem = readProblem(answer)
  return problem?.status === 400 || problem?.status === 422
    ? refused('qrcode-invalid', problem.message || invalid)
    : (readDenial(answer) ?? unknown(answer))
}

const invalid = 'O banco não aceita este código PIX.'

function readCode(body: unknown) {
  const { txid, status, valor: value, chave: key, calendario, recebedor } = fieldsOf(body)
  const { criacao: created, apresentacao: presented, expiracao: seconds } = fieldsOf(calendario)
  const { cpf, cnpj } = fieldsOf(recebedor)
  const times = { created, presented, seconds }
  return readCharge({ txid, status, value, key, document: cnpj ?? cpf, ...times })
}

export type PayoutOfCode = PayoutToKey & Required<Pick<PayoutToKey, 'code'>>

/**
 * Why a dynamic code is not paid now. `undefined`: it may be paid. The request that pays has no
 * amount and no document, so both are compared here.
 */
export async function refusalOfCode(
  session: Session,
  settings: EfiSettings,
  { payout, signal }: { readonly payout: PayoutOfCode; readonly signal: AbortSignal },
): Promise<PayoutOutcome | undefined> {
  // It was requested before a setting was changed.
  if (!paysCodes(settings)) return refused('qrcode-not-supported', notPaid)
  const find = (code: string) => findCode(session, code, signal)
  const checked = await checkCode({ find }, payout, signal)
  if (checked.kind !== 'found') return checked
  const { ownerDocument, key } = payout
  if (ownerDocument === undefined || key.type === 'CPF' || key.type === 'CNPJ') return undefined
  const shown = readShownDocument(checked.receiverDocument ?? '')
  if (shown !== undefined && !canBeDocument(shown, ownerDocument))
    return refused('key-of-another-person', 'O código PIX não é do CPF ou CNPJ informado.')
  return shown !== undefined && identifiesOwner(shown)
    ? undefined
    : refused('owner-not-checked', 'O banco não informa de quem é este código PIX.')
}

const notPaid = 'O banco dos saques não paga códigos PIX dinâmicos.'
