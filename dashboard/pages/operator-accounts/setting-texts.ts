import { settingGroupNames, settingNames } from '../../../contract/account-settings.ts'
import { texts } from '../../text/text.ts'

/** The settings of an account and their choices, by the names that the API has for them. */
export const settingTexts = texts(settingNames)

export const groupTexts = texts(settingGroupNames)

/** Parts of values and of their fields. */
export const valueTexts = texts({
  optional: { pt: 'opcional', en: 'optional' },
  on: { pt: 'Ligado', en: 'On' },
  off: { pt: 'Desligado', en: 'Off' },
  notSet: { pt: 'Não definido', en: 'Not set' },
  noProvider: { pt: 'Nenhum', en: 'None' },
  noApproval: { pt: 'Nenhum saque espera', en: 'No cashout waits' },
  fixed: { pt: 'Fixo', en: 'Fixed' },
  share: { pt: 'Porcentagem', en: 'Percentage' },
  upTo: { pt: 'Até parcelas', en: 'Up to installments' },
  range: {
    pt: (upTo: number, price: string) => `até ${upTo}x: ${price}`,
    en: (upTo: number, price: string) => `up to ${upTo}: ${price}`,
  },
  addRange: { pt: 'Adicionar faixa', en: 'Add a range' },
  removeRange: { pt: 'Remover faixa', en: 'Remove the range' },
  approvalNeeded: {
    pt: 'Saques altos esperam aprovação',
    en: 'Large cashouts wait for approval',
  },
  above: { pt: 'Acima de', en: 'Above' },
  by: { pt: 'Quem aprova', en: 'Approved by' },
  person: { pt: 'Uma pessoa', en: 'A person' },
  callback: { pt: 'Um programa do lojista', en: 'A program of the merchant' },
  url: { pt: 'Endereço do programa', en: 'Address of the program' },
  approvalText: {
    pt: (amount: string, by: string) => `acima de ${amount}: ${by}`,
    en: (amount: string, by: string) => `above ${amount}: ${by}`,
  },
})
