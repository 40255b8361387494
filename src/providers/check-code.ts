import { isTxid } from '../brazil/pix-ids.ts'
import { normalizePixKey } from '../brazil/pix-key.ts'
import { centsFromReais } from '../brazil/reais.ts'
import { count, fieldsOf, instantOf, present, record, text } from './http/json-reader.ts'
import type {
  CodeFinding,
  CodeFound,
  PayoutCode,
  PayoutOutcome,
  PayoutToKey,
  PixCodes,
} from './ports/payout.ts'
import { denialCause } from './query-denied.ts'

/**
 * Reads a dynamic code again, just before it is paid: since its cashout was requested it may have
 * been paid, have expired, have another amount or key, or be another charge. Any other result than
 * `found` ends the attempt before a payment is requested.
 */
export async function checkCode(
  codes: Pick<PixCodes, 'find'>,
  {
    code,
    amount,
    key,
  }: Pick<PayoutToKey, 'amount' | 'key'> & { readonly code: Pick<PayoutCode, 'text' | 'txid'> },
  signal: AbortSignal,
): Promise<CodeFound | Extract<PayoutOutcome, { kind: 'refused' | 'not-sent' }>> {
  const finding = await codes.find(code.text, signal)
  if (finding.kind === 'unknown') return { kind: 'not-sent', cause: finding.cause }
  if (finding.kind === 'refused') return finding
  if (finding.kind !== 'found') return { kind: 'not-sent', cause: denialCause('the bank', finding) }
  if (finding.state !== 'payable') return refused('qrcode-not-payable', reasons[finding.state])
  const isSameCharge = code.txid === undefined || code.txid === finding.txid
  const isSame = isSameCharge && finding.amount === amount && finding.key.value === key.value
  return isSame ? finding : refused('qrcode-changed', changed)
}

/** A definite rejection. `reason` is a sentence in Portuguese. */
export const refused = <Code extends string>(code: Code, reason: string) =>
  ({ kind: 'refused', code, reason }) as const

const changed =
  'Quem recebe trocou a cobrança, o valor ou a chave depois do pedido. Leia o código de novo.'

const reasons: Readonly<Record<Exclude<CodeFound['state'], 'payable'>, string>> = {
  paid: 'A cobrança deste código PIX já foi paga.',
  expired: 'A cobrança deste código PIX expirou.',
  removed: 'A cobrança deste código PIX foi cancelada por quem recebe.',
}

/**
 * A charge in the words of the API Pix, whatever the bank calls its fields. A charge without an
 * amount leaves it to the payer: no request that pays a code can say how much. `undefined`:
 * ambiguous.
 */
export function readCharge(charge: {
  readonly txid: unknown
  readonly status: unknown
  /** Efí's page has `final`, and its SDK `original` for a charge without a due date. */
  readonly value: unknown
  readonly key: unknown
  /** Absent: the bank does not verify it. */
  readonly document?: unknown
  readonly created: unknown
  readonly presented: unknown
  /** Of a charge without a due date. */
  readonly seconds: unknown
}): Extract<CodeFinding, { kind: 'found' | 'refused' }> | undefined {
  const { original, final = original, ...others } = fieldsOf(charge.value)
  // The standard has no other object here than `retirada`, of Pix Saque and Pix Troco. A bank may
  // call it otherwise.
  if (Object.values(others).some(record))
    return refused('qrcode-not-supported', 'Este código PIX entrega dinheiro em espécie.')
  const txid = text(charge.txid)
  const state = states.get(text(charge.status) ?? '')
  const amount = centsFromReais(text(final) ?? '')
  const key = normalizePixKey(text(charge.key) ?? '')
  if (state === undefined || amount === undefined || !key.ok) return undefined
  if (amount === 0) return refused('qrcode-not-supported', 'Este código PIX não traz o valor.')
  return {
    ...{ kind: 'found', key: key.key, amount },
    state: state === 'payable' && isOver(charge) ? 'expired' : state,
    ...(txid !== undefined && isTxid(txid) && { txid }),
    ...present({ receiverDocument: text(charge.document) }),
  }
}

const states: ReadonlyMap<string, CodeFound['state']> = new Map([
  ['ATIVA', 'payable'],
  ['CONCLUIDA', 'paid'],
  ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'removed'],
  ['REMOVIDA_PELO_PSP', 'removed'],
])

/** A charge with a due date is not presented after its last day. */
function isOver(charge: Readonly<Record<'created' | 'presented' | 'seconds', unknown>>): boolean {
  const [created, presented] = [instantOf(charge.created), instantOf(charge.presented)]
  const seconds = count(charge.seconds)
  if (!created || !presented || seconds === undefined) return false
  return presented.getTime() > created.getTime() + seconds * 1_000
}
