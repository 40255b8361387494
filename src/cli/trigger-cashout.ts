import { setTimeout as wait } from 'node:timers/promises'
import { CommandFailure } from './command-failure.ts'
import { expect200, paid, type Stage } from './trigger-shop.ts'

/** Creates a cashout and waits until it has this status and `back` cents have been returned. */
export async function withdrawal(
  stage: Stage,
  amount: number,
  status: string,
  back = 0,
): Promise<string> {
  await paid(stage) // The account needs a balance.
  const { client, order } = stage
  const request = { amount, pixKey: 'ana@exemplo.com.br', confirmDuplicate: true, ...order }
  const { id } = expect200(await client.call('POST', '/api/user/cashout', request), 'o saque') as {
    id: string
  }
  for (let tries = 0; tries < 300; tries += 1) {
    const found = expect200(await client.call('GET', `/api/user/cashout/${id}`), 'a consulta')
    const cashout = found as { status: string; refundedAmount: number }
    if (cashout.status === status && cashout.refundedAmount >= back) return id
    await wait(100)
  }
  throw new CommandFailure(
    'notice-not-arrived',
    `o saque ${id} ainda não está em ${status}: o aviso do banco ainda não chegou`,
  )
}
