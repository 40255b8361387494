import { readBrCode } from '../../src/brazil/br-code.ts'
import { maskDocument } from '../../src/brazil/document.ts'
import { normalizePixKey } from '../../src/brazil/pix-key.ts'
import { reaisFromCents } from '../../src/brazil/reais.ts'
import { cents } from '../../src/primitives/money.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { fieldsOf } from '../kit/fields.ts'
import { isExpired } from '../pix/charge.ts'
import type { PresentedCharge } from '../pix/code-book.ts'
import { type Bank, refuse } from './bank.ts'
import { accept, denialOf, infoOf } from './send.ts'

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
  const { account, payouts, world } = bank
  const { pagador, pixCopiaECola } = fieldsOf(body)
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
  const found = presented(bank, pixCopiaECola)
  if ('status' in found) return found
  const { charge, receiver, amount } = found
  if (charge.status !== 'ATIVA' || isExpired(charge, world.now()))
    return refuseCode(400, 'A cobrança não pode ser paga')
  const denied = denialOf(bank, amount)
  if (denied !== undefined)
    return refuseCode(400, 'Saldo insuficiente para realizar o pagamento', 'qrcode.pagador')
  const key = normalizePixKey(charge.content.chave)
  if (!key.ok) return refuseCode(400, 'A chave do recebedor não foi encontrada')
  const to = { key: key.key, name: receiver.name, document: receiver.document }
  const sent = { idEnvio, amount, visibleAt, code: String(pixCopiaECola), info: infoOf(pagador) }
  return accept(bank, { ...sent, to })
}
