import type { OverdueAction } from '../../../contract/boleto-overdue.ts'
import type { Cents } from '../../primitives/money.ts'
import type { CallbackRegistration } from './callback.ts'
import type { OutgoingFolder } from './outgoing-folder.ts'
import type { SettlementFiles } from './settlement-file.ts'

/** A bank at which boletos are registered: by its API, or by files. */
export type BoletoBank = ApiBoletoBank | FileBoletoBank

interface AnyBoletoBank {
  readonly name: string
  /** Whether it registers no boleto of a payer without an address. */
  readonly needsPayerAddress: boolean
  /** The most calendar days after the due date for which it keeps a boleto. Absent: any number. */
  readonly maxPayableDaysAfterDue?: number
  /** The steps that it takes on request against an unpaid boleto. Absent: none. */
  readonly overdueSteps?: Readonly<Partial<Record<OverdueAction, OverdueDays>>>
  /** Absent: this bank, as configured, provides no files. */
  readonly files?: SettlementFiles
}

/** A bank with an API. It takes our callback address by its API, or on paper. */
export interface ApiBoletoBank extends AnyBoletoBank, Partial<CallbackRegistration> {
  /** A reference in its form that no boleto has, for a query before the first sale. */
  readonly unknownReference: string
  register(boleto: BoletoOrder, signal: AbortSignal): Promise<BoletoOutcome>
  /** `reference`: as of the registration, `boletoReference`. */
  find(reference: string, signal: AbortSignal): Promise<BoletoFinding>
  /** Baixa: afterwards the boleto cannot be paid. */
  cancel(reference: string, signal: AbortSignal): Promise<BoletoCancel>
  /**
   * Reads a callback: references, as hints to be confirmed with `find` before any credit.
   * `undefined`: not authentic.
   */
  readNotice(
    headers: Record<string, string | undefined>,
    body: unknown,
  ): readonly string[] | undefined
}

/**
 * A bank that takes instructions by files, remittances, and reports what happened to each boleto
 * by its daily files, returns. Their rows include `movement`.
 */
export interface FileBoletoBank extends AnyBoletoBank {
  readonly maxPayableDaysAfterDue: number
  readonly files: SettlementFiles
  readonly remittances: Remittances
}

export interface Remittances {
  /** The contract with the bank, by whose numbers it knows the files. */
  readonly agreement: string
  /** Where the bank, or a program of the operator, takes the files. */
  readonly folder: OutgoingFolder
  /** Numbers a boleto and writes its codes. They can be paid once the bank has registered it. */
  issue(boleto: BoletoOrder): RegisteredBoleto
  nameOf(file: RemittanceNumber): string
  write(file: RemittanceNumber, titles: readonly RemittanceTitle[]): Uint8Array
}

export interface RemittanceNumber {
  /** Rises with each file of an agreement, and may skip numbers. */
  readonly sequence: number
  readonly madeAt: Date
}

/** An instruction about one boleto, whose facts are those of its order. */
export interface RemittanceTitle
  extends Pick<
    BoletoOrder,
    'amount' | 'issueDate' | 'dueDate' | 'documentNumber' | 'payer' | 'instructions' | 'overdue'
  > {
  readonly instruction: RemittanceInstruction
  readonly ourNumber: string
  readonly finalBeneficiary?: BoletoOrder['shop']
  /** The payment's id, which the bank returns. */
  readonly id: string
}

/** `WRITE_OFF`: baixa, as `cancel` at a bank with an API. */
export type RemittanceInstruction = 'REGISTER' | 'WRITE_OFF'

export interface BoletoOrder {
  /**
   * Taken from our sequence; the adapter turns it into the bank's nosso número. At most 10 digits.
   */
  readonly sequence: number
  readonly amount: Cents
  /** Local dates, `YYYY-MM-DD`; `dueDate` is already a business day. */
  readonly issueDate: string
  readonly dueDate: string
  /** Calendar days after the due date on which it can still be paid. */
  readonly payableDaysAfterDue: number
  /** Our reference, printed as "número do documento", at most 15 characters. */
  readonly documentNumber: string
  readonly payer: BoletoPayer
  /**
   * The shop that the boleto is for. It is named to the bank and on the slip if it is not the
   * beneficiary itself.
   */
  readonly shop: { readonly name: string; readonly document: string }
  readonly instructions: readonly string[]
  /** Absent: none. */
  readonly overdue?: OverdueStep
}

/** What the bank does with a boleto that is not paid, some days after its due date. */
export interface OverdueStep {
  readonly action: OverdueAction
  readonly afterDays: number
}

/** The numbers of days that a bank takes for a step. */
export interface OverdueDays {
  readonly days: readonly number[]
  /** It counts business days up to this number, and calendar days above. Absent: calendar days. */
  readonly businessDaysUpTo?: number
}

/** Whether the bank counts the days of this step as business days. */
export const countsBusinessDays = (
  { overdueSteps }: Pick<BoletoBank, 'overdueSteps'>,
  { action, afterDays }: OverdueStep,
): boolean => afterDays <= (overdueSteps?.[action]?.businessDaysUpTo ?? 0)

/**
 * The most calendar days between the days of a step and the business day after it, over every
 * weekend and holiday: five business days before Carnival end on the eleventh day.
 */
export const latestStepDays = 7

export interface BoletoPayer {
  readonly name: string
  /** CPF or CNPJ, normalized, check digits right. */
  readonly document: string
  readonly address?: PayerAddress
}

export interface PayerAddress {
  /** With number and complement. */
  readonly street: string
  readonly city: string
  /** Two letters. */
  readonly state: string
  readonly zipCode: string
  readonly neighborhood: string
}

export type BoletoOutcome =
  | { readonly kind: 'registered'; readonly boleto: RegisteredBoleto }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  | { readonly kind: 'unavailable'; readonly cause: unknown }

/** The bank's response: everything printed on the slip comes from it. */
export interface RegisteredBoleto {
  /** Nosso número as the bank knows it. */
  readonly ourNumber: string
  /** The bank's own id of the boleto, if it is queried by that. Absent: by nosso número. */
  readonly reference?: string
  /** 44 digits. */
  readonly barcode: string
  /** 47 digits. */
  readonly digitableLine: string
  /** Agency and beneficiary code as printed: `0452-7 / 123873-5`. */
  readonly agencyAndAccount: string
  readonly wallet: string
  readonly beneficiary: {
    readonly name: string
    readonly document: string
    readonly address: string
  }
  /** Absent: the beneficiary itself sells. */
  readonly finalBeneficiary?: { readonly name: string; readonly document: string }
  /** PIX QR of the same debt (bolepix). */
  readonly pix?: { readonly emv: string; readonly txid: string }
}

/** The name of a boleto at its bank: in queries, notices and statements. */
export const boletoReference = ({
  ourNumber,
  reference = ourNumber,
}: Pick<RegisteredBoleto, 'ourNumber' | 'reference'>): string => reference

export type BoletoFinding =
  | { readonly kind: 'open' }
  /** A payment is in progress. It may still fail. */
  | { readonly kind: 'settling' }
  /** At a notary's office, or protested: still a debt, which the payer can pay there. */
  | { readonly kind: 'in-protest' }
  | {
      readonly kind: 'paid'
      readonly amount: Cents
      readonly paidAt: Date
      readonly channel: 'boleto' | 'pix'
      readonly endToEndId?: string
    }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

export type BoletoCancel =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'paid' }
  /** It is not canceled: the bank does not write off a boleto in protest. */
  | { readonly kind: 'in-protest' }
  | { readonly kind: 'unknown'; readonly cause: unknown }
