import fc from 'fast-check'
import { type Command, command } from './command.ts'
import { losable } from './fake-losses.ts'

const which = fc.record({
  operation: fc.constantFrom(...losable),
  times: fc.integer({ min: 1, max: 4 }),
})

export const lossCommands: readonly Command<unknown>[] = [
  command(
    'the next responses about outgoing money are lost',
    5,
    which,
    async ({ outside }, { operation, times }) => {
      outside.losses.next(operation, times)
    },
  ),
]
