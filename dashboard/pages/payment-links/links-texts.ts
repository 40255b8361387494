import type { UnusableReason } from '../../../contract/payment-link.ts'
import { texts } from '../../text/text.ts'

export const linkTexts = texts({
  title: { pt: 'Links de pagamento', en: 'Payment links' },
  lead: {
    pt: 'Venda sem loja e sem programar: mande o endereço, ou mostre o QR no balcão.',
    en: 'Sell without a shop and without code: send the address, or show the QR at the counter.',
  },
  newLink: { pt: 'Novo link', en: 'New link' },
  emptyTitle: { pt: 'Nenhum link ainda', en: 'No links yet' },
  emptyText: {
    pt: 'Um link é uma página sua, com título e preço. Quem o abre paga por PIX, cartão ou boleto, e a venda aparece aqui.',
    en: 'A link is a page of yours, with a title and a price. A person who opens it pays by PIX, card or boleto, and the sale appears here.',
  },
  searchHint: { pt: 'Parte do título', en: 'Part of the title' },
  name: { pt: 'Título', en: 'Title' },
  status: { pt: 'Situação', en: 'Status' },
  price: { pt: 'Preço', en: 'Price' },
  paid: { pt: 'Pagos', en: 'Paid' },
  received: { pt: 'Recebido', en: 'Received' },
  created: { pt: 'Criado em', en: 'Created' },
  range: {
    pt: (min: string, max: string) => `de ${min} a ${max}`,
    en: (min: string, max: string) => `${min} to ${max}`,
  },
  each: { pt: (amount: string) => `${amount} cada`, en: (amount: string) => `${amount} each` },
  paidOf: {
    pt: (paid: string, most: string) => `${paid} de ${most}`,
    en: (paid: string, most: string) => `${paid} of ${most}`,
  },
  usable: { pt: 'Aberto', en: 'Open' },

  edit: { pt: 'Editar', en: 'Edit' },
  editTitle: { pt: 'Editar o link', en: 'Edit the link' },
  end: { pt: 'Encerrar', en: 'End' },
  endTitle: { pt: 'Encerrar o link', en: 'End the link' },
  endText: {
    pt: 'A página passa a dizer que o link não está disponível. Quem já tem um código PIX ou um boleto ainda pode pagar. Você pode reabrir quando quiser.',
    en: 'The page then says that the link is not available. A payer who already has a PIX code or a boleto can still pay it. You can open the link again at any time.',
  },
  ended: { pt: 'Link encerrado.', en: 'Link ended.' },
  reopen: { pt: 'Reabrir', en: 'Open again' },
  reopened: { pt: 'Link aberto de novo.', en: 'Link opened again.' },
  open: { pt: 'Abrir a página', en: 'Open the page' },
  address: { pt: 'Endereço para o pagador', en: 'Address for the payer' },
  qr: { pt: 'QR para o balcão', en: 'QR for the counter' },
  qrOf: {
    pt: (title: string) => `QR code de ${title}`,
    en: (title: string) => `QR code of ${title}`,
  },
  scan: {
    pt: 'Aponte a câmera do celular e pague',
    en: 'Point the camera of your phone and pay',
  },
  print: { pt: 'Imprimir', en: 'Print' },
  uses: {
    pt: (paid: string, open: string) => `${paid}, ${open}`,
    en: (paid: string, open: string) => `${paid}, ${open}`,
  },
  paidUses: {
    pt: (count: number) => (count === 1 ? '1 pagamento' : `${count} pagamentos`),
    en: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
  },
  openUses: {
    pt: (count: number) => (count === 1 ? '1 à espera' : `${count} à espera`),
    en: (count: number) => (count === 1 ? '1 waiting' : `${count} waiting`),
  },
  usesLeft: {
    pt: (left: string, most: string) =>
      `${left === '1' ? 'Resta' : 'Restam'} ${left} de ${most} ${most === '1' ? 'uso' : 'usos'}`,
    en: (left: string, most: string) =>
      `${left} of ${most} ${most === '1' ? 'use' : 'uses'} ${left === '1' ? 'is' : 'are'} left`,
  },
  offer: { pt: 'O que o link vende', en: 'What the link sells' },
  quantityRange: {
    pt: (min: string, max: string) => `o pagador escolhe, de ${min} a ${max}`,
    en: (min: string, max: string) => `the payer chooses, ${min} to ${max}`,
  },
  everyMethod: { pt: 'Tudo o que a conta oferece', en: 'All that the account offers' },
  upTo: { pt: (count: number) => `até ${count}x`, en: (count: number) => `up to ${count}` },
  ends: { pt: 'Vale até', en: 'Valid until' },
  mostUses: { pt: 'Limite de pagamentos', en: 'Limit of payments' },
  noLimit: { pt: 'Sem limite', en: 'No limit' },
  noEnd: { pt: 'Sem prazo', en: 'No end' },
  redirect: { pt: 'Depois de pagar', en: 'After the payment' },
  transactions: { pt: 'Vendas deste link', en: 'Sales of this link' },
  allTransactions: { pt: 'Ver todas', en: 'See all' },
  noTransactions: {
    pt: 'Ninguém pagou ainda. Abra a página e faça um pagamento de teste, ou mande o endereço.',
    en: 'No payments yet. Open the page and make a test payment, or send the address.',
  },
})

/** Why a link cannot be paid, as a state. */
export const unusableNames = texts({
  inactive: { pt: 'Encerrado', en: 'Ended' },
  expired: { pt: 'Expirado', en: 'Expired' },
  'used-up': { pt: 'Esgotado', en: 'Used up' },
} satisfies Record<UnusableReason, unknown>)

/** What to do about it. */
export const unusableTexts = texts({
  inactive: {
    pt: 'O pagador lê que o link não está disponível. Reabra para voltar a vender.',
    en: 'The payer reads that the link is not available. Open it again to sell.',
  },
  expired: {
    pt: 'O prazo passou. Edite o link e escolha outro dia, ou nenhum, para voltar a vender.',
    en: 'Its time is over. Edit the link and choose another day, or none, to sell again.',
  },
  'used-up': {
    pt: 'Todos os usos estão pagos ou à espera. Um que expira volta a valer; para vender mais, aumente o limite.',
    en: 'All uses are paid or waiting. One that expires is free again; to sell more, raise the limit.',
  },
} satisfies Record<UnusableReason, unknown>)
