import fc from 'fast-check'
import { losable } from './fake-losses.ts'
import { type Move, move } from './move.ts'

const which = fc.record({
  operation: fc.constantFrom(...losable),
  times: fc.integer({ min: 1, max: 4 }),
})

export const lossMoves: readonly Move<unknown>[] = [
  move(
    'the next answers about money that goes are lost',
    5,
    which,
    async ({ outside }, { operation, times }) => {
      outside.losses.next(operation, times)
    },
  ),
]
