import { bankCodeDigit } from '../../src/brazil/boleto-free-field.ts'
import { formatDocument, readDocument } from '../../src/brazil/document.ts'
import { formatReais } from '../../src/brazil/reais.ts'
import { formatDay } from '../texts/formats.ts'
import type { Party, Slip } from './slip.ts'

/** One box of the printed form. Boxes of a row fill its width, in mm. */
export interface SlipField {
  readonly label: string
  readonly lines: readonly string[]
  readonly widthMm: number
  readonly align?: 'right'
  readonly strong?: boolean
}

export interface SlipRow {
  readonly heightMm: number
  readonly fields: readonly SlipField[]
}

/** Width of the form: the norm allows 170 to 216 mm. */
export const slipWidthMm = 180
/** The right column, which the cashier reads. */
export const rightColumnMm = 48
const leftColumnMm = slipWidthMm - rightColumnMm

/** Ficha de compensação above the instructions. */
export function formRows(slip: Slip): readonly SlipRow[] {
  return [
    {
      heightMm: 8,
      fields: [
        field('Local de pagamento', leftColumnMm, paymentPlace(slip)),
        field('Vencimento', rightColumnMm, formatDate(slip.dueDate), 'strong'),
      ],
    },
    {
      heightMm: 11,
      fields: [
        field('Beneficiário', leftColumnMm, [
          partyLine(slip.beneficiary),
          slip.beneficiary.address ?? '',
        ]),
        field('Agência / Código do beneficiário', rightColumnMm, slip.agencyAndAccount, 'right'),
      ],
    },
    {
      heightMm: 8,
      fields: [
        field('Data do documento', 29, formatDate(slip.documentDate)),
        field('Nº do documento', 38, slip.documentNumber),
        field('Espécie doc.', 19, slip.kind),
        field('Aceite', 15, slip.accepted ? 'A' : 'N'),
        field('Data do processamento', 31, formatDate(slip.processingDate)),
        field('Nosso número', rightColumnMm, slip.ourNumber, 'right'),
      ],
    },
    {
      heightMm: 8,
      fields: [
        field('Uso do banco', 29, ''),
        field('Carteira', 19, slip.wallet),
        field('Espécie', 19, 'R$'),
        field('Quantidade', 34, ''),
        field('(x) Valor', 31, ''),
        field('(=) Valor do documento', rightColumnMm, formatReais(slip.amount), 'strong'),
      ],
    },
  ]
}

/** The place and the last day of payment. */
export const paymentPlace = ({ lastPayableDate, dueDate }: Slip): string =>
  `Pagável em qualquer banco até ${formatDate(lastPayableDate ?? dueDate)}`

/** The boxes at the right of the instructions, top to bottom. The cashier fills them in. */
export const chargeLabels = [
  '(-) Desconto / Abatimento',
  '(-) Outras deduções',
  '(+) Mora / Multa',
  '(+) Outros acréscimos',
  '(=) Valor cobrado',
] as const

export const chargeHeightMm = 6
export const payerHeightMm = 14

/** The rows of the payer's receipt. */
export function receiptRows(slip: Slip): readonly SlipRow[] {
  return [
    {
      heightMm: 11,
      fields: [
        field('Beneficiário', leftColumnMm, [
          partyLine(slip.beneficiary),
          slip.beneficiary.address ?? '',
        ]),
        field('Vencimento', rightColumnMm, formatDate(slip.dueDate), 'strong'),
      ],
    },
    {
      heightMm: 8,
      fields: [
        field('Agência / Código do beneficiário', 50, slip.agencyAndAccount),
        field('Nosso número', 44, slip.ourNumber),
        field('Nº do documento', 38, slip.documentNumber),
        field('(=) Valor do documento', rightColumnMm, formatReais(slip.amount), 'strong'),
      ],
    },
    {
      heightMm: 11,
      fields: [
        field('Pagador', leftColumnMm, [partyLine(slip.payer), slip.payer.address ?? '']),
        field('Data do documento', rightColumnMm, formatDate(slip.documentDate), 'right'),
      ],
    },
  ]
}

/** Payer at the foot of the form. */
export function payerLines(slip: Slip): readonly string[] {
  return [partyLine(slip.payer), slip.payer.address ?? '']
}

/** Absent where the beneficiary itself sells. */
export const finalBeneficiaryLine = ({ finalBeneficiary }: Slip): string | undefined =>
  finalBeneficiary && `${finalBeneficiaryLabel}: ${partyLine(finalBeneficiary)}`

export const finalBeneficiaryLabel = 'Beneficiário final / Avalista'

/** The same for the payer's receipt, under its own label. */
export const finalBeneficiaryName = ({ finalBeneficiary }: Slip): string | undefined =>
  finalBeneficiary && partyLine(finalBeneficiary)

/**
 * The effect of the two dates of the slip, and the merchant's text. The bank adds neither fine nor
 * interest.
 */
export function instructionLines({
  instructions,
  dueDate,
  lastPayableDate,
  overdue,
}: Slip): readonly string[] {
  const isPayableLate = lastPayableDate !== undefined && lastPayableDate > dueDate
  if (!isPayableLate) return ['Não receber após o vencimento.', ...instructions]
  const late = `Depois disso pode ser pago até ${formatDate(lastPayableDate)}, sem multa nem juros.`
  return [
    `Vence em ${formatDate(dueDate)}. ${late}`,
    ...(overdue ? [overdueLine(overdue)] : []),
    ...instructions,
  ]
}

function overdueLine({ action, afterDays, areBusinessDays }: NonNullable<Slip['overdue']>): string {
  const one = areBusinessDays ? 'dia útil' : 'dia'
  const more = areBusinessDays ? 'dias úteis' : 'dias'
  const days = `${afterDays} ${afterDays === 1 ? one : more}`
  return `Sem pagamento, ${overdueTexts[action]} ${days} depois do vencimento.`
}

const overdueTexts = {
  PROTEST: 'vai a protesto',
  SERASA: 'o pagador é negativado na Serasa',
  QUOD: 'o pagador é negativado na Quod',
} as const

/** `001-9`: the bank code with its check digit. */
export function bankCode(slip: Slip): string {
  const code = slip.barcode.slice(0, 3)
  return `${code}-${bankCodeDigit(code)}`
}

/** `LOJA EXEMPLO LTDA — CNPJ 11.222.333/0001-81`. An unreadable document is printed unchanged. */
export function partyLine({ name, document }: Party): string {
  const reading = readDocument(document)
  if (!reading.ok) return document ? `${name} — ${document}` : name
  return `${name} — ${reading.document.type} ${formatDocument(reading.document)}`
}

/** `2026-11-30` as `30/11/2026`. */
const formatDate = (date: string): string => formatDay(date, 'pt')

type Look = 'right' | 'strong'

function field(
  label: string,
  widthMm: number,
  text: string | readonly string[],
  look?: Look,
): SlipField {
  const lines = typeof text === 'string' ? [text] : text.filter((line) => line !== '')
  const base = { label, lines, widthMm }
  if (look === 'strong') return { ...base, align: 'right', strong: true }
  return look === 'right' ? { ...base, align: 'right' } : base
}
