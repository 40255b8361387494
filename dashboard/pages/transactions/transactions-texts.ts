import { texts } from '../../text/text.ts'

export const transactionTexts = texts({
  title: { pt: 'Transações', en: 'Transactions' },
  created: { pt: 'Criada', en: 'Created' },
  status: { pt: 'Situação', en: 'Status' },
  method: { pt: 'Método', en: 'Method' },
  customer: { pt: 'Cliente', en: 'Customer' },
  reference: { pt: 'Referência', en: 'Reference' },
  amount: { pt: 'Valor', en: 'Amount' },
  any: { pt: 'Qualquer', en: 'Any' },
  search: { pt: 'Buscar', en: 'Search' },
  searchHint: {
    pt: 'Id, e-mail, documento, nome ou referência',
    en: 'Id, e-mail, document, name or reference',
  },
  emptyTitle: { pt: 'Nenhuma venda ainda', en: 'No sales yet' },
  emptyText: {
    pt: 'Crie a primeira cobrança pela API: ela aparece aqui no mesmo instante.',
    en: 'Create the first charge with the API: it appears here in the same instant.',
  },
  identity: { pt: 'Identificação', en: 'Identity' },
  paidAt: { pt: 'Paga em', en: 'Paid at' },
  net: { pt: 'Líquido', en: 'Net' },
  fee: { pt: 'Tarifa', en: 'Fee' },
  refunded: { pt: 'Devolvido', en: 'Refunded' },
  refusedReason: { pt: 'Motivo da recusa', en: 'Reason of the refusal' },
  cancel: { pt: 'Cancelar a cobrança', en: 'Cancel the charge' },
  cancelled: { pt: 'Cobrança cancelada.', en: 'Charge cancelled.' },
  timeline: { pt: 'Linha do tempo', en: 'Timeline' },
})
