import { texts } from '../../text/text.ts'

export const brandTexts = texts({
  title: { pt: 'Marca do checkout', en: 'Brand of the checkout' },
  lead: {
    pt: 'Como os seus pagadores veem você nas páginas de links e checkouts.',
    en: 'How your payers see you on the pages of links and checkouts.',
  },
  name: { pt: 'Nome', en: 'Name' },
  nameHint: {
    pt: (name: string) => `Vazio: o nome da conta, ${name}.`,
    en: (name: string) => `Empty: the name of the account, ${name}.`,
  },
  color: { pt: 'Cor dos botões', en: 'Color of the buttons' },
  colorHint: {
    pt: 'O texto sobre ela fica branco ou preto, o que se lê melhor.',
    en: 'The text on it is white or black, whichever reads better.',
  },
  badColor: { pt: 'Escreva a cor como #0b6e4f.', en: 'Write the color as #0b6e4f.' },
  logo: { pt: 'Logotipo', en: 'Logo' },
  logoHint: {
    pt: (kilobytes: number) => `PNG, JPEG ou WebP de até ${kilobytes} KiB.`,
    en: (kilobytes: number) => `PNG, JPEG or WebP of at most ${kilobytes} KiB.`,
  },
  choose: { pt: 'Escolher imagem', en: 'Choose a picture' },
  replace: { pt: 'Trocar imagem', en: 'Replace the picture' },
  remove: { pt: 'Tirar', en: 'Remove' },
  tooLarge: {
    pt: (kilobytes: number) => `A imagem passa de ${kilobytes} KiB. Reduza e escolha de novo.`,
    en: (kilobytes: number) => `The picture is larger than ${kilobytes} KiB. Reduce it first.`,
  },
  notPicture: {
    pt: 'Este arquivo não é PNG, JPEG nem WebP.',
    en: 'This file is not PNG, JPEG or WebP.',
  },
  save: { pt: 'Salvar a marca', en: 'Save the brand' },
  saved: { pt: 'Marca salva. As páginas já a mostram.', en: 'Brand saved. The pages show it now.' },
  readOnly: {
    pt: 'O seu papel deixa ver a marca, e não mudar.',
    en: 'Your role lets you see the brand, not change it.',
  },
  preview: { pt: 'Como fica', en: 'How it looks' },
  light: { pt: 'Claro', en: 'Light' },
  dark: { pt: 'Escuro', en: 'Dark' },
  scheme: { pt: 'Tema da página', en: 'Theme of the page' },
  sampleOf: {
    pt: (name: string) => `Exemplo da página de pagamento de ${name}`,
    en: (name: string) => `Example of the payment page of ${name}`,
  },
  sampleTitle: { pt: 'Curso de cerâmica', en: 'Pottery course' },
  sampleMethod: { pt: 'Como você quer pagar?', en: 'How do you want to pay?' },
  samplePix: { pt: 'Confirmação na hora', en: 'Confirmed at once' },
  sampleCard: { pt: 'Cartão', en: 'Card' },
  sampleInstallments: { pt: 'Em até 12 vezes', en: 'Up to 12 installments' },
  samplePay: { pt: 'Gerar código PIX', en: 'Create PIX code' },
})
