import assert from 'node:assert/strict'
import { reaisFromCents } from '../../brazil/reais.ts'
import type {
  BoletoBank,
  BoletoOrder,
  BoletoPayer,
  OverdueStep,
  PayerAddress,
} from '../ports/boleto.ts'
import { dateForBank } from './decode.ts'
import type { BancoDoBrasilSettings } from './settings.ts'

/**
 * Nosso número of 20 digits: `000`, the 7 digits of the agreement, our sequence in 10 digits. Never
 * used again, not even after a baixa.
 */
export function ourNumberOf(convenio: string, sequence: number): string {
  assert(
    Number.isSafeInteger(sequence) && sequence > 0 && sequence <= 9_999_999_999,
    `not a sequence: ${sequence}`,
  )
  return `000${convenio}${String(sequence).padStart(10, '0')}`
}

/** Body of `POST /boletos`. */
export function encodeBoleto(order: BoletoOrder, settings: BancoDoBrasilSettings): string {
  const finalBeneficiary = finalBeneficiaryOf(order, settings)
  return JSON.stringify({
    numeroConvenio: Number(settings.convenio),
    numeroCarteira: Number(settings.carteira),
    numeroVariacaoCarteira: Number(settings.variacaoCarteira),
    codigoModalidade: 1, // Simples.
    dataEmissao: dateForBank(order.issueDate),
    dataVencimento: dateForBank(order.dueDate),
    // The nearest float of at most 12 digits is printed as the same digits, and no arithmetic is
    // done with it.
    valorOriginal: Number(reaisFromCents(order.amount)),
    indicadorAceiteTituloVencido: order.payableDaysAfterDue > 0 ? 'S' : 'N',
    numeroDiasLimiteRecebimento: order.payableDaysAfterDue,
    ...(order.overdue && encodeOverdue(order.overdue)),
    codigoAceite: 'N',
    codigoTipoTitulo: 2,
    descricaoTipoTitulo: 'DM',
    indicadorPermissaoRecebimentoParcial: 'N',
    numeroTituloBeneficiario: documentNumberForBank(order.documentNumber),
    numeroTituloCliente: ourNumberOf(settings.convenio, order.sequence),
    mensagemBloquetoOcorrencia: plain(order.instructions.join(' '), 165),
    pagador: encodePayer(order.payer, settings),
    ...(finalBeneficiary && { beneficiarioFinal: encodeParty(finalBeneficiary) }),
    indicadorPix: 'S',
  })
}

/**
 * The steps that the bank takes on request: a protest after 3 to 5 business days, or 6 to 45
 * calendar days with gaps; a listing at a bureau. Its longest time for a listing is not published.
 */
export const overdueSteps = {
  PROTEST: { days: [...fromTo(3, 29), 35, 40, 45], businessDaysUpTo: 5 },
  SERASA: { days: fromTo(1, 99) },
  QUOD: { days: fromTo(1, 99) },
} satisfies NonNullable<BoletoBank['overdueSteps']>

function fromTo(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const encodeOverdue = ({ action, afterDays }: OverdueStep) =>
  action === 'PROTEST'
    ? { quantidadeDiasProtesto: afterDays }
    : { quantidadeDiasNegativacao: afterDays, orgaoNegativador: bureaus[action] }

const bureaus = { SERASA: 10, QUOD: 11 } as const

/** Seu número, in the bank's form. */
export const documentNumberForBank = (documentNumber: string): string => plain(documentNumber, 15)

/** The shop, unless the agreement is its own. */
export const finalBeneficiaryOf = (
  { shop }: Pick<BoletoOrder, 'shop'>,
  { beneficiary }: Pick<BancoDoBrasilSettings, 'beneficiary'>,
): BoletoOrder['shop'] | undefined =>
  shop.document === beneficiary.document && plain(shop.name, 60) === plain(beneficiary.name, 60)
    ? undefined
    : shop

const encodeParty = ({ name, document }: BoletoOrder['shop']) => ({
  tipoInscricao: document.length === 11 ? 1 : 2,
  numeroInscricao: document,
  nome: plain(name, 60),
})

/** The address of the order, else that of the settings. */
export function payerAddressOf(
  { address: own }: BoletoPayer,
  { payerAddress }: PayerSettings,
): PayerAddress {
  const address = own ?? payerAddress
  assert(address, 'a boleto needs an address of its payer')
  return address
}

type PayerSettings = Pick<BancoDoBrasilSettings, 'payerAddress'>

/** Documents are sent as text: one may start with zeros, or contain letters since July 2026. */
function encodePayer(payer: BoletoPayer, settings: PayerSettings) {
  const address = payerAddressOf(payer, settings)
  return {
    ...encodeParty(payer),
    endereco: plain(address.street, 60),
    cep: address.zipCode.replace(/\D/g, ''),
    cidade: plain(address.city, 30),
    bairro: plain(address.neighborhood, 30),
    uf: address.state.toUpperCase(),
  }
}

/** Upper-case letters without marks, cut to the width of the bank's field. */
export const plain = (text: string, length: number): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .toUpperCase()
    .trim()
    .slice(0, length)
    .trim()
