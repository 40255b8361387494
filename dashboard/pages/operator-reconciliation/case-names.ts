import { texts, useTexts } from '../../text/text.ts'

/** What people call each kind of difference. */
export const caseKindNames = texts({
  'file-missing': { pt: 'Falta um arquivo', en: 'File missing' },
  'file-late': { pt: 'Arquivo atrasado', en: 'File late' },
  'file-broken': { pt: 'Arquivo incompleto', en: 'File incomplete' },
  'file-doubled': { pt: 'Arquivo repetido', en: 'File published twice' },
  'header-differs': { pt: 'Cabeçalho do arquivo não confere', en: 'Header of the file differs' },
  'trailer-differs': { pt: 'Totais do arquivo não conferem', en: 'Totals of the file differ' },
  'row-unreadable': { pt: 'Linha ilegível', en: 'Unreadable line' },
  'adjustment-unexplained': { pt: 'Ajuste sem explicação', en: 'Unexplained adjustment' },
  'sale-unknown': { pt: 'Venda desconhecida', en: 'Unknown sale' },
  'sale-doubled': { pt: 'Venda repetida', en: 'Sale reported twice' },
  'sale-amount-differs': { pt: 'Valor da venda', en: 'Amount of the sale' },
  'sale-installments-differ': { pt: 'Parcelas da venda', en: 'Installments of the sale' },
  'sale-status-differs': { pt: 'Situação da venda', en: 'Status of the sale' },
  'sale-missing-in-file': { pt: 'Venda fora do arquivo', en: 'Sale missing from the file' },
  'installment-unknown': { pt: 'Parcela desconhecida', en: 'Unknown installment' },
  'installment-doubled': { pt: 'Parcela repetida', en: 'Installment reported twice' },
  'installment-missing': { pt: 'Falta uma parcela', en: 'Installment missing' },
  'installment-amount-differs': { pt: 'Valor da parcela', en: 'Amount of the installment' },
  'installment-date-differs': { pt: 'Data da parcela', en: 'Date of the installment' },
  'payment-sum-differs': { pt: 'Total pago no dia', en: 'Total paid on the day' },
  'refund-unknown': { pt: 'Devolução desconhecida', en: 'Unknown refund' },
  'refund-amount-differs': { pt: 'Valor da devolução', en: 'Amount of the refund' },
  'refund-status-differs': { pt: 'Situação da devolução', en: 'Status of the refund' },
  'refund-missing-in-file': { pt: 'Devolução fora do arquivo', en: 'Refund missing from the file' },
  'dispute-unknown': { pt: 'Disputa desconhecida', en: 'Unknown dispute' },
  'dispute-amount-differs': { pt: 'Valor da disputa', en: 'Amount of the dispute' },
  'dispute-missing-in-file': {
    pt: 'Disputa fora do arquivo',
    en: 'Dispute missing from the file',
  },
  'payout-unknown': { pt: 'Envio desconhecido', en: 'Unknown payout' },
  'payout-doubled': { pt: 'Envio repetido', en: 'Payout reported twice' },
  'payout-amount-differs': { pt: 'Valor do envio', en: 'Amount of the payout' },
  'payout-status-differs': { pt: 'Situação do envio', en: 'Status of the payout' },
  'payout-missing-in-file': { pt: 'Envio fora do arquivo', en: 'Payout missing from the file' },
  'payout-return-differs': { pt: 'Volta do envio', en: 'Return of the payout' },
  'sale-unresolved': { pt: 'Venda sem resposta há 7 dias', en: 'Sale without a result for 7 days' },
  'sale-charged-twice': { pt: 'Cobrança feita duas vezes', en: 'Sale charged twice' },
  'sale-approved-late': { pt: 'Aprovação depois da recusa', en: 'Approval after the refusal' },
  'authorization-unresolved': {
    pt: 'Autorização sem resposta há 7 dias',
    en: 'Authorization without a result for 7 days',
  },
  'sale-void-unexplained': {
    pt: 'Venda paga aqui e cancelada na adquirente',
    en: 'Sale paid here and canceled at the acquirer',
  },
  'arrival-amount-differs': { pt: 'Pagamento de outro valor', en: 'Payment of another amount' },
  'arrival-doubled': { pt: 'Cobrança paga duas vezes', en: 'Charge paid twice' },
  'charge-unresolved': {
    pt: 'Cobrança sem resposta há 7 dias',
    en: 'Charge without a result for 7 days',
  },
  'boleto-unconfirmed': {
    pt: 'Boleto sem registro há 3 dias úteis',
    en: 'Boleto without a registration for 3 business days',
  },
  'boleto-not-written': { pt: 'Boleto fora da remessa', en: 'Boleto left out of the remittance' },
  'boleto-instruction-rejected': {
    pt: 'Instrução de boleto rejeitada',
    en: 'Instruction about a boleto rejected',
  },
  'refund-unresolved': {
    pt: 'Devolução sem resposta há 7 dias',
    en: 'Refund without a result for 7 days',
  },
  'payout-unresolved': {
    pt: 'Envio sem resposta há 7 dias',
    en: 'Payout without a result for 7 days',
  },
  'payout-answer-differs': {
    pt: 'O banco informa outro resultado do envio',
    en: 'The bank reports another result of the payout',
  },
  'refund-answer-differs': {
    pt: 'O provedor informa outro resultado da devolução',
    en: 'The provider reports another result of the refund',
  },
  'claim-not-taken': {
    pt: 'Disputa sem pagamento correspondente',
    en: 'Dispute that matches no payment',
  },
  'dispute-answer-unresolved': {
    pt: 'Resposta a disputa sem confirmação há 7 dias',
    en: 'Answer to a dispute not confirmed for 7 days',
  },
  'credentials-refused': { pt: 'Credenciais recusadas', en: 'Credentials rejected' },
  'restore-unmatched': {
    pt: 'Registro perdido na restauração',
    en: 'Record lost in a restore',
  },
})

/** The name of a kind. One of a newer gateway is shown as it is. */
export function useCaseKindName(): (kind: string) => string {
  const names: Readonly<Record<string, string>> = useTexts(caseKindNames)
  return (kind) => names[kind] ?? kind
}
