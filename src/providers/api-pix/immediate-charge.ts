import { centsFromReais, reaisFromCents } from '../../brazil/reais.ts'
import { fieldsOf, instantOf, stringOnly } from '../http/json-reader.ts'
import type { ListedPixCharge, PixCharge } from '../ports/pix.ts'
import type { ChargeKind } from './charges.ts'
import { codeOf, debtorFor, messageFor, readCode, readHead, readPayer } from './read-charge.ts'
import type { ApiPixSettings } from './settings.ts'

/** `/cob`: a charge that can be paid for some seconds, with one amount. */
export const immediateCharge: ChargeKind<PixCharge> = {
  path: '/cob',
  refusedCode: 'CobOperacaoInvalida',
  notFoundCode: 'CobNaoEncontrado',

  /** `CobSolicitada`. */
  bodyFor({ amount, expiresInSeconds, payer, message }, { chave }) {
    const devedor = debtorFor(payer)
    return {
      calendario: { expiracao: expiresInSeconds },
      ...(devedor && { devedor }),
      valor: { original: reaisFromCents(amount) },
      chave,
      ...messageFor(message),
    }
  },

  /** `CobGerada`. */
  readCreated(body, charge, settings) {
    const createdAt = readHead(body, charge, settings)
    const { valor, calendario } = fieldsOf(body)
    const lifeSeconds = Number(fieldsOf(calendario).expiracao)
    if (!createdAt || !Number.isSafeInteger(lifeSeconds) || lifeSeconds <= 0) return undefined
    if (centsFromReais(stringOnly(fieldsOf(valor).original) ?? '') !== charge.amount)
      return undefined
    const code = readCode(fieldsOf(body), charge.amount, settings)
    const expiresAt = new Date(createdAt.getTime() + lifeSeconds * 1000)
    return code && { kind: 'created', ...code, createdAt, expiresAt }
  },

  readListed,
}

function readListed(item: unknown, settings: ApiPixSettings): ListedPixCharge | undefined {
  const { txid, chave, valor, calendario, devedor, ...rest } = fieldsOf(item)
  const { criacao, expiracao } = fieldsOf(calendario)
  const amount = centsFromReais(stringOnly(fieldsOf(valor).original) ?? '')
  const createdAt = instantOf(criacao)
  const lifeSeconds = Number(expiracao)
  if (typeof txid !== 'string' || !amount || !createdAt || !Number.isSafeInteger(lifeSeconds))
    return undefined
  const emv = codeOf(rest, settings)
  const payer = readPayer(devedor)
  return {
    txid,
    amount,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifeSeconds * 1_000),
    ...(typeof chave === 'string' && { key: chave }),
    ...(emv !== undefined && { emv }),
    ...(payer && { payer }),
  }
}
