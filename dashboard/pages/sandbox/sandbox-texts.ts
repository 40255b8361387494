import { texts } from '../../text/text.ts'

export const sandboxTexts = texts({
  title: { pt: 'Sandbox', en: 'Sandbox' },
  lead: {
    pt: 'Aqui você é o mundo em volta do gateway: quem paga, o relógio e os provedores.',
    en: 'Here you are the world around the gateway: the payer, the clock and the providers.',
  },
  charges: { pt: 'Cobranças da conta', en: 'Charges of the account' },
  chargesLead: { pt: 'Pague como o cliente.', en: 'Pay as the customer.' },
  charge: { pt: 'Cobrança', en: 'Charge' },
  status: { pt: 'Situação', en: 'Status' },
  created: { pt: 'Criada em', en: 'Created' },
  payer: { pt: 'Pagador', en: 'Payer' },
  pay: { pt: 'Pagar', en: 'Pay' },
  payAmount: {
    pt: (amount: string) => `Pagar ${amount}`,
    en: (amount: string) => `Pay ${amount}`,
  },
  payed: {
    pt: (amount: string) => `Pago: ${amount}.`,
    en: (amount: string) => `Paid: ${amount}.`,
  },
  noCharges: { pt: 'Nenhuma cobrança ainda', en: 'No charges yet' },
  noChargesText: {
    pt: 'Crie uma cobrança de teste, ou cobre pela API.',
    en: 'Create a test charge, or charge through the API.',
  },
  testCharge: { pt: 'Cobrança de teste', en: 'Test charge' },
  charged: { pt: 'PIX de R$ 19,90 criado.', en: 'PIX of R$ 19.90 created.' },
  payTitle: { pt: 'Pagar um código', en: 'Pay a code' },
  payLead: {
    pt: 'PIX copia e cola, ou a linha digitável de um boleto.',
    en: 'A PIX code, or the digitable line of a boleto.',
  },
  code: { pt: 'Código', en: 'Code' },
  to: { pt: 'para', en: 'to' },
  until: { pt: (when: string) => `até ${when}`, en: (when: string) => `until ${when}` },
  otherAmount: { pt: 'Outro valor (opcional)', en: 'Another amount (optional)' },
  otherAmountHint: {
    pt: 'Um banco recusa um valor diferente.',
    en: 'A bank refuses a different amount.',
  },
  force: { pt: 'O dinheiro já estava a caminho', en: 'The money was already on its way' },
  forceHint: {
    pt: 'Chega mesmo que a cobrança tenha vencido ou já esteja paga.',
    en: 'It arrives although the charge has expired or is paid already.',
  },
  payCode: { pt: 'Pagar o código', en: 'Pay the code' },
  claimTitle: { pt: 'Contestar um pagamento', en: 'Dispute a payment' },
  claimLead: {
    pt: 'O pagador pede o dinheiro de volta: chargeback no cartão, MED no PIX.',
    en: 'The payer claims the money back: a chargeback for a card, a MED for PIX.',
  },
  payment: { pt: 'Pagamento', en: 'Payment' },
  choosePayment: { pt: 'Escolha um pagamento', en: 'Choose a payment' },
  noPayments: { pt: 'Nenhum pagamento confirmado ainda', en: 'No confirmed payments yet' },
  action: { pt: 'O que acontece', en: 'What happens' },
  claimAmount: { pt: 'Valor (vazio: tudo)', en: 'Amount (empty: all)' },
  claim: { pt: 'Fazer acontecer', en: 'Make it happen' },
  toDisputes: { pt: 'Ver as disputas', en: 'See the disputes' },
  trigger: {
    pt: 'Para causar qualquer outro evento, no terminal:',
    en: 'To cause any other event, in the terminal:',
  },
  clockTitle: { pt: 'Relógio', en: 'Clock' },
  clockLead: {
    pt: 'A hora dos negócios, do gateway e do sandbox. Só anda para a frente.',
    en: 'Business time, of the gateway and the sandbox. It only moves forward.',
  },
  hour: { pt: '+ 1 hora', en: '+ 1 hour' },
  day: { pt: '+ 1 dia', en: '+ 1 day' },
  month: { pt: '+ 30 dias', en: '+ 30 days' },
  days: { pt: 'Dias', en: 'Days' },
  move: { pt: 'Adiantar', en: 'Move forward' },
  moving: {
    pt: 'O gateway faz tudo o que venceu no caminho…',
    en: 'The gateway does everything that became due…',
  },
  happened: { pt: 'O que venceu nesta conta', en: 'What became due at this account' },
  nothingDue: {
    pt: 'Nada venceu nesta conta.',
    en: 'Nothing became due at this account.',
  },
  faultsTitle: { pt: 'Falhas', en: 'Faults' },
  faultsLead: {
    pt: 'As próximas chamadas a um provedor falham como você escolher.',
    en: 'The next calls to a provider fail as you choose.',
  },
  provider: { pt: 'Provedor', en: 'Provider' },
  operation: { pt: 'Operação', en: 'Operation' },
  anyOperation: { pt: 'Qualquer uma', en: 'Any' },
  fault: { pt: 'Falha', en: 'Fault' },
  times: { pt: 'Vezes', en: 'Times' },
  timesOf: {
    pt: (count: number) => (count === 1 ? '1 vez' : `${count} vezes`),
    en: (count: number) => (count === 1 ? 'once' : `${count} times`),
  },
  addFault: { pt: 'Causar a falha', en: 'Cause the fault' },
  faultAdded: { pt: 'A falha espera a próxima chamada.', en: 'The fault waits for the next call.' },
  noFaults: { pt: 'Nenhuma falha espera.', en: 'No fault waits.' },
  waitingFaults: { pt: 'Esperam', en: 'Waiting' },
  clearFaults: { pt: 'Tirar todas', en: 'Remove all' },
  callsTitle: { pt: 'Chamadas aos provedores', en: 'Calls to the providers' },
  callsLead: {
    pt: 'As mais novas, de todas as contas deste sandbox.',
    en: 'The newest, of all accounts of this sandbox.',
  },
  withPolls: { pt: 'Com as consultas periódicas', en: 'With periodic queries' },
  noCalls: { pt: 'Nenhuma chamada ainda.', en: 'No calls yet.' },
  outcome: { pt: 'Resultado', en: 'Outcome' },
  reference: { pt: 'Referência', en: 'Reference' },
  amount: { pt: 'Valor', en: 'Amount' },
  at: { pt: 'Quando', en: 'When' },
})

export const billStateNames = texts({
  payable: { pt: 'pode ser paga', en: 'can be paid' },
  paid: { pt: 'já foi paga', en: 'is paid already' },
  expired: { pt: 'venceu', en: 'has expired' },
  removed: { pt: 'foi retirada', en: 'was removed' },
})

export const claimActionNames = texts({
  open: { pt: 'O pagador contesta', en: 'The payer disputes' },
  win: { pt: 'O lojista ganha', en: 'The merchant wins' },
  lose: { pt: 'O lojista perde', en: 'The merchant loses' },
  reverse: { pt: 'A decisão é revertida', en: 'The decision is reversed' },
})

export const claimStateNames = texts({
  'needs-response': { pt: 'espera a resposta do lojista', en: 'waits for the merchant’s answer' },
  'under-review': { pt: 'em análise', en: 'under review' },
  won: { pt: 'ganha pelo lojista', en: 'won by the merchant' },
  lost: { pt: 'perdida pelo lojista', en: 'lost by the merchant' },
})

export const unfinishedTexts = texts({
  'no-worker': {
    pt: 'O relógio andou, mas nenhum worker do gateway está ligado para fazer o que venceu.',
    en: 'The clock moved, but no worker of the gateway runs to do what became due.',
  },
  'worker-lost': {
    pt: 'O relógio andou, mas um worker parou no meio. O trabalho recomeça em um minuto.',
    en: 'The clock moved, but a worker stopped in between. Its work starts again in a minute.',
  },
  'not-finished': {
    pt: 'O relógio andou; o gateway ainda faz o que venceu.',
    en: 'The clock moved; the gateway still does what became due.',
  },
})

/** The faults, by the names of the control routes. */
export const faultNames = texts({
  'timeout-before': { pt: 'Sem resposta, e nada foi feito', en: 'No response, nothing done' },
  'timeout-after': { pt: 'Sem resposta, mas foi feito', en: 'No response, but it was done' },
  'visible-late': {
    pt: 'Sem resposta, feito, e visível só depois de 10 s',
    en: 'No response, done, and visible only after 10 s',
  },
  'reset-before': { pt: 'Conexão caiu, e nada foi feito', en: 'Connection reset, nothing done' },
  'reset-after': { pt: 'Conexão caiu, mas foi feito', en: 'Connection reset, but it was done' },
  'reset-body': { pt: 'Conexão caiu no meio da resposta', en: 'Connection reset in the response' },
  'slow-body': { pt: 'Resposta a um byte por vez', en: 'Response one byte at a time' },
  'error-404-html': { pt: 'Erro 404, em HTML', en: 'Error 404, in HTML' },
  'error-500': { pt: 'Erro 500', en: 'Error 500' },
  'error-502-html': { pt: 'Erro 502, em HTML', en: 'Error 502, in HTML' },
  'error-503': { pt: 'Erro 503', en: 'Error 503' },
  'error-400': { pt: 'Erro 400', en: 'Error 400' },
  'error-401': { pt: 'Erro 401', en: 'Error 401' },
  'error-403': { pt: 'Erro 403', en: 'Error 403' },
  'error-417': { pt: 'Erro 417', en: 'Error 417' },
  'error-429': { pt: 'Erro 429', en: 'Error 429' },
  'done-then-500': { pt: 'Feito, mas responde 500', en: 'Done, but the response is 500' },
  'truncated-json': { pt: 'JSON cortado', en: 'Truncated JSON' },
  'wrong-types': { pt: 'Campos de outro tipo', en: 'Fields of other types' },
  'extra-fields': { pt: 'Campos a mais', en: 'Extra fields' },
  'missing-body': { pt: 'Resposta sem corpo', en: 'Response without a body' },
  'status-99': { pt: 'Situação desconhecida', en: 'Unknown status' },
  'callback-lost': { pt: 'Aviso nunca enviado', en: 'Notice never sent' },
  'callback-delayed': { pt: 'Aviso 60 s depois', en: 'Notice 60 s later' },
  'callback-doubled': { pt: 'Aviso enviado duas vezes', en: 'Notice sent twice' },
  'callback-reordered': { pt: 'Aviso depois do seguinte', en: 'Notice after the next one' },
  'missing-row': { pt: 'Falta a primeira venda', en: 'The first sale is missing' },
  'unknown-sale': { pt: 'Tem uma venda que não existe', en: 'It has a sale that does not exist' },
  'wrong-amount': {
    pt: 'A primeira venda tem R$ 1,00 a mais',
    en: 'The first sale is R$ 1.00 more',
  },
  'doubled-file': { pt: 'Arquivo publicado duas vezes', en: 'File published twice' },
  'sequence-gap': { pt: 'Arquivo nunca publicado', en: 'File never published' },
  'late-file': { pt: 'Arquivo um dia atrasado', en: 'File a day late' },
  'truncated-file': { pt: 'Só a metade do arquivo', en: 'Only half of the file' },
})
