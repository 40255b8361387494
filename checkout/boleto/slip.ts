import type { PaymentView } from '../payment.ts'

/** Everything printed on a boleto (Carta-Circular 2.926/2000, FEBRABAN), as plain data. */
export interface Slip extends PaymentView {
  readonly method: 'BOLETO'
  /**
   * Name of the bank that registered the boleto; its code is the first three digits of the barcode.
   */
  readonly bankName: string
  /** 44 digits. */
  readonly barcode: string
  /** 47 digits. */
  readonly digitableLine: string
  /** Local dates, `YYYY-MM-DD`. */
  readonly dueDate: string
  readonly documentDate: string
  readonly processingDate: string
  /** The last day on which a bank accepts it. Absent: the due date. */
  readonly lastPayableDate?: string
  readonly beneficiary: Party
  /** As printed: `0452-9 / 123873-6`. */
  readonly agencyAndAccount: string
  /** Nosso número, as the bank prints it. */
  readonly ourNumber: string
  readonly wallet: string
  /** Our reference, at most 15 characters. */
  readonly documentNumber: string
  /** Espécie: `DM` for goods, `DS` for services… */
  readonly kind: string
  readonly accepted: boolean
  readonly payer: Party
  /** The shop, where another party's agreement registered the boleto for it. */
  readonly finalBeneficiary?: Party
  /** What the bank does if it is not paid. Absent: nothing. */
  readonly overdue?: {
    readonly action: 'PROTEST' | 'SERASA' | 'QUOD'
    readonly afterDays: number
    readonly areBusinessDays: boolean
  }
  /** The merchant's own text. The effect of the dates is printed before it. */
  readonly instructions: readonly string[]
  /** Copy-and-paste text of the PIX of the same debt (bolepix). */
  readonly pixEmv?: string
}

export interface Party {
  readonly name: string
  /** CPF or CNPJ in normal form. */
  readonly document: string
  /** One line: street, district, city, state, CEP. */
  readonly address?: string
}
