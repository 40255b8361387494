import assert from 'node:assert/strict'
import { brazilTimeZone, localDate } from '../../brazil/local-time.ts'
import type { RemittanceInstruction, RemittanceNumber, RemittanceTitle } from '../ports/boleto.ts'
import { accountDigit } from './account-digit.ts'
import { documentNumberForBank, overdueSteps, payerAddressOf, plain } from './boleto-request.ts'
import type { BancoDoBrasilCnabSettings } from './cnab-settings.ts'

// The bank's remittance in CNAB 240: one batch of titles, each a segment P and a segment Q, and at
// its registration a segment R (docs/design/providers/banco-do-brasil-cnab.md). Positions count
// from 1.

export function remittanceText(
  settings: BancoDoBrasilCnabSettings,
  file: RemittanceNumber,
  titles: readonly RemittanceTitle[],
): string {
  let place = 0
  const details = titles.flatMap((title) =>
    segmentsOf[title.instruction].map((segment) => {
      place += 1
      return record([...detailAt(title.instruction, place), ...segment(title, settings)])
    }),
  )
  const records = [
    fileHeader(settings, file),
    batchHeader(settings, file),
    ...details,
    record([
      [1, '00100015'],
      [18, digits(details.length + 2, 6)],
    ]),
    record([
      [1, '00199999'],
      [18, digits(1, 6)],
      [24, digits(details.length + 4, 6)],
      [30, digits(0, 6)],
    ]),
  ]
  return records.map((each) => `${each}\r\n`).join('')
}

type Field = readonly [at: number, text: string]
type Segment = (title: RemittanceTitle, settings: BancoDoBrasilCnabSettings) => readonly Field[]

const codes: Readonly<Record<RemittanceInstruction, string>> = { REGISTER: '01', WRITE_OFF: '02' }

const segmentsOf: Readonly<Record<RemittanceInstruction, readonly Segment[]>> = {
  REGISTER: [segmentP, segmentQ, segmentR],
  WRITE_OFF: [segmentP, segmentQ],
}

/** Number and kind of the record. Each segment begins with its own letter. */
const detailAt = (instruction: RemittanceInstruction, place: number): readonly Field[] => [
  [1, '00100013'],
  [9, digits(place, 5)],
  [16, codes[instruction]],
]

function segmentP(title: RemittanceTitle, settings: BancoDoBrasilCnabSettings): readonly Field[] {
  const { ourNumber, documentNumber, dueDate, amount, issueDate, id } = title
  return [
    [14, 'P'],
    ...accountAt(settings, 18),
    [38, ourNumber.slice(apiZeros.length)],
    [58, settings.carteira === simpleWithoutInsurance ? '7' : '1'],
    [59, '1'], // Registered at the bank.
    [60, '1'], // A traditional document.
    [61, '22'], // We print it and send it.
    [63, documentNumberForBank(documentNumber)],
    [78, day(dueDate)],
    [86, digits(amount, 15)],
    [101, digits(0, 6)],
    [107, '02'], // Duplicata mercantil.
    [109, 'N'],
    [110, day(issueDate)],
    [118, '3'], // No interest.
    [119, digits(0, 8)],
    [127, digits(0, 15)],
    [142, '0'], // No discount.
    [143, digits(0, 8)],
    ...([151, 166, 181] as const).map((at): Field => [at, digits(0, 15)]),
    [196, id.replaceAll('-', '').slice(-25)],
    ...protestAt(title),
    [224, '0'], // The bank does not read the days of the write-off here.
    [225, '000'],
    [228, '09'], // Real.
    [230, digits(0, 10)],
  ]
}

/** The zeros that the bank's API puts before nosso número. */
const apiZeros = '000'
const simpleWithoutInsurance = '17'

/** 1: calendar days, 2: business days, 3: no protest. */
function protestAt({ overdue }: RemittanceTitle): readonly Field[] {
  assert(!overdue || overdue.action === 'PROTEST', 'the bank takes no other step by file')
  const days = overdue?.afterDays ?? 0
  const code = days > overdueSteps.PROTEST.businessDaysUpTo ? '1' : '2'
  return [
    [221, days === 0 ? '3' : code],
    [222, digits(days, 2)],
  ]
}

function segmentQ(title: RemittanceTitle, settings: BancoDoBrasilCnabSettings): readonly Field[] {
  const { payer, finalBeneficiary } = title
  const address = payerAddressOf(payer, settings)
  return [
    [14, 'Q'],
    ...partyAt(18, payer.document),
    [34, plain(payer.name, 40)],
    [74, plain(address.street, 40)],
    [114, plain(address.neighborhood, 15)],
    [129, address.zipCode.replace(/\D/g, '').padStart(8, '0')],
    [137, plain(address.city, 15)],
    [152, address.state.toUpperCase()],
    ...(finalBeneficiary
      ? [...partyAt(154, finalBeneficiary.document), fieldAt(170, plain(finalBeneficiary.name, 40))]
      : [fieldAt(154, digits(0, 16))]),
    [210, '000'],
  ]
}

function segmentR({ instructions }: RemittanceTitle): readonly Field[] {
  const none = (at: number): readonly Field[] => [
    [at, '0'],
    [at + 1, digits(0, 8)],
    [at + 9, digits(0, 15)],
  ]
  return [
    [14, 'R'],
    // Two more discounts, and the fine.
    ...[18, 42, 66].flatMap(none),
    [100, plain(instructions[0] ?? '', 40)],
    [140, plain(instructions[1] ?? '', 40)],
    [200, digits(0, 16)],
    [217, digits(0, 12)],
    [231, '0'],
  ]
}

const fileHeader = (
  settings: BancoDoBrasilCnabSettings,
  { sequence, madeAt }: RemittanceNumber,
): string => {
  const time = Temporal.Instant.fromEpochMilliseconds(madeAt.getTime())
    .toZonedDateTimeISO(brazilTimeZone)
    .toPlainTime()
  return record([
    [1, '00100000'],
    [18, kindOf(settings.beneficiary.document)],
    [19, digits(settings.beneficiary.document, 14)],
    ...agreementAt(settings, 33),
    [73, plain(settings.beneficiary.name, 30)],
    [103, 'BANCO DO BRASIL S.A.'],
    [143, '1'], // A remittance.
    [144, day(localDate(madeAt).toString())],
    [152, time.toString({ smallestUnit: 'second' }).replaceAll(':', '')],
    [158, digits(sequence, 6)],
    [164, '084'],
    [167, '00000'],
  ])
}

const batchHeader = (
  settings: BancoDoBrasilCnabSettings,
  { sequence, madeAt }: RemittanceNumber,
): string =>
  record([
    [1, '00100011R01'],
    [14, '042'],
    ...partyAt(18, settings.beneficiary.document),
    ...agreementAt(settings, 34),
    [74, plain(settings.beneficiary.name, 30)],
    [184, digits(sequence, 8)],
    [192, day(localDate(madeAt).toString())],
    [200, digits(0, 8)],
  ])

/** Convênio, product, carteira and variation; then branch and account with their digits. */
const agreementAt = (settings: BancoDoBrasilCnabSettings, at: number): readonly Field[] => [
  [at, digits(settings.convenio, 9)],
  [at + 9, '0014'],
  [at + 13, settings.carteira],
  [at + 15, digits(settings.variacaoCarteira, 3)],
  ...accountAt(settings, at + 20),
]

const accountAt = (
  { agency, account }: BancoDoBrasilCnabSettings,
  at: number,
): readonly Field[] => {
  const [branch, number] = [digits(agency, 5), digits(account, 12)]
  return [
    [at, branch],
    [at + 5, accountDigit(branch)],
    [at + 6, number],
    [at + 18, accountDigit(number)],
  ]
}

const partyAt = (at: number, document: string): readonly Field[] => [
  [at, kindOf(document)],
  [at + 1, digits(document, 15)],
]

const fieldAt = (at: number, text: string): Field => [at, text]

/** 1: CPF, 2: CNPJ. */
const kindOf = (document: string): string => (document.length === 11 ? '1' : '2')

/** A record of spaces with the fields at their positions. */
function record(fields: readonly Field[]): string {
  let text = ''
  for (const [at, value] of fields.toSorted(([one], [other]) => one - other)) {
    assert(text.length < at, `the field at ${at} overlaps the one before it`)
    text = text.padEnd(at - 1) + value
  }
  assert(text.length <= recordLength, 'a record is too long')
  return text.padEnd(recordLength)
}

const recordLength = 240

function digits(value: number | string, width: number): string {
  const text = String(value).padStart(width, '0')
  assert(text.length === width, `${value} has more than ${width} digits`)
  return text
}

/** `2026-11-30` as `30112026`. */
const day = (date: string): string => date.split('-').reverse().join('')
