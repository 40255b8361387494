import fc from 'fast-check'
import { grantOf } from '../../src/accounts/grant.ts'
import { changeSchedule } from '../../src/cashout/change-schedule.ts'
import { cents } from '../../src/primitives/money.ts'
import { type Command, command, nothing } from './command.ts'
import { payoutOutcomes } from './fake-payer.ts'
import { newSchedule } from './reference-schedule.ts'
import type { Merchant } from './world.ts'

const plan = fc.record({
  weekday: fc.constantFrom(undefined, 1, 2, 3, 4, 5),
  hour: fc.integer({ min: 0, max: 23 }),
  minimum: fc.constantFrom(1, 50_00, 2_000_00),
  reserve: fc.constantFrom(0, 1, 300_00),
  outcome: fc.constantFrom(...payoutOutcomes),
})

export const scheduleCommands: readonly Command<unknown>[] = [
  command(
    'withdrawals by themselves from now on',
    2,
    plan,
    async (merchant, { weekday, hour, outcome, ...amounts }) => {
      const { app, account, outside, reference } = merchant
      keys += 1
      const pixKey = `saque-${keys}@exemplo.com.br`
      outside.payer.outcomes.set(pixKey, outcome)
      reference.payoutOutcomes.set(pixKey, outcome)
      // Time passes in whole hours: no withdrawal is due within the moment it takes to request it.
      const minute = hour * 60 + 30
      reference.schedule = newSchedule(
        reference,
        { minute, pixKey, ...amounts, ...(weekday !== undefined && { weekday }) },
        app.clock.now(),
      )
      await changeSchedule(app, account, {
        enabled: true,
        frequency: weekday === undefined ? 'DAILY' : 'WEEKLY',
        ...(weekday !== undefined && { weekday }),
        time: `${String(hour).padStart(2, '0')}:30`,
        minimumAmount: cents(amounts.minimum),
        reserve: cents(amounts.reserve),
        pixKey,
        grant: grantOf('secret'),
      })
    },
  ),

  command('no withdrawals by themselves any more', 1, nothing, endWithdrawals),
]

export async function endWithdrawals({ app, account, reference }: Merchant): Promise<void> {
  delete reference.schedule
  await changeSchedule(app, account, { enabled: false, grant: grantOf('secret') })
}

let keys = 0
