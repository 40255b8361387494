import { brazilTimeZone, localDate } from '../../src/brazil/local-time.ts'
import { reaisFromCents } from '../../src/brazil/reais.ts'
import type { Cents } from '../../src/primitives/money.ts'
import { payableUntil } from '../kit/boleto-bill.ts'
import type { Boleto, BoletoState } from './boleto.ts'
import { agreement, bearer } from './identity-store.ts'

const contract = {
  numeroCarteira: Number(agreement.carteira),
  numeroVariacaoCarteira: Number(agreement.variacaoCarteira),
  numeroContratoCobranca: agreement.contract,
}

/** The response to `POST /boletos`. */
export const renderRegistered = (boleto: Boleto) => ({
  numero: boleto.ourNumber,
  ...contract,
  codigoCliente: 704950857,
  linhaDigitavel: boleto.digitableLine,
  codigoBarraNumerico: boleto.barcode,
  beneficiario: {
    agencia: Number(agreement.agency),
    contaCorrente: Number(agreement.account),
    tipoEndereco: 1,
    logradouro: 'RUA DO GUICHE 100',
    bairro: 'CENTRO',
    cidade: 'SAO PAULO',
    codigoCidade: 7107,
    uf: 'SP',
    cep: 1001000,
    indicadorComprovacao: '0',
  },
  qrCode: renderQr(boleto),
  observacao: '',
})

/** The response to `GET /boletos/{id}`. */
export function renderTitle(boleto: Boleto) {
  const { state, payer } = boleto
  const paid = state.kind === 'paid' ? state : undefined
  const bankDate = (at: Date | undefined) => (at ? dotted(localDate(at)) : '')
  return {
    codigoLinhaDigitavel: boleto.digitableLine,
    textoCodigoBarrasTituloCobranca: boleto.barcode,
    textoMensagemBloquetoTitulo: boleto.message,
    numeroContratoCobranca: agreement.contract,
    numeroCarteiraCobranca: contract.numeroCarteira,
    numeroVariacaoCarteiraCobranca: contract.numeroVariacaoCarteira,
    codigoModalidadeTitulo: 1,
    codigoTipoTituloCobranca: 2,
    codigoAceiteTituloCobranca: 'N',
    codigoEstadoTituloCobranca: stateCode(state),
    codigoTipoBaixaTitulo:
      state.kind === 'written-off' ? { beneficiary: 1, bank: 13 }[state.by] : 0,
    numeroTituloCedenteCobranca: boleto.documentNumber,
    dataEmissaoTituloCobranca: dotted(boleto.issueDate),
    dataRegistroTituloCobranca: bankDate(boleto.registeredAt),
    dataVencimentoTituloCobranca: dotted(boleto.dueDate),
    quantidadeDiaPrazoLimiteRecebimento: boleto.payableDaysAfterDue,
    dataLimiteRecebimentoTitulo: bankDate(payableUntil(boleto)),
    valorOriginalTituloCobranca: decimal(boleto.amount),
    valorAtualTituloCobranca: decimal(boleto.amount),
    valorPagamentoParcialTitulo: 0,
    codigoTipoInscricaoSacado: payer.document.length === 11 ? 1 : 2,
    numeroInscricaoSacadoCobranca: /^\d+$/.test(payer.document)
      ? Number(payer.document)
      : payer.document,
    nomeSacadoCobranca: payer.name,
    textoEnderecoSacadoCobranca: payer.street,
    nomeBairroSacadoCobranca: payer.district,
    nomeMunicipioSacadoCobranca: payer.city,
    siglaUnidadeFederacaoSacadoCobranca: payer.state,
    numeroCepSacadoCobranca: Number(payer.zipCode),
    indicadorPermissaoRecebimentoParcial: 'N',
    valorPagoSacado: paid ? decimal(paid.amount) : 0,
    valorCreditoCedente: paid ? decimal(paid.amount) : 0,
    codigoTipoLiquidacao: paid ? 1 : 0,
    codigoNaturezaRecebimento: paid ? 1 : 0,
    // Debit; internet or PIX.
    codigoCanalPagamento: paid ? { boleto: 203, pix: 261 }[paid.channel] : 0,
    dataRecebimentoTitulo: bankDate(paid?.at),
    dataCreditoLiquidacao: bankDate(paid?.at),
  }
}

/** Normal, at the notary's office, paid, paid at the notary's office, written off. */
function stateCode(state: BoletoState): number {
  if (state.kind === 'paid') return state.atNotary ? 10 : 6
  return { registered: 1, 'in-protest': 3, 'written-off': 7 }[state.kind]
}

/** A boleto that moved, as the list of boletos shows it. */
export interface ListedTitle {
  readonly ourNumber: string
  readonly amount: Cents
  readonly registeredOn: Date
  readonly dueDate: Temporal.PlainDate
  readonly movedAt: Date
  readonly documentNumber: string
  readonly payer: { readonly document: string; readonly name: string }
  /** Absent: it was written off, or went to protest. */
  readonly paid?: Cents
  readonly writtenOffBy?: 'beneficiary' | 'bank'
  /** The movement of the return and its reason, if they do not follow from the rest. */
  readonly movement?: { readonly code: string; readonly reason: string }
}

/** An entry of the response to `GET /boletos`. */
export const renderListed = (title: ListedTitle) => ({
  numeroBoletoBB: title.ourNumber,
  dataRegistro: dotted(localDate(title.registeredOn)),
  dataVencimento: dotted(title.dueDate),
  valorOriginal: decimal(title.amount),
  carteiraConvenio: contract.numeroCarteira,
  variacaoCarteiraConvenio: contract.numeroVariacaoCarteira,
  ...listedState(title),
  contrato: agreement.contract,
  dataMovimento: dotted(localDate(title.movedAt)),
  valorAtual: decimal(title.amount),
  valorPago: title.paid === undefined ? 0 : decimal(title.paid),
  dataCredito: title.paid === undefined ? '' : dotted(localDate(title.movedAt)),
})

function listedState({ paid, writtenOffBy }: ListedTitle) {
  if (paid !== undefined)
    return { codigoEstadoTituloCobranca: 6, estadoTituloCobranca: 'LIQUIDADO' }
  return writtenOffBy
    ? { codigoEstadoTituloCobranca: 7, estadoTituloCobranca: 'BAIXADO' }
    : { codigoEstadoTituloCobranca: 3, estadoTituloCobranca: 'EM CARTORIO' }
}

/** The response to `GET /boletos/{id}/pix`. */
export function renderTitlePix(boleto: Boleto) {
  const { state } = boleto
  const paid = state.kind === 'paid' && state.channel === 'pix' ? state : undefined
  return {
    id: boleto.ourNumber,
    dataRegistroTituloCobranca: dotted(localDate(boleto.registeredAt)),
    agenciaBeneficiario: Number(agreement.agency),
    contaBeneficiario: Number(agreement.account),
    valorOriginalTituloCobranca: decimal(boleto.amount),
    validadeTituloCobranca: dotted(localDate(payableUntil(boleto))),
    ...(paid
      ? {
          pix: {
            valorRecebido: decimal(paid.amount),
            timestamp: localMoment(paid.at, '-'),
            chave: '',
          },
        }
      : {}),
    qrCode: { ...renderQr(boleto), tipo: 2 },
  }
}

/** The notice of a baixa operacional: a list of one. */
export function renderNotice(boleto: Boleto) {
  const paid = boleto.state.kind === 'paid' ? boleto.state : undefined
  return [
    {
      id: boleto.ourNumber,
      dataRegistro: dotted(localDate(boleto.registeredAt)),
      dataVencimento: dotted(boleto.dueDate),
      valorOriginal: decimal(boleto.amount),
      valorPagoSacado: decimal(paid?.amount ?? boleto.amount),
      numeroConvenio: Number(agreement.convenio),
      numeroOperacao: agreement.contract,
      carteiraConvenio: contract.numeroCarteira,
      variacaoCarteiraConvenio: contract.numeroVariacaoCarteira,
      codigoEstadoBaixaOperacional: 1, // Paid at this bank.
      dataLiquidacao: paid ? localMoment(paid.at, '/') : '',
      instituicaoLiquidacao: '001',
      canalLiquidacao: paid?.channel === 'pix' ? 4 : 3,
      codigoModalidadeBoleto: 1,
      tipoPessoaPortador: 1,
      identidadePortador: Number(bearer.document),
      nomePortador: bearer.name,
      formaPagamento: 2,
    },
  ]
}

/** The response to `POST /boletos/{id}/baixar`. */
export function renderBaixa(at: Date) {
  const [date = '', time = ''] = localMoment(at, '/').split(' ')
  return {
    numeroContratoCobranca: String(agreement.contract),
    dataBaixa: date.replaceAll('/', '.'),
    horarioBaixa: time,
  }
}

const renderQr = ({ pix }: Boleto) => ({
  url: pix?.location ?? '',
  txId: pix?.txid ?? '',
  emv: pix?.emv ?? '',
})

/** At most 12 digits: the nearest float prints as the same digits. */
const decimal = (amount: Cents): number => Number(reaisFromCents(amount))

const dotted = (date: Temporal.PlainDate): string => date.toString().split('-').reverse().join('.')

/** `2026-11-21 09:05:00` or, with slashes, `21/11/2026 09:05:00`; São Paulo time. */
function localMoment(at: Date, separator: '-' | '/'): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
    brazilTimeZone,
  )
  const date = local.toPlainDate().toString()
  const time = local.toPlainTime().toString({ smallestUnit: 'second' })
  return `${separator === '-' ? date : date.split('-').reverse().join('/')} ${time}`
}
