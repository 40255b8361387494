import { readBrCode } from '../../src/brazil/br-code.ts'
import { maskDocument } from '../../src/brazil/document.ts'
import { normalizePixKey } from '../../src/brazil/pix-key.ts'
import { reaisFromCents } from '../../src/brazil/reais.ts'
import { cents } from '../../src/primitives/money.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { fieldsOf } from '../kit/fields.ts'
import { isExpired } from '../pix/charge.ts'
import type { PresentedCharge } from '../pix/code-book.ts'
import type { Bank } from './bank.ts'
import { accept, decisionOn, infoOf, refuseRequest } from './send.ts'

const invalid = 'O pixCopiaECola informado é inválido.'

/** The errors of these two routes, in the form of the standard. */
const refuseCode = (status: number, razao: string, propriedade = 'qrcode.pixCopiaECola') => ({
  status,
  body: {
    type: 'https://pix.bcb.gov.br/api/v2/error/QrcodeOperacaoInvalida',
    title: 'Operação Inválida',
    status,
    detail:
      'A requisição que busca pagar um qrcode não respeita o schema ou está semanticamente errada.',
    violacoes: [{ razao, propriedade }],
  },
  outcome: 'refused:QrcodeOperacaoInvalida',
})

/** The charge of a code, or why the bank does not read it. */
function presented({ world }: Bank, code: unknown): PresentedCharge | ApiResponse {
  const reading = typeof code === 'string' ? readBrCode(code) : undefined
  if (typeof code !== 'string' || !reading?.ok) return refuseCode(422, invalid)
  if (reading.code.kind === 'static')
    return refuseCode(400, 'O pixCopiaECola informado é referente a uma cobrança estática')
  const found = world.codes.find(code)
  // The receiver's bank presents no charge with a due date after its last day.
  return !found || (found.charge.kind === 'cobv' && isExpired(found.charge, world.now()))
    ? refuseCode(422, invalid)
    : found
}

/** `POST /v2/gn/qrcodes/detalhar`. */
export function detailCode(bank: Bank, body: unknown): ApiResponse {
  const found = presented(bank, fieldsOf(body).pixCopiaECola)
  if ('status' in found) return found
  const { charge, receiver, amount } = found
  const { calendario, devedor, chave, solicitacaoPagador } = charge.content
  return {
    status: 200,
    body: {
      tipoCob: charge.kind,
      txid: charge.txid,
      revisao: charge.revision,
      calendario: {
        criacao: charge.createdAt.toISOString(),
        apresentacao: bank.world.now().toISOString(),
        ...calendario,
      },
      status: charge.status,
      ...(devedor && { devedor }),
      recebedor: { nome: receiver.name, ...documentOf(receiver.document) },
      valor: { final: reaisFromCents(cents(amount)) },
      chave,
      ...(solicitacaoPagador !== undefined && { solicitacaoPagador }),
    },
    outcome: `found:${charge.status}`,
    amount,
  }
}

const documentOf = (document: string) =>
  document.length === 11 ? { cpf: maskDocument(document) } : { cnpj: document }

/** `PUT /v2/gn/pix/{idEnvio}/qrcode`. The amount is that of the charge. */
export function payCode(
  bank: Bank,
  {
    idEnvio,
    body,
    visibleAt,
  }: { readonly idEnvio: string; readonly body: unknown; readonly visibleAt: Date },
): ApiResponse {
  const { pagador, pixCopiaECola } = fieldsOf(body)
  const refused = refuseRequest(bank, { idEnvio, pagador })
  if (refused) return refused
  const found = presented(bank, pixCopiaECola)
  if ('status' in found) return found
  const { charge, receiver, amount } = found
  if (charge.status !== 'ATIVA' || isExpired(charge, bank.world.now()))
    return refuseCode(400, 'A cobrança não pode ser paga')
  const decision = decisionOn(bank, amount)
  if (typeof decision === 'string') return refuseCode(400, decision, 'qrcode.pagador')
  const key = normalizePixKey(charge.content.chave)
  if (!key.ok) return refuseCode(400, 'A chave do recebedor não foi encontrada')
  const to = { key: key.key, name: receiver.name, document: receiver.document }
  const sent = { idEnvio, amount, visibleAt, code: String(pixCopiaECola), info: infoOf(pagador) }
  return accept(bank, { ...sent, to }, decision)
}
