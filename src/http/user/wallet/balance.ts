import { Balance } from '../../../../contract/balance.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { BalanceQuery } from '../../../../contract/wallet.ts'
import { balanceAt, balanceOf } from '../../../ledger/ledger-store.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { readBalanceQuery } from './read-wallet-query.ts'

export const getBalance = accountEndpoint({
  summary: 'Consultar o saldo',
  description:
    'Serve também para conferir a conexão e a chave. Com `at`, o saldo de qualquer instante.',
  query: BalanceQuery,
  answer: envelopeOf(Balance),
  rejections: ['validation-failed'],
  async handle({ app }, { holder, query }) {
    const at = readBalanceQuery(query, app.clock.now())
    const { id } = holder.account
    const { available, pending, blocked, debt } = await (at
      ? balanceAt(app, id, at)
      : balanceOf(app, id))
    return {
      message: { pt: 'Saldo em centavos.', en: 'Balance in cents.' },
      data: {
        balance: available,
        available,
        pending,
        withheldBalance: blocked,
        blocked,
        debt,
      } satisfies Balance,
    }
  },
})
