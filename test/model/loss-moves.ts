import fc from 'fast-check'
import { type Move, move } from './move.ts'
import { losable } from './outside-losses.ts'

export const lossMoves: readonly Move<unknown>[] = [
  move(
    'the next answer about money that goes is lost',
    3,
    fc.constantFrom(...losable),
    async ({ outside }, operation) => {
      outside.losses.next(operation)
    },
  ),
]
