import { texts } from '../text/text.ts'

export const permissionTexts = texts({
  onlyReading: { pt: 'Só leitura', en: 'Read only' },
  selling: { pt: 'Cobrar', en: 'Charge' },
  clear: { pt: 'Limpar', en: 'Clear' },
  money: { pt: 'Movimenta dinheiro', en: 'Moves money' },
  notYours: { pt: 'Você não tem esta permissão.', en: 'You do not have this permission.' },
})

/** The areas in which permissions are grouped. */
export const areaNames = texts({
  transactions: { pt: 'Transações', en: 'Transactions' },
  wallet: { pt: 'Saldo e extrato', en: 'Balance and statement' },
  disputes: { pt: 'Disputas', en: 'Disputes' },
  cashouts: { pt: 'Saques', en: 'Cashouts' },
  domains: { pt: 'Device Pay', en: 'Device Pay' },
  events: { pt: 'Eventos', en: 'Events' },
  webhooks: { pt: 'Webhooks', en: 'Webhooks' },
  team: { pt: 'Equipe e controle', en: 'Team and control' },
  account: { pt: 'A conta', en: 'The account' },
})
