import type { RefundStatus } from '../../../contract/transaction.ts'
import { texts } from '../../text/text.ts'

export const transactionTexts = texts({
  paymentLink: { pt: 'Link de pagamento', en: 'Payment link' },
  title: { pt: 'Transações', en: 'Transactions' },
  created: { pt: 'Criada', en: 'Created' },
  status: { pt: 'Situação', en: 'Status' },
  method: { pt: 'Método', en: 'Method' },
  customer: { pt: 'Cliente', en: 'Customer' },
  reference: { pt: 'Referência', en: 'Reference' },
  amount: { pt: 'Valor', en: 'Amount' },
  searchHint: {
    pt: 'Id, e-mail, documento, nome ou referência',
    en: 'Id, e-mail, document, name or reference',
  },
  emptyTitle: { pt: 'Nenhuma venda ainda', en: 'No sales yet' },
  emptyText: {
    pt: 'Crie a primeira cobrança pela API: ela aparece aqui no mesmo instante.',
    en: 'Create the first charge with the API: it appears here in the same instant.',
  },
  paidAt: { pt: 'Paga em', en: 'Paid at' },
  net: { pt: 'Líquido', en: 'Net' },
  refunded: { pt: 'Devolvido', en: 'Refunded' },
  refusedReason: { pt: 'Motivo da recusa', en: 'Reason of the refusal' },
  cancel: { pt: 'Cancelar a cobrança', en: 'Cancel the charge' },
  canceled: { pt: 'Cobrança cancelada.', en: 'Charge canceled.' },
  writeOffRequested: {
    pt: 'Baixa pedida ao banco. Até que ele a confirme, o boleto ainda pode ser pago.',
    en: 'Write-off requested from the bank. Until the bank confirms it, the boleto can still be paid.',
  },
  timeline: { pt: 'Linha do tempo', en: 'Timeline' },
  byKey: { pt: (name: string) => `chave ${name}`, en: (name: string) => `key ${name}` },
  byProvider: {
    pt: (name: string) => `aviso do provedor ${name}`,
    en: (name: string) => `notice of the provider ${name}`,
  },
  byPayer: { pt: 'página de pagamento', en: 'payment page' },
  byOperator: { pt: 'operador', en: 'operator' },
  byGateway: { pt: 'gateway', en: 'gateway' },
  openRequest: { pt: 'Ver a requisição', en: 'See the request' },
  returnCode: { pt: 'Código da adquirente', en: 'Code of the acquirer' },
  returnId: { pt: 'Id da devolução', en: 'Id of the return' },
  headline: {
    pt: (method: string, name: string | null, when: string, isPaid: boolean) =>
      `${method}${name ? `, ${name}` : ''}, ${isPaid ? 'paga em' : 'criada em'} ${when}`,
    en: (method: string, name: string | null, when: string, isPaid: boolean) =>
      `${method}${name ? `, ${name}` : ''}, ${isPaid ? 'paid on' : 'created on'} ${when}`,
  },
  inParts: {
    pt: (count: number) => `em ${count} parcelas`,
    en: (count: number) => `in ${count} installments`,
  },
  entries: { pt: 'Lançamentos no seu saldo', en: 'Entries in your balance' },
  entriesLead: {
    pt: 'Cada centavo desta transação, do mais novo ao mais antigo.',
    en: 'Every cent of this transaction, the newest first.',
  },
  items: { pt: 'Itens', en: 'Items' },
  item: { pt: 'Item', en: 'Item' },
  quantity: { pt: 'Quantidade', en: 'Quantity' },
  unitPrice: { pt: 'Preço', en: 'Price' },
  refunds: { pt: 'Devoluções', en: 'Refunds' },
  disputed: {
    pt: (amount: string, status: string) =>
      ({
        NEEDS_RESPONSE: `Disputa de ${amount} espera a sua resposta`,
        UNDER_REVIEW: `Disputa de ${amount} em análise`,
        WON: `Disputa de ${amount} ganha`,
        LOST: `Disputa de ${amount} perdida`,
      })[status] ?? `Disputa de ${amount}`,
    en: (amount: string, status: string) =>
      ({
        NEEDS_RESPONSE: `A dispute of ${amount} waits for your answer`,
        UNDER_REVIEW: `A dispute of ${amount} is under review`,
        WON: `A dispute of ${amount} was won`,
        LOST: `A dispute of ${amount} was lost`,
      })[status] ?? `A dispute of ${amount}`,
  },
  answerBy: {
    pt: (when: string) => `Responda até ${when}.`,
    en: (when: string) => `Answer by ${when}.`,
  },
  openDispute: { pt: 'Abrir a disputa', en: 'Open the dispute' },
  name: { pt: 'Nome', en: 'Name' },
  email: { pt: 'E-mail', en: 'E-mail' },
  phone: { pt: 'Telefone', en: 'Phone' },
  document: { pt: 'CPF ou CNPJ', en: 'CPF or CNPJ' },
  address: { pt: 'Endereço', en: 'Address' },
  payment: { pt: 'Pagamento', en: 'Payment' },
  card: { pt: 'Cartão', en: 'Card' },
  installments: { pt: 'Parcelas', en: 'Installments' },
  expires: { pt: 'Vence em', en: 'Expires' },
  dueDate: { pt: 'Vencimento', en: 'Due date' },
  unpaid: { pt: 'Sem pagamento', en: 'If not paid' },
  unpaidStep: {
    pt: (step: string, days: number) =>
      `${step}, ${days === 1 ? '1 dia' : `${days} dias`} depois do vencimento`,
    en: (step: string, days: number) =>
      `${step}, ${days === 1 ? '1 day' : `${days} days`} after the due date`,
  },
  inProtest: { pt: 'Em protesto desde', en: 'In protest since' },
  originalAmount: { pt: 'Valor original', en: 'Original amount' },
  fine: { pt: 'Multa por atraso', en: 'Fine if late' },
  interest: { pt: 'Juros por atraso', en: 'Interest if late' },
  discountUntil: {
    pt: (date: string) => `Desconto até ${date}`,
    en: (date: string) => `Discount until ${date}`,
  },
  dailyDiscount: { pt: 'Desconto por dia antes', en: 'Discount for each day before' },
  rebate: { pt: 'Abatimento', en: 'Rebate' },
  id: { pt: 'Id', en: 'Id' },
  authorization: { pt: 'Autorização', en: 'Authorization' },
  digitableLine: { pt: 'Linha digitável', en: 'Digitable line' },
  money: { pt: 'Dinheiro', en: 'Money' },
  gross: { pt: 'Valor da venda', en: 'Amount of the sale' },
  feeOf: {
    pt: (price: string | null) => (price ? `Tarifa (${price})` : 'Tarifa'),
    en: (price: string | null) => (price ? `Fee (${price})` : 'Fee'),
  },
  availableAtOnce: {
    pt: 'O líquido ficou disponível na hora.',
    en: 'The net amount was available at once.',
  },
  receivables: { pt: 'Recebíveis', en: 'Receivables' },
  receivable: { pt: 'Recebível', en: 'Receivable' },
  arrives: { pt: 'Disponível em', en: 'Available on' },
  part: {
    pt: (number: number, of: number) => (of === 1 ? 'Único' : `${number} de ${of}`),
    en: (number: number, of: number) => (of === 1 ? 'Only one' : `${number} of ${of}`),
  },
  settled: { pt: '(liquidado)', en: '(settled)' },
  event: { pt: 'Evento', en: 'Event' },
  response: { pt: 'Resposta', en: 'Response' },
  attempts: { pt: 'Tentativas', en: 'Attempts' },
  webhooks: { pt: 'Webhooks', en: 'Webhooks' },
  noWebhooks: {
    pt: 'Nenhum webhook: cadastre um endereço, ou mande postbackUrl na cobrança.',
    en: 'No webhooks: add an endpoint, or send postbackUrl with the charge.',
  },
  capture: { pt: 'Capturar', en: 'Capture' },
  captureConfirm: {
    pt: (amount: string) => `Capturar ${amount}`,
    en: (amount: string) => `Capture ${amount}`,
  },
  captured: { pt: 'Captura pedida.', en: 'Capture requested.' },
  captureText: {
    pt: (amount: string, net: string) =>
      `${amount} serão cobrados do cartão. Ficam ${net} para você, depois da tarifa.`,
    en: (amount: string, net: string) =>
      `${amount} will be charged to the card. ${net} is left for you, after the fee.`,
  },
  cancelWaiting: {
    pt: 'Quem tem o código não poderá mais pagar. Nenhum dinheiro se move.',
    en: 'The code can no longer be paid. No money moves.',
  },
  cancelByFile: {
    pt: 'O banco que já tem o boleto recebe um pedido de baixa. Até que ele a confirme, o boleto ainda pode ser pago.',
    en: 'A bank that has the boleto gets a request to write it off. Until the bank confirms it, the boleto can still be paid.',
  },
  cancelAuthorized: {
    pt: (amount: string) => `O cartão não será cobrado: ${amount} voltam ao limite do pagador.`,
    en: (amount: string) => `The card will not be charged: ${amount} return to the payer’s limit.`,
  },
  moreActions: { pt: 'Mais ações', en: 'More actions' },
  copied: { pt: 'Copiado.', en: 'Copied.' },
  openPayment: { pt: 'Abrir a página de pagamento', en: 'Open the payment page' },
  copyRead: { pt: 'Copiar como curl: consultar', en: 'Copy as curl: read it' },
  copyCreate: {
    pt: 'Copiar como curl: criar outra igual',
    en: 'Copy as curl: create an equal one',
  },
  refund: { pt: 'Devolver', en: 'Refund' },
  refundTitle: { pt: 'Devolver ao pagador', en: 'Refund the payer' },
  refundWhat: { pt: 'Quanto devolver', en: 'How much to refund' },
  refundAll: { pt: 'Tudo o que resta', en: 'All that is left' },
  refundPart: { pt: 'Uma parte', en: 'A part' },
  refundAmount: { pt: 'Valor a devolver', en: 'Amount to refund' },
  atMost: {
    pt: (amount: string) => `No máximo ${amount}: é o que resta do pagamento.`,
    en: (amount: string) => `At most ${amount}: that is what is left of the payment.`,
  },
  refundConfirm: {
    pt: (amount: string) => `Devolver ${amount}`,
    en: (amount: string) => `Refund ${amount}`,
  },
  refundAgain: {
    pt: 'É mesmo outra devolução igual',
    en: 'It really is another equal refund',
  },
  refundDone: { pt: 'Devolução registrada.', en: 'Refund registered.' },
  pixKey: { pt: 'Chave PIX do pagador', en: 'PIX key of the payer' },
  pixKeyHint: {
    pt: 'Este pagamento só volta por um novo PIX, à chave de quem pagou.',
    en: 'This payment can be refunded only by a new PIX, to a key of its payer.',
  },
  payerGets: { pt: 'O pagador recebe', en: 'The payer receives' },
  fromAvailable: { pt: 'Sai do saldo disponível', en: 'Taken from the available balance' },
  fromPending: { pt: 'Sai do que está a receber', en: 'Taken from the pending balance' },
  fromDebt: { pt: 'Fica como dívida', en: 'Becomes a debt' },
  feeBack: { pt: 'Tarifa que volta para você', en: 'Fee that comes back to you' },
  costsYou: { pt: 'Custa a você', en: 'It costs you' },
  feeKept: {
    pt: (amount: string) => `A tarifa da venda, ${amount}, não volta.`,
    en: (amount: string) => `The fee of the sale, ${amount}, does not come back.`,
  },
  leftToRefund: {
    pt: (amount: string) => `Depois ainda restam ${amount} que se podem devolver.`,
    en: (amount: string) => `${amount} can still be refunded afterwards.`,
  },
})

export const refundStatusNames = texts({
  PROCESSING: { pt: 'Em andamento', en: 'In progress' },
  COMPLETED: { pt: 'Feita', en: 'Done' },
  FAILED: { pt: 'Não feita', en: 'Not made' },
} satisfies Record<RefundStatus, unknown>)

/** What a bank does with an unpaid boleto. */
export const overdueNames = texts({
  PROTEST: { pt: 'Protesto', en: 'Protest' },
  SERASA: { pt: 'Negativação na Serasa', en: 'Listing at Serasa' },
  QUOD: { pt: 'Negativação na Quod', en: 'Listing at Quod' },
})

export const periodNames = texts({
  DAY: { pt: 'ao dia', en: 'a day' },
  MONTH: { pt: 'ao mês', en: 'a month' },
  YEAR: { pt: 'ao ano', en: 'a year' },
})
