import { addBusinessDays, nextBusinessDay } from '../../src/brazil/bank-calendar.ts'
import { readDocument } from '../../src/brazil/document.ts'
import { type Cents, cents } from '../../src/primitives/money.ts'
import { fieldsOf, isFields } from '../kit/fields.ts'
import type { Payer, Registration } from './boleto.ts'
import { agreement } from './identity-store.ts'

/**
 * Reads the body of `POST /boletos` as the bank does. A string result names the first invalid
 * field.
 */
export function readRegistration(sent: unknown, today: Temporal.PlainDate): Registration | string {
  if (!isFields(sent)) return 'corpo'
  for (const [name, value] of Object.entries(fixed)) {
    if (Number(sent[name]) !== value) return name
  }
  const ourNumber = String(sent.numeroTituloCliente ?? '')
  if (!new RegExp(`^000${agreement.convenio}\\d{10}$`).test(ourNumber)) return 'numeroTituloCliente'
  const issueDate = dateOf(sent.dataEmissao)
  if (!issueDate) return 'dataEmissao'
  const dueDate = dateOf(sent.dataVencimento)
  if (!dueDate || isBefore(dueDate, issueDate) || isBefore(dueDate, today)) return 'dataVencimento'
  const amount = amountOf(sent.valorOriginal)
  if (amount === undefined || amount === 0 || amount > 9_999_999_999) return 'valorOriginal'
  const payableDaysAfterDue =
    sent.indicadorAceiteTituloVencido === 'S' ? sent.numeroDiasLimiteRecebimento : 0
  if (
    typeof payableDaysAfterDue !== 'number' ||
    !Number.isInteger(payableDaysAfterDue) ||
    payableDaysAfterDue < 0
  ) {
    return 'numeroDiasLimiteRecebimento'
  }
  const protestOn = protestDay(sent, dueDate)
  if (typeof protestOn === 'string') return protestOn
  if (!['A', 'N'].includes(String(sent.codigoAceite))) return 'codigoAceite'
  if (!titleKinds.has(Number(sent.codigoTipoTitulo))) return 'codigoTipoTitulo'
  if (!['S', 'N'].includes(String(sent.indicadorPermissaoRecebimentoParcial))) {
    return 'indicadorPermissaoRecebimentoParcial'
  }
  const documentNumber = sent.numeroTituloBeneficiario ?? ''
  if (!isText(documentNumber, 0, 15)) return 'numeroTituloBeneficiario'
  const message = sent.mensagemBloquetoOcorrencia ?? ''
  if (!isText(message, 0, 165)) return 'mensagemBloquetoOcorrencia'
  const payer = readPayer(sent.pagador)
  if (typeof payer === 'string') return `pagador.${payer}`
  const final = sent.beneficiarioFinal === undefined ? undefined : readParty(sent.beneficiarioFinal)
  if (typeof final === 'string') return `beneficiarioFinal.${final}`
  const wantsPix = sent.indicadorPix === 'S'
  const dates = { issueDate, dueDate, payableDaysAfterDue, ...(protestOn && { protestOn }) }
  const texts = { documentNumber, message }
  return {
    ourNumber,
    amount,
    ...dates,
    ...texts,
    payer,
    ...(final && { finalBeneficiary: final }),
    wantsPix,
  }
}

/** From this number of days on the bank counts calendar days, and business days below. */
const firstCalendarDays = 6

/**
 * The day of the protest, `undefined` if none is requested, or the name of the first invalid field.
 * A boleto that is not payable after its due date has neither a protest nor a listing, and none has
 * both.
 */
function protestDay(
  sent: Readonly<Record<string, unknown>>,
  dueDate: Temporal.PlainDate,
): Temporal.PlainDate | string | undefined {
  const { quantidadeDiasProtesto: days = 0, quantidadeDiasNegativacao: listing = 0 } = sent
  const isTaken = days === 0 || protestDays.has(days)
  if (!isTaken || typeof days !== 'number') return 'quantidadeDiasProtesto'
  if (typeof listing !== 'number' || !Number.isInteger(listing) || listing < 0)
    return 'quantidadeDiasNegativacao'
  if (listing > 0 && days > 0) return 'quantidadeDiasNegativacao'
  if (listing > 0 && ![10, 11].includes(Number(sent.orgaoNegativador))) return 'orgaoNegativador'
  if (days + listing > 0 && sent.indicadorAceiteTituloVencido !== 'S')
    return 'indicadorAceiteTituloVencido'
  if (days === 0) return undefined
  return days < firstCalendarDays
    ? addBusinessDays(dueDate, days)
    : nextBusinessDay(dueDate.add({ days }))
}

const protestDays: ReadonlySet<unknown> = new Set([
  ...Array.from({ length: 27 }, (_, index) => index + 3),
  ...[35, 40, 45],
])

const fixed = {
  numeroConvenio: Number(agreement.convenio),
  numeroCarteira: Number(agreement.carteira),
  numeroVariacaoCarteira: Number(agreement.variacaoCarteira),
  codigoModalidade: 1,
}

/** `codigoTipoTitulo`: 1 to 25, credit card, proposal, others. */
const titleKinds: ReadonlySet<number> = new Set([
  ...Array.from({ length: 25 }, (_, index) => index + 1),
  31,
  32,
  99,
])

function readPayer(sent: unknown): Payer | string {
  const party = readParty(sent)
  if (typeof party === 'string') return party
  const { endereco, cep, cidade, bairro, uf } = fieldsOf(sent)
  if (!isText(endereco, 1, 60)) return 'endereco'
  if (!isText(cidade, 1, 30)) return 'cidade'
  if (!isText(bairro, 1, 30)) return 'bairro'
  // A number has lost its first zeros.
  const zipCode = typeof cep === 'number' ? String(cep).padStart(8, '0') : cep
  if (!isText(zipCode, 8, 8) || !/^\d{8}$/.test(zipCode)) return 'cep'
  if (!isText(uf, 2, 2) || !states.includes(uf)) return 'uf'
  return {
    ...party,
    street: endereco,
    district: bairro,
    city: cidade,
    state: uf,
    zipCode,
  }
}

/** Name and document, the fields that payer and final beneficiary share. */
function readParty(sent: unknown): { document: string; name: string } | string {
  if (!isFields(sent)) return 'nome'
  const reading = readDocument(String(sent.numeroInscricao ?? ''))
  if (!reading.ok) return 'numeroInscricao'
  if (sent.tipoInscricao !== (reading.document.type === 'CPF' ? 1 : 2)) return 'tipoInscricao'
  const { nome } = sent
  return isText(nome, 1, 60) ? { document: reading.document.number, name: nome } : 'nome'
}

const states =
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')

const isText = (value: unknown, least: number, most: number): value is string =>
  typeof value === 'string' && value.length >= least && value.length <= most

const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(a, b) < 0

/** Accepts only dates of the form `30.11.2026`. */
function dateOf(value: unknown): Temporal.PlainDate | undefined {
  const match = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(String(value ?? ''))
  if (!match) return undefined
  try {
    return Temporal.PlainDate.from(`${match[3]}-${match[2]}-${match[1]}`)
  } catch {
    return undefined
  }
}

/** A JSON number of reais with at most two decimals. */
function amountOf(value: unknown): Cents | undefined {
  const match =
    typeof value === 'number' ? /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(String(value)) : null
  return match ? cents(Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)) : undefined
}
