import asyncHooks, { type AsyncHook } from 'node:async_hooks'

// Node's test runner follows every promise with a hook, to know the suite in which a test is
// declared. Stories spend much of their time on this. `npm test` loads this module before the
// runner, so that the hook can be ended.
const { createHook } = asyncHooks
let runnerHook: AsyncHook | undefined

asyncHooks.createHook = (callbacks) => {
  asyncHooks.createHook = createHook
  runnerHook = createHook(callbacks)
  return runnerHook
}

/**
 * Ends the hook of the runner, once all tests are declared: a test that is declared later belongs
 * to no suite. A failure that no promise holds fails the process, and not the test of its cause.
 */
export function endRunnerHook(): void {
  runnerHook?.disable()
}
