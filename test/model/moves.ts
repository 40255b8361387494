import fc from 'fast-check'
import { claimMoves } from './claim-moves.ts'
import { correctionMoves } from './correction-moves.ts'
import { keyRefundMoves } from './key-refund-moves.ts'
import { lossMoves } from './loss-moves.ts'
import type { Move } from './move.ts'
import { payoutMoves } from './payout-moves.ts'
import { refundMoves } from './refund-moves.ts'
import { saleMoves } from './sale-moves.ts'
import { scheduleMoves } from './schedule-moves.ts'

/**
 * A new function that moves money needs a move in one of these lists and its effect on the
 * reference.
 */
export const moves: readonly Move<unknown>[] = [
  ...saleMoves,
  ...refundMoves,
  ...keyRefundMoves,
  ...payoutMoves,
  ...scheduleMoves,
  ...claimMoves,
  ...correctionMoves,
  ...lossMoves,
]

/** How long time passes: hours, days, over weekends and holidays, over months. */
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
