import { texts } from '../../text/text.ts'

export const accountDisputeTexts = texts({
  title: { pt: 'Disputas das contas', en: 'Disputes of accounts' },
  lead: {
    pt: 'De todas as contas, pelo prazo de resposta. Sem resposta no prazo, um chargeback é perdido.',
    en: 'Of all accounts, by the deadline. Without an answer in time, a chargeback is lost.',
  },
  emptyText: {
    pt: 'Quando um pagador contestar uma venda de qualquer conta, ela aparece aqui com o prazo.',
    en: 'When a payer disputes a sale of any account, it appears here with its deadline.',
  },
})
