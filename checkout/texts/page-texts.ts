import { type Html, html } from '../../src/primitives/html.ts'
import { texts } from './texts.ts'

/** The texts of the pages of a payment. */
export const pageTexts = texts({
  otherLanguage: { pt: 'English', en: 'Português' },
  copied: { pt: 'Copiado', en: 'Copied' },
  print: { pt: 'Imprimir', en: 'Print' },
  printOrSave: { pt: 'Imprimir ou salvar em PDF', en: 'Print or save as PDF' },
  share: { pt: 'Compartilhar', en: 'Share' },
  downloadPdf: { pt: 'Baixar PDF', en: 'Download PDF' },
  showReceipt: { pt: 'Ver comprovante', en: 'View receipt' },
  showResult: { pt: 'Ver o resultado', en: 'View the result' },
  retry: { pt: 'Tentar de novo', en: 'Try again' },
  receivedBy: {
    pt: (shop: string, receiver: string) => `${shop}, recebido por ${receiver}`,
    en: (shop: string, receiver: string) => `${shop}, received by ${receiver}`,
  },
  itemCount: {
    pt: (count: number) => `${count} itens`,
    en: (count: number) => `${count} items`,
  },
  title: {
    pt: (what: string, amount: string, shop: string) => `${what} de ${amount} para ${shop}`,
    en: (what: string, amount: string, shop: string) => `${what} of ${amount} to ${shop}`,
  },
  payment: { pt: 'Pagamento', en: 'Payment' },
  days: { pt: 'dias', en: 'days' },

  payWithin: { pt: 'Pague em até', en: 'Pay within' },
  pixQr: { pt: 'QR Code do PIX', en: 'PIX QR code' },
  copyPix: { pt: 'Copiar código PIX', en: 'Copy PIX code' },
  pixStepApp: {
    pt: (): Html => html`Abra o aplicativo do seu banco e escolha <strong>PIX</strong>.`,
    en: (): Html => html`Open the app of your bank and choose <strong>PIX</strong>.`,
  },
  pixStepScan: {
    pt: 'Aponte a câmera para o QR Code ou cole o código copiado.',
    en: 'Point the camera at the QR code, or paste the copied code.',
  },
  pixStepConfirm: {
    pt: 'Confira os dados e confirme. Esta página avisa quando o pagamento chegar.',
    en: 'Check the details and confirm. This page shows when the payment has arrived.',
  },
  checkAtBank: {
    pt: 'Confira os dados no aplicativo do seu banco antes de confirmar.',
    en: 'Check the details in the app of your bank before you confirm.',
  },
  codeNames: {
    pt: (name: string): Html => html`O código PIX está em nome de <strong>${name}</strong>.
Confira os dados no seu banco antes de confirmar.`,
    en: (name: string): Html => html`The PIX code is in the name of <strong>${name}</strong>.
Check the details at your bank before you confirm.`,
  },
  bankShows: {
    pt: (name: string): Html =>
      html`Seu banco vai mostrar <strong>${name}</strong> como quem recebe.`,
    en: (name: string): Html => html`Your bank will show <strong>${name}</strong> as the receiver.`,
  },
  bankShowsForShop: {
    pt: (name: string, shop: string): Html =>
      html`Seu banco vai mostrar <strong>${name}</strong> como quem recebe o pagamento feito a ${
        shop
      }.`,
    en: (name: string, shop: string): Html =>
      html`Your bank will show <strong>${name}</strong> as the receiver of the payment to ${shop}.`,
  },

  dueOn: {
    pt: (date: string): Html => html`Vence em <strong>${date}</strong>`,
    en: (date: string): Html => html`Due on <strong>${date}</strong>`,
  },
  payableUntil: {
    pt: (date: string) => `Pode ser pago até ${date}, sem multa nem juros.`,
    en: (date: string) => `It can be paid until ${date}, without a fine or interest.`,
  },
  payableLate: {
    pt: (date: string) => `Pode ser pago até ${date}.`,
    en: (date: string) => `It can be paid until ${date}.`,
  },
  originalAmount: { pt: 'Valor original', en: 'Original amount' },
  fine: { pt: 'Multa', en: 'Fine' },
  interest: { pt: 'Juros', en: 'Interest' },
  discount: { pt: 'Desconto', en: 'Discount' },
  rebate: { pt: 'Abatimento', en: 'Rebate' },
  bankShowsBeneficiary: {
    pt: (party: string): Html =>
      html`Seu banco vai mostrar <strong>${party}</strong> como beneficiário.`,
    en: (party: string): Html =>
      html`Your bank will show <strong>${party}</strong> as the beneficiary.`,
  },
  bankShowsBeneficiaryForShop: {
    pt: (party: string, shop: string): Html =>
      html`Seu banco vai mostrar <strong>${party}</strong> como beneficiário do boleto de ${shop}.`,
    en: (party: string, shop: string): Html =>
      html`Your bank will show <strong>${party}</strong> as the beneficiary of the boleto of ${
        shop
      }.`,
  },
  dueDate: { pt: 'Vencimento', en: 'Due date' },
  ourNumber: { pt: 'Nosso número', en: 'Nosso número (bank reference)' },
  beneficiary: { pt: 'Beneficiário', en: 'Beneficiary' },
  payWithPix: { pt: 'Pague com PIX', en: 'Pay with PIX' },
  pixSettlesBoleto: {
    pt: 'Cai na hora e quita este boleto.',
    en: 'It arrives at once and pays this boleto.',
  },
  boletoPixQr: { pt: 'QR Code do PIX deste boleto', en: 'PIX QR code of this boleto' },
  payWithBarcode: { pt: 'Pague com o código de barras', en: 'Pay with the barcode' },
  orPayWithBarcode: {
    pt: 'Ou pague com o código de barras',
    en: 'Or pay with the barcode',
  },
  barcodeHint: {
    pt: 'Digite ou cole no aplicativo do banco. O pagamento leva até um dia útil para ser confirmado.',
    en: 'Type or paste it in the app of your bank. The payment takes up to one business day to be confirmed.',
  },
  copyLine: { pt: 'Copiar linha digitável', en: 'Copy the boleto number' },
  paperLabel: { pt: 'Boleto para imprimir', en: 'Boleto to print, in Portuguese' },

  installments: { pt: 'Parcelas', en: 'Installments' },
  inOnePart: { pt: 'À vista', en: 'One payment' },
  inParts: {
    pt: (count: number) => `${count} vezes`,
    en: (count: number) => `${count} installments`,
  },
  card: { pt: 'Cartão', en: 'Card' },
  cardEnding: {
    pt: (brand: string, lastFour: string) => `${brand} final ${lastFour}`,
    en: (brand: string, lastFour: string) => `${brand} ending in ${lastFour}`,
  },

  receiptPix: { pt: 'Comprovante de pagamento PIX', en: 'Receipt of a PIX payment' },
  receiptBoleto: { pt: 'Comprovante de pagamento de boleto', en: 'Receipt of a boleto payment' },
  receiptCard: { pt: 'Comprovante de pagamento com cartão', en: 'Receipt of a card payment' },
  atBrasilia: {
    pt: (at: string) => `${at}, horário de Brasília`,
    en: (at: string) => `${at}, Brasília time`,
  },
  receiver: { pt: 'Quem recebeu', en: 'Receiver' },
  shop: { pt: 'Loja', en: 'Shop' },
  document: { pt: 'Documento', en: 'Document' },
  ofShop: {
    pt: (document: string) => `${document} da loja`,
    en: (document: string) => `${document} of the shop`,
  },
  registeredName: { pt: 'Nome de registro', en: 'Registered name' },
  collectedBy: { pt: 'Recebido por', en: 'Received by' },
  ofReceiver: {
    pt: (document: string) => `${document} de quem recebeu`,
    en: (document: string) => `${document} of the receiver`,
  },
  payer: { pt: 'Quem pagou', en: 'Payer' },
  ofPayer: {
    pt: (document: string) => `${document} de quem pagou`,
    en: (document: string) => `${document} of the payer`,
  },
  description: { pt: 'Descrição', en: 'Description' },
  authorization: { pt: 'Autorização', en: 'Authorization' },
  endToEndId: { pt: 'ID da transação PIX', en: 'PIX transaction ID' },

  notFound: { pt: 'Pagamento não encontrado', en: 'Payment not found' },
  notFoundText: {
    pt: 'Confira se o link está completo ou peça um novo à loja. Nada foi cobrado por esta página.',
    en: 'Check that the link is complete, or ask the shop for a new one. This page charged nothing.',
  },
  unavailable: {
    pt: 'Não foi possível abrir esta página agora',
    en: 'This page could not be opened now',
  },
  unavailableText: {
    pt: 'Nada foi cobrado por esta página. Aguarde um instante e tente de novo.',
    en: 'This page charged nothing. Wait a moment and try again.',
  },
  inDoubt: {
    pt: 'Ainda não sabemos se o pagamento foi feito',
    en: 'We do not know yet whether the payment was made',
  },
  inDoubtText: {
    pt: 'Não comece outro pagamento. Recarregue esta página para ver o resultado: recarregar nunca cobra duas vezes.',
    en: 'Do not start another payment. Reload this page to see the result: a reload never charges twice.',
  },
  inDoubtLaterText: {
    pt: 'Não comece outro pagamento. Espere um minuto e recarregue esta página: ela envia o mesmo formulário de novo, e isso nunca cobra duas vezes.',
    en: 'Do not start another payment. Wait a minute and reload this page: it sends the same form again, which never charges twice.',
  },
})
