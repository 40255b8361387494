import { Balance } from '../../../contract/balance.ts'
import { envelopeOf } from '../../../contract/envelope.ts'
import { balanceOf } from '../../ledger/ledger-store.ts'
import type { AskedByAccount, Endpoint } from '../endpoint.ts'

export const getBalance: Endpoint<AskedByAccount> = {
  summary: 'Consultar o saldo',
  description: 'Serve também para conferir a conexão e a chave.',
  answer: envelopeOf(Balance),
  async handle({ app }, { holder }) {
    const { available, pending, blocked } = await balanceOf(app, holder.account.id)
    return {
      message: { pt: 'Saldo em centavos.', en: 'Balance in cents.' },
      data: { balance: available, available, pending, withheldBalance: blocked, blocked } satisfies Balance,
    }
  },
}
