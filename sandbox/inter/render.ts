import { localDate } from '../../src/brazil/local-time.ts'
import { reaisFromCents } from '../../src/brazil/reais.ts'
import type { Charge, Payer } from './charge.ts'

/** `CobrancaDetalhadaResponseBody`. */
export const renderCharge = (charge: Charge, now: Date) => ({
  cobranca: {
    codigoSolicitacao: charge.code,
    seuNumero: charge.ownNumber,
    dataEmissao: localDate(charge.registeredAt).toString(),
    dataVencimento: charge.dueDate.toString(),
    // At most 12 digits: the nearest float prints as the same digits.
    valorNominal: Number(reaisFromCents(charge.amount)),
    tipoCobranca: 'SIMPLES',
    ...renderState(charge, now),
    arquivada: false,
    descontos: [],
    pagador: renderPayer(charge.payer),
  },
  ...renderCodes(charge),
})

/** `CobrancaResponse`, an item of a list: amounts are texts there. */
export const renderListed = (charge: Charge, now: Date) => ({
  cobranca: {
    codigoSolicitacao: charge.code,
    seuNumero: charge.ownNumber,
    ...renderState(charge, now),
    dataEmissao: localDate(charge.registeredAt).toString(),
    dataVencimento: charge.dueDate.toString(),
    valorNominal: reaisFromCents(charge.amount),
    tipoCobranca: 'SIMPLES',
    pagador: { nome: charge.payer.name, cpfCnpj: charge.payer.document },
  },
  ...renderCodes(charge),
})

/** `CallbackCobranca`. */
export function renderNotice(charge: Charge, now: Date) {
  const { situacao, valorTotalRecebido, origemRecebimento } = renderState(charge, now)
  return {
    codigoSolicitacao: charge.code,
    seuNumero: charge.ownNumber,
    situacao,
    dataHoraSituacao: now.toISOString(),
    ...(valorTotalRecebido && { valorTotalRecebido, origemRecebimento }),
    ...renderCodes(charge).boleto,
    ...renderCodes(charge).pix,
  }
}

export const situationOf = (charge: Charge, now: Date): string => {
  const { state, dueDate } = charge
  switch (state.kind) {
    case 'processing':
      return 'EM_PROCESSAMENTO'
    case 'open':
    case 'closing':
      return Temporal.PlainDate.compare(localDate(now), dueDate) > 0 ? 'ATRASADO' : 'A_RECEBER'
    case 'in-protest':
      return 'PROTESTO'
    case 'paid':
      return 'RECEBIDO'
    case 'cancelled':
      return 'CANCELADO'
    case 'expired':
      return 'EXPIRADO'
    case 'failed':
      return 'FALHA_EMISSAO'
  }
}

function renderState(charge: Charge, now: Date) {
  const { state } = charge
  const changedAt = 'at' in state && state.kind !== 'closing' ? state.at : charge.registeredAt
  return {
    situacao: situationOf(charge, now),
    dataSituacao: localDate(changedAt).toString(),
    ...(state.kind === 'paid' && {
      valorTotalRecebido: reaisFromCents(state.amount),
      origemRecebimento: state.channel === 'pix' ? 'PIX' : 'BOLETO',
    }),
    ...(state.kind === 'cancelled' && { motivoCancelamento: state.reason }),
  }
}

/** None while the charge is in process, or when it was not issued. */
function renderCodes({ state, ourNumber, barcode, digitableLine, pix }: Charge): Readonly<{
  boleto?: Readonly<Record<string, string>>
  pix?: Readonly<Record<string, string>>
}> {
  if (state.kind === 'processing' || state.kind === 'failed') return {}
  return {
    boleto: { nossoNumero: ourNumber, codigoBarras: barcode, linhaDigitavel: digitableLine },
    ...(pix && { pix: { txid: pix.txid, pixCopiaECola: pix.emv } }),
  }
}

const renderPayer = (payer: Payer) => ({
  cpfCnpj: payer.document,
  tipoPessoa: payer.document.length === 11 ? 'FISICA' : 'JURIDICA',
  nome: payer.name,
  endereco: payer.street,
  numero: payer.number,
  complemento: payer.complement,
  bairro: payer.district,
  cidade: payer.city,
  uf: payer.state,
  cep: payer.zipCode,
  email: payer.email,
})
