import { localText } from '../brazil/local-time.ts'
import { formatReais } from '../brazil/reais.ts'
import type { HostnameProblem } from '../primitives/hostname.ts'
import { cents } from '../primitives/money.ts'
import type { RejectionCode, RejectionDetails } from '../primitives/rejection.ts'
import type { CredentialMistake } from './request/credentials.ts'

/** The response to a caller for each code: the status, and a sentence that says what to do. */
export interface Response {
  readonly status: number
  readonly pt: Sentence
  readonly en: Sentence
}

/** A text, or one that mentions the facts of the case. */
type Sentence = string | ((params: NonNullable<RejectionDetails['params']>) => string)

/** One line for every code; a code without one does not compile. */
export const responses: Record<RejectionCode, Response> = {
  // The request itself
  'invalid-json': {
    status: 400,
    pt: 'O corpo da requisição não é um JSON válido em UTF-8. Confira aspas, vírgulas e a codificação.',
    en: 'The request body is not valid JSON in UTF-8. Check quotes, commas and the encoding.',
  },
  'duplicate-json-key': {
    status: 400,
    pt: ({ key }) => `O JSON repete a chave ${key} no mesmo objeto. Envie cada chave uma vez só.`,
    en: ({ key }) => `The JSON has the key ${key} twice in one object. Send each key once.`,
  },
  'body-too-large': {
    status: 413,
    pt: ({ max }) => `O corpo da requisição passa do limite de ${max} KiB. Envie menos dados.`,
    en: ({ max }) => `The request body is larger than ${max} KiB. Send less.`,
  },
  'body-too-deep': {
    status: 400,
    pt: ({ max }) => `O JSON tem mais de ${max} níveis. Envie uma estrutura mais rasa.`,
    en: ({ max }) => `The JSON is nested deeper than ${max} levels. Send a flatter structure.`,
  },
  'unsupported-media-type': {
    status: 415,
    pt: 'Envie o corpo como JSON, com o cabeçalho Content-Type: application/json.',
    en: 'Send the body as JSON, with the header Content-Type: application/json.',
  },
  'request-malformed': {
    status: 400,
    pt: 'A requisição HTTP está malformada. Confira a URL, os cabeçalhos e o tamanho declarado do corpo.',
    en: 'The HTTP request is malformed. Check the URL, the headers and the declared body length.',
  },
  'host-invalid': {
    status: 400,
    pt: 'Falta um cabeçalho Host válido, ou há mais de um. Envie exatamente um.',
    en: 'A valid Host header is missing, or there are several. Send exactly one.',
  },
  'headers-too-large': {
    status: 431,
    pt: 'Os cabeçalhos passam de 16 KiB. Envie menos cabeçalhos ou cookies.',
    en: 'The headers are larger than 16 KiB. Send fewer headers or cookies.',
  },
  'request-timeout': {
    status: 408,
    pt: 'A requisição demorou demais para chegar inteira. Envie de novo.',
    en: 'The request took too long to arrive whole. Send it again.',
  },
  'version-not-supported': {
    status: 400,
    pt: ({ versions }) =>
      `A versão pedida em Guiche-Version não existe. Use ${versions}, ou não envie o cabeçalho.`,
    en: ({ versions }) =>
      `The version in Guiche-Version does not exist. Use ${versions}, or leave the header out.`,
  },
  'method-not-allowed': {
    status: 405,
    pt: ({ allowed }) => `Este endereço não aceita este método. Use ${allowed}.`,
    en: ({ allowed }) => `This address does not take this method. Use ${allowed}.`,
  },
  'dashboard-not-built': {
    status: 503,
    pt: 'O painel ainda não foi construído nesta instalação. Rode npm run build e recarregue.',
    en: 'The dashboard of this installation is not built yet. Run npm run build and reload.',
  },
  'route-not-found': {
    status: 404,
    pt: 'Este endereço não existe. Confira o caminho na documentação.',
    en: 'This address does not exist. Check the path in the documentation.',
  },
  'validation-failed': {
    status: 400,
    pt: 'Os dados enviados têm problemas. Corrija os campos indicados em error.issues.',
    en: 'The data sent has problems. Correct the fields listed in error.issues.',
  },
  'currency-not-supported': {
    status: 400,
    pt: 'Só cobramos em reais. Envie currency igual a BRL, ou não envie o campo.',
    en: 'We only charge in reais. Send currency as BRL, or leave it out.',
  },
  'card-number-misplaced': {
    status: 400,
    pt: ({ field }) =>
      `O campo ${field} traz um número de cartão, que só pode vir em card.number. Retire-o deste campo.`,
    en: ({ field }) =>
      `The field ${field} holds a card number, which may only be sent in card.number. Remove it from this field.`,
  },
  'idempotency-key-invalid': {
    status: 400,
    pt: 'O cabeçalho Idempotency-Key deve ter de 1 a 255 caracteres ASCII visíveis, uma vez só.',
    en: 'The Idempotency-Key header takes 1 to 255 visible ASCII characters, once.',
  },
  'idempotency-key-required': {
    status: 400,
    pt: 'Envie o cabeçalho Idempotency-Key: ele impede que esta operação seja feita duas vezes.',
    en: 'Send the Idempotency-Key header: it prevents this operation from being done twice.',
  },
  'idempotency-key-reused': {
    status: 422,
    pt: 'Esta Idempotency-Key já foi usada com outra requisição. Use uma chave nova para cada operação.',
    en: 'This Idempotency-Key was used with another request. Use a new key for each operation.',
  },
  'idempotency-in-progress': {
    status: 409,
    pt: 'A requisição com esta Idempotency-Key ou este token ainda está em andamento. Repita-a em instantes, igual.',
    en: 'The request with this Idempotency-Key or token is still under way. Repeat it in a moment, unchanged.',
  },

  // Credentials
  unauthenticated: {
    status: 401,
    pt: ({ mistake }) =>
      `${credentialMistake(mistake)?.pt ?? 'Chave secreta ausente ou inválida.'} Envie Authorization: Basic com o base64 de x:SUA_CHAVE_SECRETA.`,
    en: ({ mistake }) =>
      `${credentialMistake(mistake)?.en ?? 'Secret key missing or invalid.'} Send Authorization: Basic with the base64 of x:YOUR_SECRET_KEY.`,
  },
  'public-key-invalid': {
    status: 401,
    pt: ({ mistake }) =>
      `${credentialMistake(mistake)?.pt ?? 'Chave pública ausente ou inválida.'} Envie a chave pública no cabeçalho x-public-key.`,
    en: ({ mistake }) =>
      `${credentialMistake(mistake)?.en ?? 'Public key missing or invalid.'} Send the public key in the x-public-key header.`,
  },
  'secret-key-in-browser': {
    status: 403,
    pt: 'A chave secreta veio com o cabeçalho Origin, como de um navegador, e a conta não aceita isso. Use-a só no servidor e, se ela esteve numa página, troque-a.',
    en: 'The secret key came with an Origin header, as from a browser, and the account does not allow that. Use it on a server only, and replace it if it was in a page.',
  },
  'account-suspended': {
    status: 403,
    pt: 'Esta conta está suspensa. Fale com o suporte.',
    en: 'This account is suspended. Contact support.',
  },
  'permission-denied': {
    status: 403,
    pt: ({ permission }) =>
      `Falta a permissão ${permission}. Use uma chave ou um login que a tenha.`,
    en: ({ permission }) =>
      `The permission ${permission} is missing. Use a key or a login that has it.`,
  },
  'key-address-denied': {
    status: 403,
    pt: 'Esta chave não é aceita deste endereço. Chame de um endereço da lista da chave, ou peça uma chave nova com este.',
    en: 'This key is not accepted from this address. Call from an address on the list of the key, or ask for a new key with this one.',
  },
  'admin-unauthenticated': {
    status: 401,
    pt: 'Token de operador ausente ou inválido. Envie Authorization: Bearer com o token.',
    en: 'Operator token missing or invalid. Send Authorization: Bearer with the token.',
  },
  'person-required': {
    status: 403,
    pt: ({ permission }) =>
      `O token do operador não abre isto (${permission}): é preciso uma pessoa. Entre no painel, ou use guiche na própria máquina.`,
    en: ({ permission }) =>
      `The operator token does not open this (${permission}): it needs a person. Sign in to the dashboard, or use guiche on the machine itself.`,
  },
  'rate-limited': {
    status: 429,
    pt: 'Requisições demais em pouco tempo. Espere o tempo do cabeçalho Retry-After e tente de novo.',
    en: 'Too many requests in a short time. Wait as long as the Retry-After header says and try again.',
  },

  // People
  'login-required': {
    status: 401,
    pt: 'Sua sessão não existe ou terminou. Entre de novo.',
    en: 'There is no such login, or it has ended. Sign in again.',
  },
  'origin-refused': {
    status: 403,
    pt: 'Esta requisição não veio das páginas deste gateway. Use o painel no endereço dele.',
    en: 'This request did not come from the pages of this gateway. Use the dashboard at its address.',
  },
  'sign-in-refused': {
    status: 401,
    pt: 'E-mail ou senha não conferem. Confira os dois; depois de dez erros seguidos, espere meia hora.',
    en: 'Address or password do not match. Check both; after ten errors in a row, wait half an hour.',
  },
  'second-factor-required': {
    status: 403,
    pt: 'Falta o segundo fator. Mostre o código do aplicativo ou, se ainda não tem um, cadastre-o.',
    en: 'The second factor is missing. Show a code of the app or, if there is none yet, register one.',
  },
  'second-factor-refused': {
    status: 401,
    pt: 'O código ou a senha não confere, ou já foi usado. Espere o próximo código; depois de dez erros seguidos, meia hora.',
    en: 'The code or the password does not match, or was used. Wait for the next code; after ten errors in a row, half an hour.',
  },
  'second-factor-missing': {
    status: 409,
    pt: 'Não há aplicativo cadastrado. Cadastre um antes.',
    en: 'No app is registered. Register one first.',
  },
  'second-factor-last': {
    status: 409,
    pt: 'É o seu único segundo fator, e o seu acesso exige um. Cadastre outro antes; um aplicativo novo substitui o anterior.',
    en: 'This is your only second factor, and your access needs one. Register another one first; a new app replaces the earlier one.',
  },
  'proof-required': {
    status: 403,
    pt: 'Isto pede o segundo fator de novo, porque o último tem mais de dez minutos. Mostre-o e repita.',
    en: 'This needs the second factor again, because the last one is older than ten minutes. Show it and repeat.',
  },
  'password-refused': {
    status: 400,
    pt: ({ problem, min, max }) => passwordProblem(problem, { min, max }).pt,
    en: ({ problem, min, max }) => passwordProblem(problem, { min, max }).en,
  },
  'link-not-valid': {
    status: 404,
    pt: 'Este link não vale, já foi usado ou expirou. Peça outro.',
    en: 'This link is not valid, was used or has expired. Ask for another one.',
  },
  'email-invalid': {
    status: 400,
    pt: 'O endereço de e-mail não é válido. Use letras sem acento, um @ e um domínio.',
    en: 'The e-mail address is not valid. Use plain letters, one @ and a domain.',
  },
  'name-invalid': {
    status: 400,
    pt: 'O nome deve ter de 1 a 100 caracteres visíveis, com ao menos uma letra.',
    en: 'The name takes 1 to 100 visible characters, with at least one letter.',
  },
  'role-not-found': {
    status: 400,
    pt: 'Este papel não existe. Use um dos papéis listados.',
    en: 'There is no such role. Use one of the listed roles.',
  },
  'role-name-taken': {
    status: 409,
    pt: 'Já há um papel com este nome, ou com um que se lê igual. Escolha outro nome.',
    en: 'There is a role with this name, or with one that reads the same. Choose another name.',
  },
  'role-in-use': {
    status: 409,
    pt: ({ persons, invitations }) =>
      `Este papel está em uso: pessoas com ele: ${persons}; convites em aberto: ${invitations}. Troque o papel dessas pessoas e retire os convites antes.`,
    en: ({ persons, invitations }) =>
      `This role is in use: people who have it: ${persons}; open invitations: ${invitations}. Give these people another role and withdraw the invitations first.`,
  },
  'role-limit-reached': {
    status: 409,
    pt: ({ max }) => `A conta já tem ${max} papéis próprios, o máximo. Remova um que não usa.`,
    en: ({ max }) =>
      `The account has ${max} roles of its own, the most it can have. Remove one that is not used.`,
  },
  'already-member': {
    status: 409,
    pt: 'Esta pessoa já faz parte. Mude o papel dela em vez de convidá-la.',
    en: "This person is already a member. Change the person's role instead.",
  },
  'invitation-limit-reached': {
    status: 409,
    pt: ({ max }) =>
      `Há ${max} convites em aberto aqui, o máximo. Retire um, ou espere que um seja aceito.`,
    en: ({ max }) =>
      `There are ${max} open invitations here, the most there can be. Withdraw one, or wait until one is accepted.`,
  },
  'last-owner': {
    status: 409,
    pt: 'Esta é a última pessoa que administra aqui. Dê o papel a outra pessoa antes.',
    en: 'This is the last person who manages access here. Give the role to another person first.',
  },
  'passkey-refused': {
    status: 401,
    pt: 'A chave de acesso não foi aceita. Tente de novo, ou entre com senha e código.',
    en: 'The passkey was not accepted. Try again, or sign in with password and code.',
  },

  // What the account may do
  'method-not-enabled': {
    status: 400,
    pt: ({ method }) => `O método ${method} não está habilitado na conta. Fale com o suporte.`,
    en: ({ method }) => `The method ${method} is not enabled on the account. Contact support.`,
  },
  'device-pay-disabled': {
    status: 400,
    pt: 'Device Pay não está habilitado na conta. Fale com o suporte.',
    en: 'Device Pay is not enabled on the account. Contact support.',
  },
  'provider-not-configured': {
    status: 400,
    pt: ({ method }) => `A conta não tem provedor para ${method}. Fale com o suporte.`,
    en: ({ method }) => `The account has no provider for ${method}. Contact support.`,
  },
  'price-not-set': {
    status: 400,
    pt: ({ price }) =>
      `A conta não tem preço para esta operação. Peça ao suporte que defina ${price}.`,
    en: ({ price }) => `The account has no price for this operation. Ask support to set ${price}.`,
  },
  'amount-below-minimum': {
    status: 400,
    pt: ({ min }) => `O valor mínimo é ${reais(min)}. Aumente amount (em centavos).`,
    en: ({ min }) => `The minimum is ${reais(min)}. Raise amount (in cents).`,
  },
  'amount-above-maximum': {
    status: 400,
    pt: ({ max }) => `O valor máximo é ${reais(max)}. Diminua amount (em centavos).`,
    en: ({ max }) => `The maximum is ${reais(max)}. Lower amount (in cents).`,
  },
  'installments-above-maximum': {
    status: 400,
    pt: ({ max }) => `O máximo é de ${max} parcelas. Diminua installments.`,
    en: ({ max }) => `The maximum is ${max} installments. Lower installments.`,
  },
  'installment-below-minimum': {
    status: 400,
    pt: ({ min }) => `Cada parcela deve ter pelo menos ${reais(min)}. Diminua installments.`,
    en: ({ min }) => `Each installment must be at least ${reais(min)}. Lower installments.`,
  },

  // Transactions
  'not-found': {
    status: 404,
    pt: 'Não encontramos o que foi pedido. Confira o identificador.',
    en: 'The requested object was not found. Check the identifier.',
  },
  'card-or-wallet-required': {
    status: 400,
    pt: 'Envie card com os dados do cartão, ou wallet com type DEVICE_PAY e o token.',
    en: 'Send card with the card data, or wallet with type DEVICE_PAY and the token.',
  },
  'wallet-token-invalid': {
    status: 400,
    pt: 'O token do Device Pay não é válido ou foi alterado. Envie o token inteiro, como o dispositivo o entregou, logo depois da confirmação.',
    en: 'The Device Pay token is invalid or was modified. Send the token whole, as the device gave it, right after the confirmation.',
  },
  'wallet-token-used': {
    status: 409,
    pt: 'Este token do Device Pay já foi usado. Peça ao cliente que confirme o pagamento de novo no dispositivo.',
    en: 'This Device Pay token was used already. Ask the customer to confirm the payment on the device again.',
  },
  'wallet-network-not-supported': {
    status: 400,
    pt: 'O Device Pay aceita cartões Visa e Mastercard. Peça ao cliente que escolha outro cartão.',
    en: 'Device Pay accepts Visa and Mastercard. Ask the customer to choose another card.',
  },
  'card-invalid': {
    status: 400,
    pt: 'O número do cartão não é válido. Peça ao cliente que confira.',
    en: 'The card number is not valid. Ask the customer to check it.',
  },
  'card-brand-not-supported': {
    status: 400,
    pt: 'A bandeira deste cartão não é aceita. Peça outro cartão.',
    en: 'The network of this card is not accepted. Ask for another card.',
  },
  'card-expired': {
    status: 400,
    pt: 'O cartão está vencido. Peça outro cartão.',
    en: 'The card has expired. Ask for another card.',
  },
  'card-token-invalid': {
    status: 400,
    pt: 'O token do cartão não vale: já foi usado, passou de 15 minutos ou é de outra conta. Crie um novo.',
    en: 'The card token is not valid: used before, older than 15 minutes, or of another account. Make a new one.',
  },
  'document-required': {
    status: 400,
    pt: 'Envie customer.document com o CPF ou CNPJ do cliente.',
    en: 'Send customer.document with the CPF or CNPJ of the customer.',
  },
  'document-invalid': {
    status: 400,
    pt: 'O CPF ou CNPJ não é válido. Confira os dígitos.',
    en: 'The CPF or CNPJ is not valid. Check its digits.',
  },
  'postback-url-invalid': {
    status: 400,
    pt: 'O postbackUrl não pode ser chamado. Use um endereço https público, sem usuário, senha ou fragmento.',
    en: 'The postbackUrl cannot be called. Use a public https address without user, password or fragment.',
  },
  'customer-invalid': {
    status: 400,
    pt: 'Um dado do cliente falta ou não serve para este método. Corrija o campo indicado em error.field.',
    en: 'Customer data is missing or not valid for this method. Correct the field named in error.field.',
  },
  'payer-address-required': {
    status: 400,
    pt: 'Este boleto precisa do endereço de quem paga: o banco o exige, ou há protesto. Envie customer.address com street, streetNumber, neighborhood, city, state e zipCode.',
    en: 'This boleto needs the address of the payer: the bank requires it, or it has a protest. Send customer.address with street, streetNumber, neighborhood, city, state and zipCode.',
  },
  'due-date-invalid': {
    status: 400,
    pt: ({ min, max }) =>
      `O vencimento deve ser de ${min} a ${max} dias. Ajuste boleto.expiresInDays.`,
    en: ({ min, max }) =>
      `The due date is ${min} to ${max} days away. Change boleto.expiresInDays.`,
  },
  'boleto-payable-days-invalid': {
    status: 400,
    pt: ({ max }) =>
      `O banco dá baixa no máximo ${max} dias depois do vencimento. Diminua boleto.payableDaysAfter.`,
    en: ({ max }) =>
      `The bank writes a boleto off at most ${max} days after its due date. Lower boleto.payableDaysAfter.`,
  },
  'boleto-overdue-disabled': {
    status: 400,
    pt: 'Esta conta não pode pedir protesto nem negativação de boletos. Envie sem boleto.overdue, ou fale com o suporte.',
    en: 'This account cannot request a protest or a negative listing of boletos. Send it without boleto.overdue, or contact support.',
  },
  'boleto-overdue-not-supported': {
    status: 400,
    pt: ({ action }) =>
      `O banco desta conta não faz ${action} de boletos a pedido. Envie boleto.overdue.action com NONE, ou fale com o suporte.`,
    en: ({ action }) =>
      `The bank of this account takes no request for ${action} of boletos. Send NONE in boleto.overdue.action, or contact support.`,
  },
  'boleto-overdue-days-invalid': {
    status: 400,
    pt: ({ action, days }) =>
      `Para ${action}, o banco aceita estes números de dias: ${days}. Ajuste boleto.overdue.afterDays.`,
    en: ({ action, days }) =>
      `For ${action} the bank takes these numbers of days: ${days}. Change boleto.overdue.afterDays.`,
  },
  'boleto-written-off-first': {
    status: 400,
    pt: ({ min }) =>
      `O banco daria baixa no boleto antes de boleto.overdue. Mande ao menos ${min} em boleto.payableDaysAfter, ou não o mande.`,
    en: ({ min }) =>
      `The bank would write the boleto off before boleto.overdue. Send at least ${min} in boleto.payableDaysAfter, or leave it out.`,
  },
  'boleto-in-protest': {
    status: 409,
    pt: 'Este boleto está em protesto, e o banco não aceita a baixa enquanto isso. Peça ao operador que suste o protesto no banco. Depois cancele.',
    en: 'This boleto is in protest, and the bank does not write it off. Have the operator stop the protest at the bank, and cancel it then.',
  },
  'checkout-boleto-sent': {
    status: 409,
    pt: 'O boleto já foi enviado ao banco e continua valendo. Pague-o quando o banco o registrar, ou peça à loja que o cancele.',
    en: 'The boleto was sent to the bank and stays valid. Pay it once the bank has registered it, or ask the shop to cancel it.',
  },
  'pix-due-not-supported': {
    status: 400,
    pt: 'O banco que recebe este PIX não tem cobrança com vencimento liberada. Envie sem pix.due, ou peça ao operador os escopos cobv.write e cobv.read.',
    en: 'The bank that receives this PIX has no charges with a due date granted. Send it without pix.due, or have the operator add the scopes cobv.write and cobv.read.',
  },
  'pix-due-date-invalid': {
    status: 400,
    pt: ({ days }) =>
      `O vencimento deve ser de hoje até daqui a ${days} dias. Ajuste pix.due.date.`,
    en: ({ days }) =>
      `The due date must be from today to ${days} days from now. Change pix.due.date.`,
  },
  'pix-due-amount-invalid': {
    status: 400,
    pt: ({ date, amount }) =>
      `Com estes descontos e acréscimos, o valor em ${date} seria ${reais(amount)}. Ajuste pix.due.`,
    en: ({ date, amount }) =>
      `With these discounts and charges the amount on ${date} would be ${reais(amount)}. Change pix.due.`,
  },
  'refund-above-paid': {
    status: 400,
    pt: ({ max }) =>
      `A devolução passa do que ainda pode ser devolvido: ${reais(max)}. Diminua amount (em centavos).`,
    en: ({ max }) =>
      `The refund is above what can still be refunded: ${reais(max)}. Lower amount (in cents).`,
  },
  'refund-too-late': {
    status: 400,
    pt: ({ days }) =>
      `Um PIX só pode ser devolvido até ${days} dias depois de pago. Para devolver por um novo PIX, envie pixKey com uma chave PIX do pagador.`,
    en: ({ days }) =>
      `A PIX can be refunded up to ${days} days after it was paid. To return the money by a new PIX, send pixKey with a PIX key of the payer.`,
  },
  'refund-in-progress': {
    status: 409,
    pt: 'Já há uma devolução desta venda em andamento na adquirente. Espere que ela termine.',
    en: 'A refund of this sale is already under way at the acquirer. Wait until it ends.',
  },
  'refund-not-available': {
    status: 400,
    pt: ({ lacks }) =>
      lacks === 'payer'
        ? 'A venda não tem o documento do pagador (customer.document), e só com ele se confere de quem é a chave PIX. Fale com quem opera o gateway.'
        : 'Este pagamento não pode ser devolvido a uma chave PIX. Peça a devolução sem pixKey: o dinheiro volta por onde veio.',
    en: ({ lacks }) =>
      lacks === 'payer'
        ? 'The sale has no customer.document, and the owner of the PIX key is compared with it. Contact the operator of the gateway.'
        : 'This payment cannot be refunded to a PIX key. Ask for the refund without pixKey: the money goes back the way it came.',
  },
  'bank-account-invalid': {
    status: 400,
    pt: 'Para sacar para uma conta bancária, envie bankAccount (ISPB de oito caracteres, agência sem dígito, conta com dígito), beneficiaryName e beneficiaryDocument. Corrija o campo em error.field.',
    en: 'To cash out to an account, send bankAccount (an ISPB of eight characters, the branch without its digit, the number with it), beneficiaryName and beneficiaryDocument. Correct the field in error.field.',
  },
  'pix-key-required': {
    status: 400,
    pt: 'Um boleto é devolvido por PIX. Envie pixKey com uma chave PIX do pagador.',
    en: 'A boleto is refunded by PIX. Send pixKey with a PIX key of the payer.',
  },
  'refund-bank-pays-holder-only': {
    status: 400,
    pt: 'O banco dos saques só paga o titular da própria conta, e recusaria a chave do pagador. Devolva por fora, ou peça ao suporte outro banco para os saques.',
    en: 'The bank of the cashouts pays only the holder of its own account, and would refuse the key of the payer. Refund outside of the gateway, or ask support for another bank of the cashouts.',
  },
  'insufficient-balance': {
    status: 400,
    pt: ({ missing }) =>
      `O saldo não cobre o valor: faltam ${reais(missing)}. Diminua o valor ou espere até haver saldo.`,
    en: ({ missing }) =>
      `The balance does not cover the amount: ${reais(missing)} are missing. Lower the amount or wait for more balance.`,
  },
  'possible-duplicate': {
    status: 409,
    pt: ({ of }) =>
      of === 'charge'
        ? 'Outro saque já paga a cobrança deste código PIX: o identificador dele está em data.id. Se ainda há o que pagar, peça outro código a quem recebe.'
        : 'Um pedido igual foi feito há pouco: o identificador dele está em data.id. Se este é outro, repita com confirmDuplicate: true.',
    en: ({ of }) =>
      of === 'charge'
        ? 'Another cashout already pays the charge of this PIX code: its id is in data.id. If there still is something to pay, ask the receiver for another code.'
        : 'An equal request was made a moment ago: its id is in data.id. If this is another one, repeat with confirmDuplicate: true.',
  },
  'status-does-not-allow': {
    status: 409,
    pt: ({ status, operation }) =>
      `A transação está em ${status}${allowedIn(operation, status)?.pt ?? ' e não permite esta operação'}. Consulte-a de novo.`,
    en: ({ status, operation }) =>
      `The transaction is in ${status}${allowedIn(operation, status)?.en ?? ', which does not allow this operation'}. Look it up again.`,
  },
  'operation-in-progress': {
    status: 409,
    pt: 'Uma captura ou um cancelamento desta transação ainda está em andamento na adquirente. Consulte-a de novo em instantes.',
    en: 'A capture or a cancel of this transaction is still under way at the acquirer. Look it up again in a moment.',
  },
  'payment-link-unusable': {
    status: 409,
    pt: ({ reason }) =>
      reason === 'expired'
        ? 'O prazo deste link de pagamento acabou. Peça outro ao vendedor.'
        : reason === 'used-up'
          ? 'Este link de pagamento já foi usado quantas vezes podia. Peça outro ao vendedor.'
          : 'Este link de pagamento está desligado. Fale com o vendedor.',
    en: ({ reason }) =>
      reason === 'expired'
        ? 'The time of this payment link is over. Ask the seller for another one.'
        : reason === 'used-up'
          ? 'This payment link was used as often as it may be. Ask the seller for another one.'
          : 'This payment link is turned off. Contact the seller.',
  },
  'checkout-session-expired': {
    status: 409,
    pt: 'O prazo para pagar acabou. Volte à loja e comece de novo.',
    en: 'The time to pay is over. Go back to the shop and start again.',
  },
  'checkout-attempts-exhausted': {
    status: 409,
    pt: 'Houve tentativas demais nesta página. Volte à loja e comece de novo.',
    en: 'There were too many attempts on this page. Go back to the shop and start again.',
  },
  'checkout-changed': {
    status: 409,
    pt: 'O valor mudou depois que a página foi aberta. Confira o novo valor e confirme.',
    en: 'The amount changed after the page was opened. Check the new amount and confirm.',
  },
  'card-refused-request': {
    status: 400,
    pt: ({ detail }) =>
      `A adquirente não aceitou a requisição: ${sentence(detail, 'confira os dados enviados')}`,
    en: ({ detail }) =>
      `The acquirer did not accept the request: ${sentence(detail, 'check the data sent')}`,
  },
  'charge-refused-by-provider': {
    status: 400,
    pt: ({ detail }) =>
      `O banco não aceitou a cobrança: ${sentence(detail, 'confira os dados enviados')}`,
    en: ({ detail }) =>
      `The bank did not accept the charge: ${sentence(detail, 'check the data sent')}`,
  },

  // Device Pay
  'device-pay-not-supported': {
    status: 400,
    pt: 'Esta adquirente não oferece Device Pay. Fale com o suporte.',
    en: 'This acquirer does not offer Device Pay. Contact support.',
  },
  'domain-invalid': {
    status: 400,
    pt: ({ problem }) => `${hostnameProblem(problem).pt} Envie só o hostname, como loja.com.br.`,
    en: ({ problem }) =>
      `${hostnameProblem(problem).en} Send the hostname alone, such as loja.com.br.`,
  },
  'domain-already-registered': {
    status: 409,
    pt: 'Este domínio já está registrado na conta. Use o registro em data para validá-lo.',
    en: 'This domain is registered for the account already. Use the registration in data to validate it.',
  },
  'domain-limit-reached': {
    status: 400,
    pt: ({ max }) =>
      `A conta já tem ${max} domínios, o máximo que a carteira aceita. Remova um que você não usa.`,
    en: ({ max }) =>
      `The account has ${max} domains, the most that the wallet accepts. Remove one that you do not use.`,
  },
  'domain-check-failed': {
    status: 400,
    pt: ({ finding }) => `Não foi possível acessar o arquivo de verificação: ${finding}.`,
    en: ({ findingInEnglish }) =>
      `The verification file could not be accessed: ${findingInEnglish}.`,
  },
  'device-pay-domain-unavailable': {
    status: 400,
    pt: 'Este domínio não está disponível para Device Pay. Confira a chave pública e se o domínio está VERIFIED.',
    en: 'This domain is not available for Device Pay. Check the public key, and that the domain is VERIFIED.',
  },
  'validation-url-invalid': {
    status: 400,
    pt: 'O validationUrl não é um endereço da carteira. Envie o valor do evento do dispositivo, sem alterar.',
    en: 'The validationUrl is not an address of the wallet. Send the value of the device event, unchanged.',
  },
  'session-limit-reached': {
    status: 429,
    pt: 'O limite de validações de sessão foi atingido. Espere alguns minutos e tente de novo.',
    en: 'The limit of session validations was reached. Wait some minutes and try again.',
  },
  'device-pay-unavailable': {
    status: 503,
    pt: 'A carteira não respondeu. Nada mudou: tente de novo em instantes.',
    en: 'The wallet did not respond. Nothing changed: try again in a moment.',
  },

  // Cashout
  'cashout-disabled': {
    status: 400,
    pt: 'Saques não estão habilitados na conta. Fale com o suporte.',
    en: 'Cashouts are not enabled on the account. Contact support.',
  },
  'pix-key-invalid': {
    status: 400,
    pt: 'A chave PIX não é válida. Confira pixKey e pixType (CPF, CNPJ, PHONE com + e código do país, EMAIL ou EVP).',
    en: 'The PIX key is not valid. Check pixKey and pixType (CPF, CNPJ, PHONE with + and country code, EMAIL or EVP).',
  },
  'pix-key-owner-mismatch': {
    status: 400,
    pt: 'A chave PIX não é de quem deve receber. Confira pixKey e o CPF ou CNPJ de quem recebe.',
    en: 'The PIX key does not belong to the expected receiver. Check pixKey and the CPF or CNPJ of the receiver.',
  },
  'qrcode-invalid': {
    status: 400,
    pt: 'O código PIX não é válido, ou não vale mais. Copie-o inteiro, ou peça outro a quem recebe.',
    en: 'The PIX code is not valid, or no longer valid. Copy all of it, or ask the receiver for another one.',
  },
  'qrcode-not-supported': {
    status: 400,
    pt: ({ cause }) =>
      cause === 'not-permitted'
        ? 'O banco dos saques não liberou a leitura de códigos PIX para esta instalação. Avise o suporte; até lá, peça a quem recebe a chave PIX, e envie pixKey.'
        : 'O banco dos saques não paga este tipo de código PIX. Peça a quem recebe a chave PIX, e envie pixKey.',
    en: ({ cause }) =>
      cause === 'not-permitted'
        ? 'The bank of the cashouts does not allow this installation to read PIX codes. Contact support; until then, ask the receiver for a PIX key, and send pixKey.'
        : 'The bank of the cashouts does not pay this kind of PIX code. Ask the receiver for a PIX key, and send pixKey.',
  },
  'qrcode-not-payable': {
    status: 400,
    pt: ({ state }) =>
      `A cobrança deste código PIX ${chargeState(state).pt}. Se ainda há o que pagar, peça outro código a quem recebe.`,
    en: ({ state }) =>
      `The charge of this PIX code ${chargeState(state).en}. If there still is something to pay, ask the receiver for another code.`,
  },
  'qrcode-amount-differs': {
    status: 400,
    pt: ({ amount }) =>
      `O código PIX cobra ${reais(amount)}. Envie esse valor em amount, em centavos: ${amount}.`,
    en: ({ amount }) =>
      `The PIX code asks for ${reais(amount)}. Send that in amount, in cents: ${amount}.`,
  },
  'cashout-limit-exceeded': {
    status: 400,
    pt: ({ limit, left }) =>
      left === 0 && limit !== 'operation'
        ? `Não resta nada do limite de saques ${limitName(limit).pt}. Peça o saque no período seguinte, às 6h ou às 20h de São Paulo.`
        : `O saque passa do limite ${limitName(limit).pt}: ainda cabem ${reais(left)}. Diminua amount.`,
    en: ({ limit, left }) =>
      left === 0 && limit !== 'operation'
        ? `Nothing is left of the cashout limit ${limitName(limit).en}. Ask again in the next period, at 06:00 or 20:00 in São Paulo.`
        : `The cashout is above the limit ${limitName(limit).en}: ${reais(left)} are left. Lower amount.`,
  },
  'cashout-account-suspended': {
    status: 409,
    pt: 'A conta está suspensa e o dinheiro dela não sai. Reative a conta antes de aprovar, ou negue o saque.',
    en: 'The account is suspended and its money does not leave. Reactivate the account before approving, or deny the cashout.',
  },
  'cashout-status-does-not-allow': {
    status: 409,
    pt: ({ status, approval }) => {
      const state = `está em ${status} e não permite esta operação`
      return `O saque ${notWaiting.get(`${approval}`)?.pt ?? state}. Consulte-o de novo.`
    },
    en: ({ status, approval }) => {
      const state = `is in ${status}, which does not allow this operation`
      return `The cashout ${notWaiting.get(`${approval}`)?.en ?? state}. Look it up again.`
    },
  },
  'approver-asked-for-it': {
    status: 403,
    pt: 'Quem pediu, ou quem tem o mesmo nome ou a mesma caixa de e-mail, não aprova o pedido. Peça a decisão a outra pessoa. Se são duas pessoas, uma muda de nome e o pedido é feito de novo.',
    en: 'The person who made the request, or one with the same name or mailbox, cannot approve it. Ask another person to decide. If they are two people, one of them changes the name and the request is made again.',
  },
  'approver-not-a-person': {
    status: 403,
    pt: 'Só uma pessoa decide um pedido de aprovação. Uma chave, um token e a linha de comando não decidem. Entre no painel.',
    en: 'Only a person decides a request for approval. A key, a token and the command line do not. Sign in to the dashboard.',
  },
  'approver-not-independent': {
    status: 403,
    pt: 'Quem decide não pode ter feito a chave que pediu, também com outro login, nem ter recebido o acesso de quem pediu, nem ter dado o acesso a quem pediu. Peça a decisão a outra pessoa.',
    en: 'The person who decides must not have made the key that asked, also with another login, nor have received access from the requester, nor have given access to the requester. Ask another person to decide.',
  },
  'approval-outdated': {
    status: 409,
    pt: 'O que este pedido muda foi alterado depois que ele foi feito. Veja o valor atual e faça outro pedido.',
    en: 'The subject of this request has changed since it was made. Read the present value and make another request.',
  },
  'approval-ended': {
    status: 409,
    pt: ({ status }) =>
      `Este pedido não espera mais decisão: está ${status}. Se ainda for preciso, faça outro.`,
    en: ({ status }) =>
      `This request does not wait for a decision any more: it is ${status}. If it is still needed, make another one.`,
  },

  // Disputes
  'dispute-answer-late': {
    status: 422,
    pt: ({ until }) =>
      `O prazo para responder a esta disputa terminou em ${localTime(until)}, horário de Brasília, e a resposta não é mais aceita. Acompanhe a decisão por webhook.`,
    en: ({ until }) =>
      `The time to answer this dispute ended at ${until}, and no answer is accepted any more. The decision arrives by webhook.`,
  },
  'dispute-status-does-not-allow': {
    status: 409,
    pt: ({ status }) =>
      `A disputa está em ${status} e não aceita mais resposta nem documentos. Consulte-a de novo.`,
    en: ({ status }) =>
      `The dispute is in ${status}, which takes no answer and no documents any more. Look it up again.`,
  },
  'dispute-already-answered': {
    status: 409,
    pt: 'Esta disputa já tem resposta, e só uma é aceita. Consulte-a para ver o que foi enviado.',
    en: 'This dispute has an answer already, and takes only one. Look it up to see what was sent.',
  },
  'dispute-defence-missing': {
    status: 400,
    pt: 'Para contestar, envie text com a explicação ou antes um documento em /evidence.',
    en: 'To contest, send text with the explanation, or a document to /evidence first.',
  },
  'evidence-type-not-supported': {
    status: 415,
    pt: 'Envie o documento com Content-Type application/pdf, image/png ou image/jpeg, ou em base64 num JSON.',
    en: 'Send the document with Content-Type application/pdf, image/png or image/jpeg, or as base64 in JSON.',
  },
  'evidence-invalid': {
    status: 400,
    pt: 'O conteúdo não é um PDF, PNG ou JPEG como diz o Content-Type, ou está vazio. Confira o arquivo.',
    en: 'The content does not match the PDF, PNG or JPEG in Content-Type, or is empty. Check the file.',
  },
  'evidence-limit-reached': {
    status: 409,
    pt: ({ max }) =>
      `A disputa já tem ${max} documentos, o máximo. Junte o que falta num texto ao responder.`,
    en: ({ max }) =>
      `The dispute has ${max} documents, the most it takes. Put the rest into the text of the answer.`,
  },

  // Operators
  'account-invalid': {
    status: 400,
    pt: 'As configurações da conta não combinam entre si. Confira o campo indicado.',
    en: 'The settings of the account contradict each other. Check the field named.',
  },
  'account-setting-missing': {
    status: 400,
    pt: ({ setting }) =>
      `Defina ${setting} no mesmo pedido ou antes: sem isso o campo indicado não pode ser habilitado.`,
    en: ({ setting }) =>
      `Set ${setting} in the same request or before: without it the field named cannot be enabled.`,
  },
  'account-protest-days-invalid': {
    status: 400,
    pt: ({ days }) =>
      `No banco de boletos desta conta, boletoProtestAfterDays pode ser: ${days}. Mude-o, ou escolha outro banco em providers.boleto.`,
    en: ({ days }) =>
      `At the boleto bank of this account boletoProtestAfterDays can be: ${days}. Change it, or choose another bank in providers.boleto.`,
  },
  'provider-invalid': {
    status: 400,
    pt: 'O tipo ou as configurações do provedor não são válidos. Confira os campos indicados.',
    en: 'The kind or the settings of the provider are not valid. Check the fields named.',
  },
  'key-not-found': {
    status: 404,
    pt: 'Não há chave ativa com este identificador nesta conta. Liste as chaves e confira.',
    en: 'The account has no active key with this id. List the keys and check.',
  },
  'clock-not-adjustable': {
    status: 403,
    pt: 'O relógio só pode ser movido no sandbox. Use um ambiente de testes.',
    en: 'The clock can be moved in the sandbox only. Use a test environment.',
  },
  'webhook-secret-rotating': {
    status: 409,
    pt: ({ until }) =>
      `O segredo foi trocado há pouco e os dois ainda valem. Troque de novo a partir de ${localTime(until)}, horário de Brasília.`,
    en: ({ until }) =>
      `The secret was rotated recently and both are still valid. Rotate again from ${until} on.`,
  },
  'case-already-resolved': {
    status: 409,
    pt: 'Este caso já foi encerrado. Consulte-o para ver como.',
    en: 'This case is closed already. Look it up to see how.',
  },
  'cashout-stop-changed': {
    status: 409,
    pt: 'A parada dos saques não é a que você viu: há uma nova quebra, ou é outra parada. Consulte a parada de novo e envie o digest atual.',
    en: 'The stop of cashouts is not the one you saw: there is a new breach, or it is another stop. Look up the stop again and send its present digest.',
  },
  'restore-not-swept': {
    status: 409,
    pt: 'O banco foi restaurado, e os provedores ainda não disseram o que houve desde então. Os saques voltam quando "guiche restore sweep" terminar.',
    en: 'The database was restored, and the providers have not reported what happened since. Cashouts resume when "guiche restore sweep" has ended.',
  },
  'files-not-available': {
    status: 422,
    pt: 'Este provedor não existe ou não publica arquivos diários. Confira files nas configurações do provedor.',
    en: 'This provider does not exist or publishes no daily files. Check files in its settings.',
  },
  'reconciliation-in-progress': {
    status: 409,
    pt: 'Os arquivos deste provedor estão sendo lidos agora. Repita em instantes.',
    en: 'The files of this provider are being read now. Repeat the request in a moment.',
  },

  // Webhooks and events
  'webhook-url-invalid': {
    status: 400,
    pt: 'Este endereço não pode ser chamado. Use um endereço https público, sem usuário, senha ou fragmento.',
    en: 'This address cannot be called. Use a public https address without user, password or fragment.',
  },
  'webhook-endpoint-limit': {
    status: 409,
    pt: ({ max }) => `A conta já tem ${max} endereços de webhook. Apague um deles antes.`,
    en: ({ max }) => `The account has ${max} webhook endpoints already. Delete one of them first.`,
  },
  'redelivery-expired': {
    status: 409,
    pt: ({ days }) =>
      `Só se entrega de novo o que aconteceu nos últimos ${days} dias. Leia os eventos mais antigos no feed.`,
    en: ({ days }) =>
      `Only what happened in the last ${days} days is delivered again. Read older events in the feed.`,
  },
  'events-expired': {
    status: 410,
    pt: ({ oldest }) =>
      `Há eventos depois deste ponto que não são mais guardados. Recomece em after=${oldest} e consulte as transações do intervalo.`,
    en: ({ oldest }) =>
      `Events after this point are no longer kept. Start again at after=${oldest} and look up the transactions in between.`,
  },

  // Not the caller's error: retry
  'provider-unavailable': {
    status: 503,
    pt: 'O provedor não respondeu. Nada foi perdido: tente de novo em instantes com a mesma Idempotency-Key.',
    en: 'The provider did not respond. Nothing is lost: try again in a moment with the same Idempotency-Key.',
  },
  'answer-timeout': {
    status: 503,
    pt: 'A resposta passou do tempo limite e a operação continua. Repita com a mesma Idempotency-Key, ou consulte antes de refazer.',
    en: 'The response exceeded its time limit and the operation continues. Repeat it with the same Idempotency-Key, or look it up before you do it again.',
  },
  overloaded: {
    status: 503,
    pt: 'Estamos com requisições demais agora e nada foi feito. Tente de novo em instantes.',
    en: 'We have too many requests right now and nothing was done. Try again in a moment.',
  },
  'database-unavailable': {
    status: 503,
    pt: 'Não conseguimos confirmar a operação. Tente de novo em instantes com a mesma Idempotency-Key.',
    en: 'We could not confirm the operation. Try again in a moment with the same Idempotency-Key.',
  },
  'database-silent': {
    status: 503,
    pt: ({ seconds }) =>
      `O banco de dados não respondeu a uma leitura em ${seconds} segundos. Confira a rede até ele e se ele está de pé.`,
    en: ({ seconds }) =>
      `The database did not respond to a read within ${seconds} seconds. Check the network to it and whether it runs.`,
  },
  'commits-failing': {
    status: 503,
    pt: ({ seconds, code }) =>
      `Nenhuma gravação deu certo nos últimos ${seconds} segundos (código ${code}). Confira disco, rede e bloqueios do banco.`,
    en: ({ seconds, code }) =>
      `No commit has succeeded for ${seconds} seconds (code ${code}). Check the database's disk, network and locks.`,
  },
  'migrations-missing': {
    status: 503,
    pt: ({ names }) => `Faltam migrações neste banco de dados: ${names}. Execute guiche migrate.`,
    en: ({ names }) => `The database lacks migrations: ${names}. Run guiche migrate.`,
  },
  'clock-unknown': {
    status: 503,
    pt: 'Este processo ainda não conhece a hora do banco de dados. Nada foi feito: tente de novo em instantes.',
    en: 'This process does not know the time of the database yet. Nothing was done: try again in a moment.',
  },
  'internal-error': {
    status: 500,
    pt: 'Erro nosso. Tente de novo e, se continuar, envie ao suporte o cabeçalho X-Request-Id desta resposta.',
    en: 'Our error. Try again. If it happens again, send support the X-Request-Id header of this response.',
  },
}

/** What is wrong with a new password. */
const passwordProblem = (
  problem: string | number | undefined,
  { min, max }: Readonly<Record<'min' | 'max', string | number | undefined>>,
): { readonly pt: string; readonly en: string } => {
  switch (problem) {
    case 'too-short':
      return {
        pt: `A senha tem menos de ${min} caracteres. Use uma frase.`,
        en: `The password has fewer than ${min} characters. Use a phrase.`,
      }
    case 'too-long':
      return {
        pt: `A senha passa de ${max} caracteres. Use uma mais curta.`,
        en: `The password is longer than ${max} characters. Use a shorter one.`,
      }
    case 'leaked':
      return {
        pt: 'Esta senha está numa lista de senhas vazadas. Escolha outra.',
        en: 'This password is on a list of leaked passwords. Choose another one.',
      }
    default:
      return {
        pt: 'Esta senha é fácil de adivinhar. Junte mais palavras que não combinem entre si.',
        en: 'This password is easy to guess. Add more words that do not belong together.',
      }
  }
}

/** What is wrong with a text that should be a hostname. */
const hostnameProblem = (
  problem: string | number | undefined,
): { readonly pt: string; readonly en: string } =>
  hostnameProblems[problem as HostnameProblem] ?? hostnameProblems.form

const hostnameProblems: Readonly<
  Record<HostnameProblem, { readonly pt: string; readonly en: string }>
> = {
  scheme: { pt: 'O campo domain veio com o protocolo.', en: 'The field domain has a scheme.' },
  path: { pt: 'O campo domain veio com um caminho.', en: 'The field domain has a path.' },
  port: { pt: 'O campo domain veio com uma porta.', en: 'The field domain has a port.' },
  wildcard: {
    pt: 'O campo domain não aceita curingas: registre cada hostname.',
    en: 'The field domain takes no wildcard: register each hostname.',
  },
  'trailing-dot': { pt: 'O campo domain termina em ponto.', en: 'The field domain ends in a dot.' },
  ip: { pt: 'O campo domain é um endereço IP.', en: 'The field domain is an IP address.' },
  'one-label': {
    pt: 'O campo domain precisa de ao menos um ponto.',
    en: 'The field domain needs at least one dot.',
  },
  private: {
    pt: 'O campo domain é um nome de rede interna.',
    en: 'The field domain is a name of an internal network.',
  },
  suffix: {
    pt: 'O campo domain é um sufixo público, não um hostname.',
    en: 'The field domain is a public suffix, not a hostname.',
  },
  length: {
    pt: 'O campo domain passa de 253 caracteres.',
    en: 'The field domain is longer than 253 characters.',
  },
  form: {
    pt: 'O campo domain não é um hostname válido.',
    en: 'The field domain is not a valid hostname.',
  },
}

/**
 * Why a cashout takes no decision, by the state of its approval. While it is pending, its status is
 * the reason.
 */
const notWaiting: ReadonlyMap<string, { readonly pt: string; readonly en: string }> = new Map([
  [
    'approved',
    {
      pt: 'já foi aprovado e não espera decisão',
      en: 'was approved already and waits for no decision',
    },
  ],
  [
    'denied',
    {
      pt: 'já foi negado e não espera decisão',
      en: 'was denied already and waits for no decision',
    },
  ],
  ['none', { pt: 'não precisa de aprovação', en: 'needs no approval' }],
])

/**
 * The statuses in which an operation is possible. Undefined when the status is one of them and the
 * reason is another one.
 */
function allowedIn(
  operation: string | number | undefined,
  status: string | number | undefined,
): { readonly pt: string; readonly en: string } | undefined {
  const rule = operations.get(`${operation}`)
  return rule?.pt.includes(`${status}`) ? undefined : rule
}

const operations: ReadonlyMap<string, { readonly pt: string; readonly en: string }> = new Map([
  [
    'refund',
    {
      pt: ', e só uma transação PAID pode ser devolvida',
      en: ', and only a PAID transaction can be refunded',
    },
  ],
  [
    'capture',
    {
      pt: ', e só uma transação AUTHORIZED pode ser capturada',
      en: ', and only an AUTHORIZED transaction can be captured',
    },
  ],
  [
    'cancel',
    {
      pt: ', e só uma transação WAITING_PAYMENT ou AUTHORIZED pode ser cancelada',
      en: ', and only a WAITING_PAYMENT or AUTHORIZED transaction can be canceled',
    },
  ],
])

/** The mistake a client made instead of sending its key. Nothing of the sent text is shown. */
const credentialMistake = (
  mistake: string | number | undefined,
): { readonly pt: string; readonly en: string } | undefined => credentialMistakes.get(`${mistake}`)

const credentialMistakes: ReadonlyMap<string, { readonly pt: string; readonly en: string }> =
  new Map<CredentialMistake, { readonly pt: string; readonly en: string }>([
    [
      'missing',
      { pt: 'Falta o cabeçalho Authorization.', en: 'The Authorization header is missing.' },
    ],
    [
      'bearer',
      {
        pt: 'O cabeçalho Authorization veio com Bearer; o correto é Basic.',
        en: 'The Authorization header has Bearer; it must be Basic.',
      },
    ],
    [
      'not-encoded',
      { pt: 'A chave secreta veio sem base64.', en: 'The secret key was sent without base64.' },
    ],
    [
      'public-key',
      {
        pt: 'Esta é uma chave pública (pk_), e aqui vai a chave secreta (sk_).',
        en: 'This is a public key (pk_), and the secret key (sk_) goes here.',
      },
    ],
    [
      'secret-key',
      {
        pt: 'Esta é uma chave secreta (sk_), que nunca vai ao navegador: troque-a por outra.',
        en: 'This is a secret key (sk_), which never goes to a browser: rotate it.',
      },
    ],
  ])

/** Why a charge cannot be paid. */
const chargeState = (state: unknown) =>
  chargeStates.get(`${state}`) ?? { pt: 'não pode mais ser paga', en: 'can no longer be paid' }

const chargeStates: ReadonlyMap<string, { readonly pt: string; readonly en: string }> = new Map([
  ['paid', { pt: 'já foi paga', en: 'was paid before' }],
  ['expired', { pt: 'expirou', en: 'has expired' }],
  ['removed', { pt: 'foi cancelada por quem recebe', en: 'was canceled by its receiver' }],
])

/** Which limit of cashouts. */
const limitName = (
  limit: string | number | undefined,
): { readonly pt: string; readonly en: string } =>
  limitNames.get(`${limit}`) ?? { pt: `${limit}`, en: `${limit}` }

const limitNames: ReadonlyMap<string, { readonly pt: string; readonly en: string }> = new Map([
  ['operation', { pt: 'por operação', en: 'per operation' }],
  ['day', { pt: 'do dia (6h às 20h)', en: 'of the day (06:00 to 20:00)' }],
  ['night', { pt: 'da noite (20h às 6h)', en: 'of the night (20:00 to 06:00)' }],
])

/** An instant in ISO 8601, as people in Brazil read it. In the reference it is only a name. */
const localTime = (at: string | number | undefined): string =>
  typeof at === 'string' && /^\d/.test(at) ? localText(new Date(at)) : `${at}`

/** In the reference a fact is shown by its name. */
const reais = (amount: string | number | undefined): string =>
  typeof amount === 'number' ? formatReais(cents(amount)) : `${amount}`

/** A provider's text, as the end of the gateway's sentence. */
const sentence = (text: string | number | undefined, otherwise: string): string =>
  `${text || otherwise}`.replace(/(?<![.\s])[.\s]*$/, '.')
