import { isEndToEndId, isTxid } from '../../brazil/pix-ids.ts'
import { fieldsOf } from '../http/json-reader.ts'
import type { PixNotice } from '../ports/pix.ts'
import { isMedNature } from './read-pix.ts'

/**
 * Reads the body a bank posts to `{webhookUrl}/pix`: hints, to be confirmed before any credit.
 * Unreadable entries are left out, because a bank that receives an error repeats the same body for
 * days.
 */
export function readNotice(body: unknown): readonly PixNotice[] {
  const { pix } = fieldsOf(body)
  const items: readonly unknown[] = Array.isArray(pix) ? pix : [pix]
  return items.flatMap((item) => {
    const { txid, endToEndId, devolucoes } = fieldsOf(item)
    if (typeof txid !== 'string' || typeof endToEndId !== 'string') return []
    if (!isTxid(txid) || !isEndToEndId(endToEndId)) return []
    return [{ txid, endToEndId, ...(hasMedReturn(devolucoes) && { isReturn: true }) }]
  })
}

const hasMedReturn = (returns: unknown): boolean =>
  Array.isArray(returns) && returns.some((each) => isMedNature(fieldsOf(each).natureza))
