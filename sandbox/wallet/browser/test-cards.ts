import type { SheetCard } from './session/cards.ts'

/**
 * The cards of the sandbox's wallet. The last digit of the device's number decides the acquirer's
 * response.
 */
export const testCards: readonly SheetCard[] = [
  {
    name: 'Banco Aurora',
    outcome: 'A compra é aprovada',
    network: 'visa',
    type: 'credit',
    lastDigits: '4021',
    dpan: '4895370012001084',
  },
  {
    name: 'Banco Serra',
    outcome: 'A compra é aprovada',
    network: 'masterCard',
    type: 'credit',
    lastDigits: '7130',
    dpan: '5204240012001041',
  },
  {
    name: 'Banco Litoral',
    outcome: 'O banco recusa a compra',
    network: 'visa',
    type: 'credit',
    lastDigits: '0052',
    dpan: '4895370012001092',
  },
  {
    name: 'Banco Cerrado',
    outcome: 'A compra fica em análise',
    network: 'masterCard',
    type: 'credit',
    lastDigits: '8606',
    dpan: '5204240012001066',
  },
]
