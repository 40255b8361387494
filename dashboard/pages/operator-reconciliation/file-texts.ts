import type { LineKind } from '../../../contract/reconciliation.ts'
import { texts } from '../../text/text.ts'

export const lineKindNames = texts({
  sale: { pt: 'Venda', en: 'Sale' },
  installment: { pt: 'Parcela', en: 'Installment' },
  payment: { pt: 'Pagamento a nós', en: 'Payment to us' },
  refund: { pt: 'Devolução', en: 'Refund' },
  chargeback: { pt: 'Disputa', en: 'Chargeback' },
  'chargeback-reversal': { pt: 'Disputa desfeita', en: 'Chargeback reversed' },
  payout: { pt: 'Envio', en: 'Payout' },
  'payout-return': { pt: 'Volta de um envio', en: 'Return of a payout' },
  adjustment: { pt: 'Ajuste', en: 'Adjustment' },
  movement: { pt: 'Movimento de boleto', en: 'Movement of a boleto' },
  unreadable: { pt: 'Linha ilegível', en: 'Unreadable line' },
} satisfies Record<LineKind, unknown>)

export const fileTexts = texts({
  merchant: { pt: 'Lojista no provedor', en: 'Merchant at the provider' },
  startedAt: { pt: 'Leitura começou', en: 'Reading started' },
  readAt: { pt: 'Leitura terminou', en: 'Reading ended' },
  rows: { pt: 'Linhas', en: 'Lines' },
  openCases: { pt: 'Casos abertos', en: 'Open cases' },
  closedCases: { pt: 'Casos encerrados', en: 'Closed cases' },
  sha256: { pt: 'SHA-256 das linhas', en: 'SHA-256 of the lines' },
  cases: { pt: 'Casos deste arquivo', en: 'Cases of this file' },
  lines: { pt: 'Linhas do arquivo', en: 'Lines of the file' },
  linesLead: {
    pt: 'Como foram lidas, e a que correspondem nos nossos livros.',
    en: 'As they were read, and what they correspond to in our books.',
  },
  allLines: { pt: 'Todas', en: 'All' },
  withCase: { pt: 'Com caso', en: 'With a case' },
  shownLines: { pt: 'Linhas mostradas', en: 'Lines shown' },
  noLines: {
    pt: 'Só as linhas de um arquivo lido ficam guardadas.',
    en: 'Only the lines of a file that was read are kept.',
  },
  noLinesTitle: { pt: 'Sem linhas', en: 'No lines' },
  emptyFile: { pt: 'O arquivo não tem linhas.', en: 'The file has no lines.' },
  line: { pt: 'Linha', en: 'Line' },
  kind: { pt: 'Tipo', en: 'Kind' },
  installment: {
    pt: (number: number, of: number) => `${number} de ${of}`,
    en: (number: number, of: number) => `${number} of ${of}`,
  },
  references: { pt: 'Referências', en: 'References' },
  amount: { pt: 'Valor', en: 'Amount' },
  net: { pt: 'Líquido', en: 'Net' },
  ours: { pt: 'Nos nossos livros', en: 'In our books' },
  noObject: { pt: 'Nada nosso', en: 'Nothing of ours' },
  cashout: { pt: 'Saque', en: 'Cashout' },
  refund: { pt: 'Devolução', en: 'Refund' },
  result: { pt: 'Resultado', en: 'Result' },
  agrees: { pt: 'Confere', en: 'Agrees' },
  notCompared: { pt: 'Ainda não comparada', en: 'Not compared yet' },
})
