import type { CaseDetail } from '../../../contract/reconciliation.ts'
import { cashoutStatusNames, transactionStatusNames } from '../../../contract/status-names.ts'
import { methodNames } from '../../text/names.ts'
import { texts, useTexts } from '../../text/text.ts'
import { disputeKindNames, disputeStatusNames } from '../disputes/disputes-texts.ts'
import { refundStatusNames } from '../transactions/transactions-texts.ts'
import { lineKindNames } from './file-texts.ts'

/** The facts that are cents. */
export const amounts: ReadonlySet<string> = new Set([
  'amount',
  'gross',
  'net',
  'fee',
  'sales',
  'refundedAmount',
  'voidedAmount',
  'returnedAmount',
  'returns',
  'lostAmount',
])

/** What people call the facts of a case. */
export const factNames = texts({
  amount: { pt: 'Valor', en: 'Amount' },
  gross: { pt: 'Valor bruto', en: 'Gross amount' },
  net: { pt: 'Valor líquido', en: 'Net amount' },
  fee: { pt: 'Tarifa do provedor', en: 'Fee of the provider' },
  sales: { pt: 'Soma das vendas', en: 'Sum of the sales' },
  rows: { pt: 'Linhas', en: 'Lines' },
  status: { pt: 'Situação', en: 'Status' },
  method: { pt: 'Método', en: 'Method' },
  kind: { pt: 'Tipo', en: 'Kind' },
  installments: { pt: 'Parcelas', en: 'Installments' },
  parts: { pt: 'Parcelas', en: 'Installments' },
  number: { pt: 'Parcela', en: 'Installment' },
  dueOn: { pt: 'Vence em', en: 'Due on' },
  date: { pt: 'Dia', en: 'Day' },
  dateAfter: { pt: 'Dia depois de', en: 'Day after' },
  dateBefore: { pt: 'Dia antes de', en: 'Day before' },
  sequence: { pt: 'Número do arquivo', en: 'Number of the file' },
  line: { pt: 'Linha', en: 'Line' },
  reference: { pt: 'Referência', en: 'Reference' },
  providerReference: { pt: 'Número no provedor', en: 'Number at the provider' },
  provider_reference: { pt: 'Número no provedor', en: 'Number at the provider' },
  merchant: { pt: 'Lojista', en: 'Merchant' },
  problem: { pt: 'Problema', en: 'Problem' },
  instruction: { pt: 'Instrução', en: 'Instruction' },
  reason: { pt: 'Motivo', en: 'Reason' },
  unreadable: { pt: 'Linhas ilegíveis', en: 'Unreadable lines' },
  refundedAmount: { pt: 'Devolvido', en: 'Refunded' },
  voidedAmount: { pt: 'Cancelado na adquirente', en: 'Canceled at the acquirer' },
  returns: { pt: 'Soma das voltas', en: 'Sum of the returns' },
  returnedAmount: { pt: 'Voltou', en: 'Returned' },
  lostAmount: { pt: 'Perdido', en: 'Lost' },
  transactionId: { pt: 'Venda', en: 'Sale' },
  endToEndId: { pt: 'EndToEndId', en: 'EndToEndId' },
  createdAt: { pt: 'Criado em', en: 'Created' },
  updatedAt: { pt: 'Mudou em', en: 'Changed' },
  paidAt: { pt: 'Pago em', en: 'Paid' },
  completedAt: { pt: 'Concluído em', en: 'Completed' },
  openedAt: { pt: 'Aberto em', en: 'Opened' },
  decidedAt: { pt: 'Decidido em', en: 'Decided' },
  name: { pt: 'Arquivo', en: 'File' },
  sha256: { pt: 'SHA-256', en: 'SHA-256' },
  receiver: { pt: 'Recebedor', en: 'Receiver' },
  dueDate: { pt: 'Vencimento', en: 'Due date' },
  month: { pt: 'Mês do arquivo', en: 'Month of the file' },
  orderId: { pt: 'Pedido na adquirente', en: 'Order at the acquirer' },
  code: { pt: 'Código', en: 'Code' },
  state: { pt: 'Situação da disputa', en: 'Status of the dispute' },
  unread: { pt: 'Disputas ilegíveis', en: 'Unreadable disputes' },
  record: { pt: 'Registro', en: 'Record' },
  type: { pt: 'Tipo no provedor', en: 'Type at the provider' },
  text: { pt: 'Texto do provedor', en: 'Text of the provider' },
  movement: { pt: 'Movimento', en: 'Movement' },
  nsu: { pt: 'NSU', en: 'NSU' },
  authorizationCode: { pt: 'Código de autorização', en: 'Authorization code' },
  brand: { pt: 'Bandeira', en: 'Brand' },
  otherKey: { pt: 'De outra chave PIX da conta', en: 'Of another PIX key of the account' },
})

/** The name of a fact. One without a name is shown as it is. */
export function useFactName(): (key: string) => string {
  const names: Readonly<Record<string, string>> = useTexts(factNames)
  return (key) => names[key] ?? key
}

/** What people call the values of a fact. A status is one of the object of the case. */
export const valueNames = (name: string, objectType: CaseDetail['objectType']) =>
  name === 'status' ? statusNames[objectType ?? 'transaction'] : (namesOfValues[name] ?? noNames)

/** The name of a value: `WON` of a dispute is `Ganha`. A provider writes it `won`. */
export const valueName = (names: Readonly<Record<string, string>>, value: string): string =>
  names[value] ?? names[value.toUpperCase().replaceAll('-', '_')] ?? value

type Names = Readonly<Record<string, { readonly pt: string; readonly en: string }>>

const statusNames: Readonly<Record<NonNullable<CaseDetail['objectType']>, Names>> = {
  transaction: transactionStatusNames,
  refund: refundStatusNames,
  dispute: disputeStatusNames,
  cashout: texts({ ...cashoutStatusNames, REFUSED: cashoutStatusNames.FAILED }),
}

const namesOfValues: Readonly<Record<string, Names>> = {
  otherKey: texts({ true: { pt: 'Sim', en: 'Yes' } }),
  method: methodNames,
  kind: texts({ ...lineKindNames, ...disputeKindNames }),
  state: disputeStatusNames,
  record: texts({
    charge: { pt: 'Cobrança', en: 'Charge' },
    payment: { pt: 'Pagamento', en: 'Payment' },
    refund: { pt: 'Devolução', en: 'Refund' },
    payout: { pt: 'Envio', en: 'Payout' },
  }),
  instruction: texts({
    REGISTER: { pt: 'Registro', en: 'Registration' },
    WRITE_OFF: { pt: 'Baixa', en: 'Write-off' },
  }),
  movement: texts({
    REGISTERED: { pt: 'Registrado', en: 'Registered' },
    REJECTED: { pt: 'Rejeitado', en: 'Rejected' },
    PAID: { pt: 'Pago', en: 'Paid' },
    WRITTEN_OFF: { pt: 'Baixado', en: 'Written off' },
    IN_PROTEST: { pt: 'Em protesto', en: 'In protest' },
    PROTEST_ENDED: { pt: 'Protesto encerrado', en: 'Protest ended' },
    NOT_DONE: { pt: 'Instrução rejeitada', en: 'Instruction rejected' },
  }),
}

const noNames: Names = texts({})

/** The facts of both sides, under one name each, and whether they were the same when compared. */
export function comparedFacts({
  expected,
  found,
  differences,
}: Pick<CaseDetail, 'expected' | 'found' | 'differences'>): readonly {
  readonly name: string
  readonly ours: unknown
  readonly theirs: unknown
  readonly isSame: boolean
}[] {
  const names = new Set([...Object.keys(expected ?? {}), ...Object.keys(found ?? {})])
  names.delete('line') // The place in the file is beside the line.
  return [...names].map((name) => ({
    name,
    ours: expected?.[name],
    theirs: found?.[name],
    isSame: !differences.some(({ field }) => field === name),
  }))
}
