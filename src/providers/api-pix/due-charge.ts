import { lastPayableDay } from '../../brazil/due-charge.ts'
import { endOfLocalDay } from '../../brazil/local-time.ts'
import { fieldsOf, instantOf } from '../http/json-reader.ts'
import type { ListedPixCharge, PixDueCharge } from '../ports/pix.ts'
import type { ChargeKind } from './charges.ts'
import { hasTerms, readTerms, writeTerms } from './due-terms.ts'
import { codeOf, debtorFor, messageFor, readCode, readHead, readPayer } from './read-charge.ts'
import type { ApiPixSettings } from './settings.ts'

/** `/cobv`: a charge with a due date, whose amount depends on the day of its payment. */
export const dueCharge: ChargeKind<PixDueCharge> = {
  path: '/cobv',
  refusedCode: 'CobVOperacaoInvalida',
  notFoundCode: 'CobVNaoEncontrada',

  /** `CobVSolicitada`. */
  bodyFor({ terms, payer, message }, { chave }) {
    const { calendario, valor } = writeTerms(terms)
    return { calendario, devedor: debtorFor(payer), valor, chave, ...messageFor(message) }
  },

  /** `CobVGerada`. */
  readCreated(body, charge, settings) {
    const { terms } = charge
    const createdAt = readHead(body, charge, settings)
    if (!createdAt || !hasTerms(body, terms)) return undefined
    const code = readCode(fieldsOf(body), terms.original, settings)
    return (
      code && {
        kind: 'created',
        ...code,
        createdAt,
        expiresAt: endOfLocalDay(lastPayableDay(terms)),
      }
    )
  },

  readListed,
}

function readListed(item: unknown, settings: ApiPixSettings): ListedPixCharge | undefined {
  const { txid, chave, calendario, devedor, ...rest } = fieldsOf(item)
  const createdAt = instantOf(fieldsOf(calendario).criacao)
  const due = readTerms(item)
  if (typeof txid !== 'string' || !createdAt || !due) return undefined
  const emv = codeOf(rest, settings)
  const payer = readPayer(devedor)
  return {
    txid,
    amount: due.original,
    createdAt,
    expiresAt: endOfLocalDay(lastPayableDay(due)),
    due,
    ...(typeof chave === 'string' && { key: chave }),
    ...(emv !== undefined && { emv }),
    ...(payer && { payer }),
  }
}
