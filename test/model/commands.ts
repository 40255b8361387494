import fc from 'fast-check'
import { claimCommands } from './claim-commands.ts'
import type { Command } from './command.ts'
import { correctionCommands } from './correction-commands.ts'
import { keyRefundCommands } from './key-refund-commands.ts'
import { lossCommands } from './loss-commands.ts'
import { payoutCommands } from './payout-commands.ts'
import { refundCommands } from './refund-commands.ts'
import { saleCommands } from './sale-commands.ts'
import { scheduleCommands } from './schedule-commands.ts'

/**
 * A new function that moves money needs a command in one of these lists, and its effect on the
 * reference.
 */
export const commands: readonly Command<unknown>[] = [
  ...saleCommands,
  ...refundCommands,
  ...keyRefundCommands,
  ...payoutCommands,
  ...scheduleCommands,
  ...claimCommands,
  ...correctionCommands,
  ...lossCommands,
]

/** The durations that time passes by: hours, days, weekends with holidays, months. */
export const durations = fc.constantFrom(
  'PT3H',
  'PT13H',
  'P1D',
  'P2D',
  'P3D',
  'P5D',
  'P17D',
  'P31D',
)
