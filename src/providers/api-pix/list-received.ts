import { isEndToEndId } from '../../brazil/pix-ids.ts'
import { centsFromReais } from '../../brazil/reais.ts'
import { fieldsOf, instantOf, stringOnly } from '../http/json-reader.ts'
import type { ListedPixPayment, Period, PixPaymentListing } from '../ports/pix.ts'
import { listPages } from './list-pages.ts'
import { isMedNature } from './read-pix.ts'
import type { Session } from './session.ts'

/** `GET /pix`. */
export async function listPayments(
  session: Session,
  { until, ...period }: Period,
  signal: AbortSignal,
): Promise<PixPaymentListing> {
  const wanted = { path: '/pix', field: 'pix', to: until, ...period }
  const listing = await listPages(session, wanted, signal)
  if (!listing.ok) return { kind: 'unknown', cause: listing.cause }
  const payments = listing.items.map(readPayment)
  return payments.every((each) => each !== undefined)
    ? { kind: 'listed', payments }
    : { kind: 'unknown', cause: new Error('API Pix listed a payment that cannot be read') }
}

function readPayment(item: unknown): ListedPixPayment | undefined {
  const { endToEndId, txid, chave, valor, horario, devolucoes = [] } = fieldsOf(item)
  const paidAt = instantOf(horario)
  const amount = centsFromReais(stringOnly(valor) ?? '')
  if (typeof endToEndId !== 'string' || !isEndToEndId(endToEndId) || !amount) return undefined
  if (!paidAt || !Array.isArray(devolucoes)) return undefined
  const ours = devolucoes
    .map(fieldsOf)
    .filter(({ natureza, status }) => !isMedNature(natureza) && status !== 'NAO_REALIZADO')
  const refunds = ours.map(({ id, valor: part }) => {
    const refunded = centsFromReais(stringOnly(part) ?? '')
    return typeof id === 'string' && refunded ? { refundId: id, amount: refunded } : undefined
  })
  if (!refunds.every((each) => each !== undefined)) return undefined
  const charge = typeof txid === 'string' && txid !== '' && { txid }
  const key = typeof chave === 'string' && { key: chave }
  return { endToEndId, ...charge, ...key, amount, paidAt, refunds }
}
