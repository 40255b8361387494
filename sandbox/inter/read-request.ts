import { readDocument } from '../../src/brazil/document.ts'
import { localDate } from '../../src/brazil/local-time.ts'
import { type Cents, cents } from '../../src/primitives/money.ts'
import { fieldsOf, isFields } from '../kit/fields.ts'
import type { Payer, RequestedCharge } from './charge.ts'

/** The hour in São Paulo after which a charge is not due on the same day. */
const lastHourOfDueDay = 20

/** Reads the body of `POST /cobrancas` as the bank does. A text names the first invalid field. */
export function readRequest(sent: unknown, now: Date): RequestedCharge | string {
  if (!isFields(sent)) return 'corpo'
  const { seuNumero, valorNominal, dataVencimento, numDiasAgenda } = sent
  if (!isText(seuNumero, 1, 15)) return 'seuNumero'
  const amount = amountOf(valorNominal)
  if (amount === undefined || amount < 2_50 || amount > 99_999_999_99) return 'valorNominal'
  const dueDate = dateOf(dataVencimento)
  if (!dueDate || isPast(dueDate, now)) return 'dataVencimento'
  if (!isDays(numDiasAgenda)) return 'numDiasAgenda'
  const payer = readPayer(sent.pagador)
  if (typeof payer === 'string') return `pagador.${payer}`
  const final = sent.beneficiarioFinal === undefined ? undefined : readParty(sent.beneficiarioFinal)
  if (typeof final === 'string') return `beneficiarioFinal.${final}`
  const message = readMessage(sent.mensagem)
  if (typeof message === 'string') return `mensagem.${message}`
  const ways = sent.formasRecebimento ?? ['BOLETO', 'PIX']
  if (!Array.isArray(ways) || !ways.includes('BOLETO')) return 'formasRecebimento'
  return {
    ownNumber: seuNumero,
    amount,
    dueDate,
    payableDaysAfterDue: numDiasAgenda,
    payer,
    message,
    ...(final && { finalBeneficiary: { name: final.name, document: final.document } }),
    wantsPix: ways.includes('PIX'),
  }
}

/** A charge due today is taken until 19:59. */
function isPast(dueDate: Temporal.PlainDate, now: Date): boolean {
  const days = Temporal.PlainDate.compare(dueDate, localDate(now))
  if (days !== 0) return days < 0
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime())
  return local.toZonedDateTimeISO('America/Sao_Paulo').hour >= lastHourOfDueDay
}

/** `Pagador`: name and document, and an address of which only the district may be left out. */
function readPayer(sent: unknown): Payer | string {
  const party = readParty(sent)
  if (typeof party === 'string') return party
  const { numero = '', complemento = '', email = '' } = fieldsOf(sent)
  if (!isText(numero, 0, 10)) return 'numero'
  if (!isText(complemento, 0, 30)) return 'complemento'
  if (!isText(email, 0, 50)) return 'email'
  return { ...party, number: numero, complement: complemento, email }
}

/** `PagadorBase` and `BeneficiarioBase`, which are the same. */
function readParty(sent: unknown): Omit<Payer, 'number' | 'complement' | 'email'> | string {
  const { cpfCnpj, tipoPessoa, nome, endereco, bairro = '', cidade, uf, cep } = fieldsOf(sent)
  const reading = readDocument(String(cpfCnpj ?? ''))
  if (!reading.ok) return 'cpfCnpj'
  if (tipoPessoa !== (reading.document.type === 'CPF' ? 'FISICA' : 'JURIDICA')) return 'tipoPessoa'
  if (!isText(nome, 1, 100)) return 'nome'
  if (!isText(endereco, 1, 100)) return 'endereco'
  if (!isText(bairro, 0, 60)) return 'bairro'
  if (!isText(cidade, 1, 60)) return 'cidade'
  if (!isText(uf, 2, 2) || !states.includes(uf)) return 'uf'
  if (!isText(cep, 8, 8) || !/^\d{8}$/.test(cep)) return 'cep'
  return {
    document: reading.document.number,
    name: nome,
    street: endereco,
    district: bairro,
    city: cidade,
    state: uf,
    zipCode: cep,
  }
}

const lineNames = ['linha1', 'linha2', 'linha3', 'linha4', 'linha5']

function readMessage(sent: unknown): readonly string[] | string {
  const message = fieldsOf(sent)
  const lines = lineNames.map((name) => message[name] ?? '')
  const wrong = lines.findIndex((line) => !isText(line, 0, 78))
  return wrong < 0 ? lines.map(String).filter(Boolean) : (lineNames[wrong] ?? '')
}

const states =
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')

const isText = (value: unknown, least: number, most: number): value is string =>
  typeof value === 'string' && value.length >= least && value.length <= most

const isDays = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 60

export function dateOf(value: unknown): Temporal.PlainDate | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  try {
    return Temporal.PlainDate.from(value)
  } catch {
    return undefined
  }
}

/** A decimal number of reais. The official Python client sends it as text. */
function amountOf(value: unknown): Cents | undefined {
  const isNumeric = typeof value === 'number' || typeof value === 'string'
  const match = isNumeric ? /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(String(value)) : null
  return match ? cents(Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)) : undefined
}
