import { isEndToEndId, isReturnId } from '../../brazil/pix-ids.ts'
import { centsFromReais } from '../../brazil/reais.ts'
import { instantOf, present, record, text } from '../http/json-reader.ts'
import type { ListedPayout, Payout, PayoutFinding, PayoutReturn } from '../ports/payout.ts'
import { accountKinds } from './account-types.ts'
import { refusal } from './refusal.ts'

/**
 * The EndToEndId of an accepted payment. `undefined`: another payment, or an ambiguous response.
 */
export function readAccepted(body: unknown, { payoutId, amount }: Payout): string | undefined {
  const { idEnvio, valor, status, ...ids } = record(body) ?? {}
  // Efí's pages and its SDK disagree about the name.
  const endToEndId = text(ids.e2eId) ?? text(ids.endToEndId)
  const isOurs = idEnvio === payoutId && centsFromReais(text(valor) ?? '') === amount
  const isTaken = status === 'EM_PROCESSAMENTO' || status === 'REALIZADO'
  return isOurs && isTaken && endToEndId !== undefined && isEndToEndId(endToEndId)
    ? endToEndId
    : undefined
}

/** Reads a payment that was sent. `undefined`: another one, or an ambiguous value. */
export function readFound(body: unknown, payoutId: string): PayoutFinding | undefined {
  const {
    idEnvio,
    valor,
    status,
    horario,
    favorecido,
    devolucoes = [],
    gnExtras,
    erro,
    ...ids
  } = record(body) ?? {}
  if (idEnvio !== payoutId) return undefined
  if (status === 'NAO_REALIZADO') return readFailure(erro ?? record(gnExtras)?.erro)
  const endToEndId = text(ids.endToEndId) ?? text(ids.e2eId)
  const amount = centsFromReais(text(valor) ?? '')
  if (endToEndId === undefined || !isEndToEndId(endToEndId) || !amount) return undefined
  if (status === 'EM_PROCESSAMENTO') return { kind: 'processing', endToEndId, amount }
  const completedAt = instantOf(
    record(horario)?.liquidacao ?? record(horario)?.solicitacao ?? horario,
  )
  const returns = readReturns(devolucoes)
  if (status !== 'REALIZADO' || !completedAt || !returns) return undefined
  const receiver = readReceiver(favorecido)
  return {
    kind: 'completed',
    endToEndId,
    amount,
    completedAt,
    returns,
    ...(receiver && { receiver }),
  }
}

/** Reads one page of the list of sent payments. `undefined`: an entry cannot be read. */
export function readPage(
  body: unknown,
): { readonly payouts: readonly ListedPayout[]; readonly pages: number } | undefined {
  const { parametros, pix } = record(body) ?? {}
  const { quantidadeDePaginas: pages } = record(record(parametros)?.paginacao) ?? {}
  if (typeof pages !== 'number' || !Number.isSafeInteger(pages) || !Array.isArray(pix))
    return undefined
  // A payment that was sent by hand has no id of ours.
  const payouts = pix
    .filter((each) => text(record(each)?.idEnvio) !== undefined)
    .map((each) => readListed(record(each) ?? {}))
  return payouts.every((each) => each !== undefined) ? { payouts, pages } : undefined
}

function readListed(fields: Readonly<Record<string, unknown>>): ListedPayout | undefined {
  const payoutId = text(fields.idEnvio)
  const amount = centsFromReais(text(fields.valor) ?? '')
  const requestedAt = instantOf(record(fields.horario)?.solicitacao ?? fields.horario)
  if (payoutId === undefined || !amount || !requestedAt) return undefined
  return {
    payoutId,
    amount,
    requestedAt,
    hasFailed: fields.status === 'NAO_REALIZADO',
    ...present({
      key: text(record(fields.favorecido)?.chave),
      account: readAccount(record(fields.favorecido)?.contaBanco),
      message: text(fields.infoPagador),
    }),
  }
}

/** An account and its holder, whose document Efí masks. `undefined`: a part is missing. */
function readAccount(contaBanco: unknown): ListedPayout['account'] {
  const { nome, codigoBanco, agencia, conta, tipoConta } = record(contaBanco) ?? {}
  const [ispb, branch, number, name] = [codigoBanco, agencia, conta, nome].map(text)
  const kind = accountKinds.get(text(tipoConta) ?? '')
  return ispb && branch && number && name && kind ? { ispb, branch, number, kind, name } : undefined
}

/**
 * The ids in a notice (`{pix: [{gnExtras: {idEnvio}}]}`). Entries about other payments are left
 * out.
 */
export function readIds(body: unknown): string[] {
  const { pix } = record(body) ?? {}
  const items: readonly unknown[] = Array.isArray(pix) ? pix : [pix]
  return items.flatMap((item) => {
    const id = record(record(item)?.gnExtras)?.idEnvio
    return typeof id === 'string' && /^[A-Za-z0-9]{1,35}$/.test(id) ? [id] : []
  })
}

function readFailure(erro: unknown): PayoutFinding {
  const { codigo, motivo } = record(erro) ?? {}
  return {
    kind: 'failed',
    ...refusal({ code: text(codigo) ?? 'NAO_REALIZADO', message: text(motivo) ?? '' }),
  }
}

/**
 * The returns that arrived; `undefined` when one of them is unreadable, because amounts are never
 * guessed.
 */
function readReturns(value: unknown): PayoutReturn[] | undefined {
  if (!Array.isArray(value)) return undefined
  const read = value
    .map((each: unknown) => record(each) ?? {})
    .filter(({ status }) => status === 'DEVOLVIDO')
    .map(({ rtrId, valor, horario }) => {
      const amount = centsFromReais(text(valor) ?? '')
      const returnedAt = instantOf(record(horario)?.liquidacao ?? record(horario)?.solicitacao)
      if (typeof rtrId !== 'string' || !isReturnId(rtrId) || !amount || !returnedAt)
        return undefined
      return { returnId: rtrId, amount, returnedAt }
    })
  return read.every((each) => each !== undefined) ? read : undefined
}

function readReceiver(favorecido: unknown): { name?: string; document?: string } | undefined {
  const { identificacao, contaBanco } = record(favorecido) ?? {}
  const { nome, cpf, cnpj } = record(identificacao) ?? record(contaBanco) ?? {}
  const receiver = present({
    name: text(nome)?.slice(0, 255),
    document: (text(cpf) ?? text(cnpj))?.slice(0, 24),
  })
  return Object.keys(receiver).length > 0 ? receiver : undefined
}
