import type {
  AccountKind,
  DestinationType,
  ScheduleFrequency,
  weekdays,
} from '../../../contract/cashout.ts'
import { texts } from '../../text/text.ts'

export const cashoutTexts = texts({
  title: { pt: 'Saques', en: 'Cashouts' },
  newTitle: { pt: 'Novo saque', en: 'New cashout' },
  amount: { pt: 'Valor', en: 'Amount' },
  status: { pt: 'Situação', en: 'Status' },
  receiver: { pt: 'Quem recebe', en: 'Receiver' },
  pixKey: { pt: 'Chave PIX', en: 'PIX key' },
  reference: { pt: 'Referência', en: 'Reference' },
  created: { pt: 'Pedido em', en: 'Requested' },
  completed: { pt: 'Entregue em', en: 'Delivered' },
  emptyTitle: { pt: 'Nenhum saque ainda', en: 'No cashouts yet' },
  emptyText: {
    pt: 'Mande o saldo disponível para uma chave PIX: chega em segundos, a qualquer hora.',
    en: 'Send the available balance to a PIX key: it arrives in seconds, at any hour.',
  },
  automatic: { pt: 'Saque automático', en: 'Automatic cashout' },
  id: { pt: 'Id', en: 'Id' },
  fee: { pt: 'Tarifa', en: 'Fee' },
  total: { pt: 'Sai do saldo', en: 'Leaves the balance' },
  returned: { pt: 'Voltou', en: 'Came back' },
  description: { pt: 'Mensagem', en: 'Message' },
  document: { pt: 'CPF ou CNPJ', en: 'CPF or CNPJ' },
  money: { pt: 'Dinheiro', en: 'Money' },
  details: { pt: 'Pedido', en: 'Request' },
  origin: { pt: 'Origem', en: 'Origin' },
  bySchedule: { pt: 'Saque automático', en: 'Automatic cashout' },
  byRequest: { pt: 'Pedido de uma pessoa ou da API', en: 'Request of a person or of the API' },
  requestedBy: { pt: 'Pedido por', en: 'Requested by' },
  decidedBy: { pt: 'Decidido por', en: 'Decided by' },
  reason: { pt: 'Motivo', en: 'Reason' },
  waits: { pt: 'Espera aprovação', en: 'Waits for approval' },
  waitsText: {
    pt: (amount: string) =>
      `Um saque de ${amount} precisa de uma segunda pessoa: quem pediu não aprova.`,
    en: (amount: string) =>
      `A cashout of ${amount} needs a second person: the one who asked for it cannot approve it.`,
  },
  waitsOwner: {
    pt: 'Não se sabe se este destino é da própria conta. Uma segunda pessoa decide: quem pediu não aprova.',
    en: 'The destination is not known to be the account’s own. A second person decides: the one who asked for it cannot approve it.',
  },
  waitsProgram: {
    pt: 'O programa da conta ainda não respondeu se aprova este saque.',
    en: 'The program of the account has not decided about this cashout yet.',
  },
  notBefore: {
    pt: (when: string) => `A chave é nova: o saque sai em ${when}. Até lá, você pode cancelá-lo.`,
    en: (when: string) =>
      `The key is new: the cashout is sent on ${when}. Until then you can cancel it.`,
  },
  approve: { pt: 'Aprovar', en: 'Approve' },
  approveTitle: { pt: 'Aprovar o saque', en: 'Approve the cashout' },
  approveConfirm: {
    pt: (amount: string) => `Aprovar ${amount}`,
    en: (amount: string) => `Approve ${amount}`,
  },
  approveText: {
    pt: (amount: string, receiver: string) =>
      `${amount} vão para ${receiver}. Depois de enviado, não há volta.`,
    en: (amount: string, receiver: string) =>
      `${amount} go to ${receiver}. Once sent, it cannot be undone.`,
  },
  approved: { pt: 'Saque aprovado.', en: 'Cashout approved.' },
  deny: { pt: 'Negar', en: 'Deny' },
  denyTitle: { pt: 'Negar o saque', en: 'Deny the cashout' },
  denyText: {
    pt: (total: string) => `Nada sai: ${total} voltam ao saldo disponível.`,
    en: (total: string) => `Nothing leaves: ${total} return to the available balance.`,
  },
  denied: { pt: 'Saque negado.', en: 'Cashout denied.' },
  cancel: { pt: 'Cancelar o saque', en: 'Cancel the cashout' },
  canceled: { pt: 'Saque cancelado.', en: 'Cashout canceled.' },
  receiptOf: { pt: 'Comprovante de PIX', en: 'PIX receipt' },
  payer: { pt: 'Quem pagou', en: 'Payer' },
  print: { pt: 'Imprimir', en: 'Print' },
  bankName: {
    pt: 'Nome confirmado pelo banco de quem recebeu.',
    en: 'Name confirmed by the bank of the receiver.',
  },
  entries: { pt: 'Lançamentos no seu saldo', en: 'Entries in your balance' },
  available: {
    pt: (amount: string) => `Disponível: ${amount}`,
    en: (amount: string) => `Available: ${amount}`,
  },
  pixKeyHint: {
    pt: 'CPF, CNPJ, telefone com +55, e-mail ou chave aleatória.',
    en: 'CPF, CNPJ, phone with +55, e-mail or random key.',
  },
  owner: {
    pt: 'CPF ou CNPJ do dono da chave (opcional)',
    en: 'CPF or CNPJ of the owner of the key (optional)',
  },
  ownerHint: {
    pt: 'O banco confere com o dono da chave, e recusa o saque se for de outra pessoa.',
    en: 'The bank compares it with the owner of the key, and rejects the cashout if it differs.',
  },
  to: { pt: 'Para onde', en: 'Where to' },
  toKey: { pt: 'Chave', en: 'Key' },
  toAccount: { pt: 'Conta bancária', en: 'Bank account' },
  toCode: { pt: 'Código PIX', en: 'PIX code' },
  code: { pt: 'PIX copia e cola', en: 'PIX code' },
  unverifiedKey: {
    pt: 'O banco não verificou esta chave: o dinheiro pode ir para a chave de outra pessoa.',
    en: 'The bank did not verify this key: the money may go to another person’s key.',
  },
  codeHint: {
    pt: 'O texto inteiro do QR Code. O valor do saque tem que ser o do código.',
    en: 'The whole text of the QR code. The amount of the cashout must be that of the code.',
  },
  codeCheck: {
    pt: 'O código é lido no banco quando você confirma: se o valor for outro, ou se a cobrança já foi paga ou venceu, o saque é recusado.',
    en: 'The bank reads the code when you confirm: if the amount differs, or the charge is paid or expired, the cashout is rejected.',
  },
  ispb: { pt: 'ISPB do banco', en: 'ISPB of the bank' },
  ispbHint: { pt: 'Oito caracteres.', en: 'Eight characters.' },
  branch: { pt: 'Agência', en: 'Branch' },
  branchHint: { pt: 'Sem o dígito.', en: 'Without its digit.' },
  accountNumber: { pt: 'Conta', en: 'Account' },
  accountNumberHint: { pt: 'Com o dígito.', en: 'With its digit.' },
  accountKind: { pt: 'Tipo da conta', en: 'Type of account' },
  accountKindHint: { pt: 'Como está no banco.', en: 'As it is at the bank.' },
  holderDocument: { pt: 'CPF ou CNPJ do titular', en: 'CPF or CNPJ of the holder' },
  holderHint: {
    pt: 'O banco de quem recebe confere, e recusa o saque se a conta for de outra pessoa.',
    en: 'The bank of the receiver compares it, and rejects the cashout if it differs.',
  },
  holderName: { pt: 'Nome do titular', en: 'Name of the holder' },
  name: { pt: 'Nome de quem recebe (opcional)', en: 'Name of the receiver (optional)' },
  message: { pt: 'Mensagem (opcional)', en: 'Message (optional)' },
  messageHint: { pt: 'Quem recebe lê este texto.', en: 'The receiver reads this text.' },
  ownReference: { pt: 'A sua referência (opcional)', en: 'Your reference (optional)' },
  review: { pt: 'Conferir', en: 'Review' },
  confirmTitle: { pt: 'Confirmar o saque', en: 'Confirm the cashout' },
  confirmCashout: {
    pt: (amount: string) => `Sacar ${amount}`,
    en: (amount: string) => `Cash out ${amount}`,
  },
  requested: { pt: 'Saque pedido.', en: 'Cashout requested.' },
  receives: { pt: 'Valor para quem recebe', en: 'The receiver gets' },
  staysAvailable: { pt: 'Fica disponível', en: 'Stays available' },
  noCheck: {
    pt: 'O banco não informa o titular antes do pagamento. O nome aparece depois do envio.',
    en: 'The bank does not show the owner before the payment. The name appears after it is sent.',
  },
  noSuchKey: { pt: 'Esta chave não existe. Confira-a.', en: 'This key does not exist. Check it.' },
  showReceiver: { pt: 'Ver de quem é a chave', en: 'See who owns the key' },
  keyOwner: { pt: 'Titular da chave', en: 'Owner of the key' },
  noAccountCheck: {
    pt: 'Confira agência e conta: o banco só as compara depois do envio.',
    en: 'Check branch and account: the bank compares them only after it is sent.',
  },
  again: { pt: 'É mesmo outro saque igual', en: 'It really is another equal cashout' },
  schedule: { pt: 'Saque automático', en: 'Automatic cashout' },
  scheduleLead: {
    pt: 'Em dias úteis, o saldo disponível vai sozinho para uma chave PIX.',
    en: 'On business days the available balance goes to a PIX key by itself.',
  },
  enabled: { pt: 'Ligado', en: 'On' },
  frequency: { pt: 'Frequência', en: 'Frequency' },
  weekday: { pt: 'Dia da semana', en: 'Day of the week' },
  time: { pt: 'Hora de São Paulo', en: 'Time in São Paulo' },
  minimum: { pt: 'Não sacar menos que', en: 'Not less than' },
  reserve: { pt: 'Deixar sempre no saldo', en: 'Always leave in the balance' },
  next: { pt: 'Próximo', en: 'Next' },
  save: { pt: 'Salvar', en: 'Save' },
  saved: { pt: 'Saque automático salvo.', en: 'Automatic cashout saved.' },
  mayNot: {
    pt: 'O seu papel deixa ver o saque automático, e não mudar.',
    en: 'Your role lets you see the automatic cashout, not change it.',
  },
})

export const accountKindNames = texts({
  CHECKING: { pt: 'Conta corrente', en: 'Checking account' },
  SAVINGS: { pt: 'Poupança', en: 'Savings account' },
  PAYMENT: { pt: 'Conta de pagamento', en: 'Payment account' },
} satisfies Record<AccountKind, unknown>)

export const pixTypeNames = texts({
  CPF: { pt: 'CPF', en: 'CPF' },
  CNPJ: { pt: 'CNPJ', en: 'CNPJ' },
  PHONE: { pt: 'Telefone', en: 'Phone' },
  EMAIL: { pt: 'E-mail', en: 'E-mail' },
  EVP: { pt: 'Chave aleatória', en: 'Random key' },
  ACCOUNT: { pt: 'Conta: ISPB, agência, número, tipo', en: 'Account: ISPB, branch, number, kind' },
} satisfies Record<DestinationType, unknown>)

export const cancelReasons = texts({
  requested: { pt: 'Cancelado a pedido.', en: 'Canceled on request.' },
  denied: { pt: 'Negado por quem aprova.', en: 'Denied by the approver.' },
  'not-approved': { pt: 'Não aprovado a tempo.', en: 'Not approved in time.' },
  owed: {
    pt: 'Uma disputa ou dívida da conta precisou do valor.',
    en: 'A dispute or a debt of the account needed the amount.',
  },
})

export const frequencyNames = texts({
  DAILY: { pt: 'Todo dia útil', en: 'Every business day' },
  WEEKLY: { pt: 'Uma vez por semana', en: 'Once a week' },
} satisfies Record<ScheduleFrequency, unknown>)

export const weekdayNames = texts({
  MONDAY: { pt: 'Segunda-feira', en: 'Monday' },
  TUESDAY: { pt: 'Terça-feira', en: 'Tuesday' },
  WEDNESDAY: { pt: 'Quarta-feira', en: 'Wednesday' },
  THURSDAY: { pt: 'Quinta-feira', en: 'Thursday' },
  FRIDAY: { pt: 'Sexta-feira', en: 'Friday' },
} satisfies Record<(typeof weekdays)[number], unknown>)
