import { texts } from './texts.ts'

/** The texts of the form of a purchase. `{…}` is filled in by the page and by its script. */
export const formTexts = texts({
  total: { pt: 'Total', en: 'Total' },
  payTo: {
    pt: (shop: string) => `Pagar a ${shop}`,
    en: (shop: string) => `Pay ${shop}`,
  },
  errorTitle: { pt: (title: string) => `Erro: ${title}`, en: (title: string) => `Error: ${title}` },
  summary: {
    pt: (count: number) => (count === 1 ? 'Confira um campo' : `Confira ${count} campos`),
    en: (count: number) => (count === 1 ? 'Check one field' : `Check ${count} fields`),
  },
  optional: { pt: 'opcional', en: 'optional' },
  amount: { pt: 'Valor', en: 'Amount' },
  amountHint: {
    pt: (min: string, max: string) => `Entre ${min} e ${max}`,
    en: (min: string, max: string) => `Between ${min} and ${max}`,
  },
  amountFrom: { pt: 'Você escolhe o valor', en: 'You choose the amount' },
  quantity: { pt: 'Quantidade', en: 'Quantity' },
  quantityHint: {
    pt: (min: number, max: number, unit: string) => `De ${min} a ${max}, ${unit} cada`,
    en: (min: number, max: number, unit: string) => `From ${min} to ${max}, ${unit} each`,
  },
  howToPay: { pt: 'Como você quer pagar?', en: 'How do you want to pay?' },
  pix: { pt: 'PIX', en: 'PIX' },
  pixNote: { pt: 'Confirmação na hora', en: 'Confirmed at once' },
  pixHint: {
    pt: 'Você recebe um código para pagar no aplicativo do seu banco. Esta página mostra o pagamento assim que ele chega.',
    en: 'You get a code to pay in the app of your bank. This page shows the payment as soon as it arrives.',
  },
  card: { pt: 'Cartão de crédito', en: 'Credit card' },
  cardNote: {
    pt: (count: number) => (count > 1 ? `Em até ${count} vezes` : 'À vista'),
    en: (count: number) => (count > 1 ? `Up to ${count} installments` : 'One payment'),
  },
  devicePay: { pt: 'Device Pay', en: 'Device Pay' },
  devicePayNote: {
    pt: (count: number) =>
      count > 1 ? `Carteira do aparelho, até ${count} vezes` : 'Carteira do aparelho',
    en: (count: number) =>
      count > 1 ? `Wallet of this device, up to ${count} installments` : 'Wallet of this device',
  },
  devicePayHint: {
    pt: 'Confirme com a digital ou o rosto. O número do cartão não passa por esta página.',
    en: 'Confirm with your fingerprint or face. The card number does not pass through this page.',
  },
  boleto: { pt: 'Boleto', en: 'Boleto' },
  boletoNote: { pt: 'Confirmação em até um dia útil', en: 'Confirmed within one business day' },
  boletoHint: {
    pt: 'Pague em qualquer banco, lotérica ou aplicativo. O boleto aparece na próxima página.',
    en: 'Pay at any Brazilian bank or in its app. The boleto appears on the next page.',
  },
  name: { pt: 'Nome completo', en: 'Full name' },
  email: { pt: 'E-mail', en: 'E-mail' },
  document: { pt: 'CPF ou CNPJ', en: 'CPF or CNPJ (Brazilian tax number)' },
  documentHint: {
    pt: 'O banco pede para registrar o boleto.',
    en: 'The bank needs it to register the boleto.',
  },
  documentHintDevicePay: {
    pt: 'A carteira não informa quem paga.',
    en: 'The wallet does not show who pays.',
  },
  cardNumber: { pt: 'Número do cartão', en: 'Card number' },
  cardHolder: { pt: 'Nome como está no cartão', en: 'Name on the card' },
  cardExpiry: { pt: 'Validade (MM/AA)', en: 'Expiry (MM/YY)' },
  cardCvv: { pt: 'Código de segurança', en: 'Security code' },
  cvvHint: { pt: '3 dígitos no verso', en: '3 digits on the back' },
  cvvHintFront: { pt: '4 dígitos na frente', en: '4 digits on the front' },
  installments: { pt: 'Parcelas', en: 'Installments' },
  onePart: { pt: 'À vista: {each}', en: 'One payment: {each}' },
  onePartOpen: { pt: 'À vista', en: 'One payment' },
  parts: { pt: '{count}x de {each}', en: '{count} × {each}' },
  oddParts: {
    pt: '{count}x de {each} ou {more}',
    en: '{count} × {each} or {more}',
  },
  partsOpen: { pt: '{count}x', en: '{count} installments' },
  noInterest: { pt: 'Sem juros', en: 'Without interest' },
  cardPromise: {
    pt: 'O número do cartão é usado só neste pagamento e não fica guardado.',
    en: 'The card number is used for this payment only and is not kept.',
  },
  createPix: { pt: 'Gerar código PIX', en: 'Create PIX code' },
  payByCard: { pt: 'Pagar {total}', en: 'Pay {total}' },
  payByCardOpen: { pt: 'Pagar com cartão', en: 'Pay by card' },
  createBoleto: { pt: 'Gerar boleto', en: 'Create boleto' },
  pay: { pt: 'Pagar', en: 'Pay' },
  busy: { pt: 'Enviando, aguarde…', en: 'Sending, please wait…' },
  giveUp: { pt: 'Cancelar e voltar à loja', en: 'Cancel and go back to the shop' },

  methodRequired: { pt: 'Escolha como pagar.', en: 'Choose how to pay.' },
  deviceRequired: {
    pt: 'O pagamento não foi confirmado no aparelho. Toque em Pagar com Device Pay ou escolha outra forma.',
    en: 'The payment was not confirmed on the device. Tap Pay with Device Pay, or choose another way.',
  },
  amountRequired: {
    pt: 'Informe o valor, por exemplo 25,00.',
    en: 'Enter the amount, such as 25.00.',
  },
  amountTooSmall: {
    pt: (min: string) => `O valor mínimo é ${min}.`,
    en: (min: string) => `The minimum amount is ${min}.`,
  },
  amountTooLarge: {
    pt: (max: string) => `O valor máximo é ${max}.`,
    en: (max: string) => `The maximum amount is ${max}.`,
  },
  quantityInvalid: {
    pt: (min: string, max: string) => `Escolha uma quantidade de ${min} a ${max}.`,
    en: (min: string, max: string) => `Choose a quantity from ${min} to ${max}.`,
  },
  nameRequired: { pt: 'Informe o nome completo.', en: 'Enter the full name.' },
  nameInvalid: {
    pt: 'O nome tem caracteres que não valem.',
    en: 'The name has invalid characters.',
  },
  emailRequired: { pt: 'Informe o e-mail.', en: 'Enter the e-mail.' },
  emailInvalid: {
    pt: 'O e-mail está incompleto. Confira, por exemplo nome@exemplo.com.br.',
    en: 'The e-mail is incomplete. Check it, such as name@example.com.',
  },
  addressHint: {
    pt: 'O banco pede o endereço para registrar o boleto.',
    en: 'The bank needs the address to register the boleto.',
  },
  zipCode: { pt: 'CEP', en: 'CEP (Brazilian postal code)' },
  street: { pt: 'Rua', en: 'Street' },
  streetNumber: { pt: 'Número', en: 'Number' },
  complement: { pt: 'Complemento', en: 'Complement' },
  neighborhood: { pt: 'Bairro', en: 'Neighborhood' },
  city: { pt: 'Cidade', en: 'City' },
  state: { pt: 'Estado (UF)', en: 'State (two letters)' },
  zipCodeRequired: { pt: 'Informe o CEP.', en: 'Enter the CEP.' },
  zipCodeInvalid: {
    pt: 'O CEP tem oito números. Digite de novo.',
    en: 'A CEP has eight digits. Type it again.',
  },
  streetRequired: { pt: 'Informe a rua.', en: 'Enter the street.' },
  streetNumberRequired: {
    pt: 'Informe o número, ou s/n.',
    en: 'Enter the number, or s/n if there is none.',
  },
  neighborhoodRequired: { pt: 'Informe o bairro.', en: 'Enter the neighborhood.' },
  cityRequired: { pt: 'Informe a cidade.', en: 'Enter the city.' },
  stateRequired: {
    pt: 'Informe a sigla do estado, por exemplo SP.',
    en: 'Enter the two letters of the state, such as SP.',
  },
  documentRequired: { pt: 'Informe o CPF ou CNPJ.', en: 'Enter the CPF or CNPJ.' },
  documentInvalid: {
    pt: 'O CPF ou CNPJ não confere. Digite de novo.',
    en: 'The CPF or CNPJ is not valid. Type it again.',
  },
  numberRequired: { pt: 'Informe o número do cartão.', en: 'Enter the card number.' },
  numberInvalid: {
    pt: 'O número do cartão não confere. Digite de novo.',
    en: 'The card number is not valid. Type it again.',
  },
  brandInvalid: {
    pt: 'Esta bandeira não é aceita. Use outro cartão ou outra forma de pagar.',
    en: 'This brand is not accepted. Use another card or another way to pay.',
  },
  holderRequired: {
    pt: 'Informe o nome como está no cartão.',
    en: 'Enter the name as it is on the card.',
  },
  expiryRequired: {
    pt: 'Informe a validade, mês e ano, por exemplo 08/31.',
    en: 'Enter the expiry, month and year, such as 08/31.',
  },
  expired: {
    pt: 'Este cartão está vencido. Use outro.',
    en: 'This card has expired. Use another one.',
  },
  cvvRequired: {
    pt: 'Informe o código de segurança.',
    en: 'Enter the security code.',
  },
  cvvInvalid: {
    pt: 'O código de segurança tem 3 dígitos, ou 4 no American Express.',
    en: 'The security code has 3 digits, or 4 on American Express.',
  },
  installmentsInvalid: {
    pt: 'Escolha outro número de parcelas: cada uma tem ao menos R$ 5,00.',
    en: 'Choose other installments: each is at least R$ 5.00.',
  },
  cardNumberElsewhere: {
    pt: 'Este campo não é para o número do cartão.',
    en: 'This field is not for the card number.',
  },

  inactive: { pt: 'Este link não está disponível', en: 'This link is not available' },
  inactiveText: {
    pt: 'A loja o desativou. Nada foi cobrado. Se precisar, fale com a loja.',
    en: 'The shop has closed it. Nothing was charged. If you need help, contact the shop.',
  },
  linkExpired: { pt: 'Este link expirou', en: 'This link has expired' },
  linkExpiredText: {
    pt: 'O prazo para pagar terminou. Nada foi cobrado. Peça um novo link à loja.',
    en: 'The time to pay is over. Nothing was charged. Ask the shop for a new link.',
  },
  usedUp: { pt: 'Este link já foi usado', en: 'This link was already used' },
  usedUpText: {
    pt: 'Todos os pagamentos dele já foram feitos ou estão em andamento. Nada mais foi cobrado. Se alguém desistir, ele volta a funcionar.',
    en: 'All of its payments were made or are in progress. Nothing more was charged. If someone gives up, it works again.',
  },
  sessionExpired: { pt: 'Esta compra expirou', en: 'This purchase has expired' },
  sessionExpiredText: {
    pt: 'O prazo para pagar terminou. Nada foi cobrado. Volte à loja e comece de novo.',
    en: 'The time to pay is over. Nothing was charged. Go back to the shop and start again.',
  },
  tooMany: { pt: 'Muitas tentativas', en: 'Too many attempts' },
  tooManyText: {
    pt: 'Esta compra não aceita outra tentativa. Nada foi cobrado. Fale com a loja.',
    en: 'This purchase takes no other attempt. Nothing was charged. Contact the shop.',
  },
  noMethod: { pt: 'Não é possível pagar aqui agora', en: 'It is not possible to pay here now' },
  noMethodText: {
    pt: 'A loja ainda não tem uma forma de receber este valor. Nada foi cobrado. Fale com a loja.',
    en: 'The shop has no way to receive this amount yet. Nothing was charged. Contact the shop.',
  },
  inProgress: { pt: 'Estamos confirmando seu pagamento', en: 'We are confirming your payment' },
  inProgressText: {
    pt: 'Não pague de novo. Esta página mostra o resultado assim que ele chegar.',
    en: 'Do not pay again. This page shows the result as soon as it arrives.',
  },
  changed: { pt: 'O valor mudou', en: 'The amount has changed' },
  changedText: {
    pt: 'A loja mudou o valor desde que você abriu a página. Confira e envie de novo. Nada foi cobrado.',
    en: 'The shop has changed the amount since you opened the page. Check it and send again. Nothing was charged.',
  },
  tryAgain: { pt: 'Não foi possível pagar agora', en: 'The payment was not possible now' },
  tryAgainText: {
    pt: 'Nada foi cobrado. Tente de novo em instantes ou use outra forma de pagar.',
    en: 'Nothing was charged. Try again in a moment, or use another way to pay.',
  },
  stillOpen: {
    pt: 'O banco não respondeu',
    en: 'The bank did not respond',
  },
  stillOpenText: {
    pt: 'O código anterior ainda vale, e nada novo foi criado. Tente de novo em instantes.',
    en: 'The code from before is still valid, and nothing new was created. Try again in a moment.',
  },
  boletoSent: { pt: 'O boleto já está no banco', en: 'The bank has the boleto' },
  boletoSentText: {
    pt: 'Ele continua valendo, e nada novo foi criado. Pague-o quando o banco o registrar, ou peça à loja que o cancele.',
    en: 'It stays valid, and nothing new was created. Pay it once the bank has registered it, or ask the shop to cancel it.',
  },
  otherWay: { pt: 'Pagar de outra forma', en: 'Pay another way' },
  otherWayText: {
    pt: 'Quando você enviar, o código anterior deixa de valer.',
    en: 'When you send, the code from before is no longer valid.',
  },
  backToCode: { pt: 'Voltar ao código', en: 'Back to the code' },
  continueAt: {
    pt: (host: string) => `Continuar em ${host}`,
    en: (host: string) => `Continue at ${host}`,
  },
  failedNext: {
    pt: 'Nada foi cobrado. Escolha abaixo como pagar.',
    en: 'Nothing was charged. Choose below how to pay.',
  },
  refusedNext: {
    pt: 'Nada foi cobrado. Confira os dados, use outro cartão ou outra forma de pagar.',
    en: 'Nothing was charged. Check the details, use another card or another way to pay.',
  },
})
