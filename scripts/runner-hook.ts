import asyncHooks, { type AsyncHook } from 'node:async_hooks'

// Node's test runner follows every promise with a hook, to know the suite in which a test is
// declared. Stories spend much of their time on this. `npm test` loads this module before the
// runner, so that the hook can be ended.
const { createHook } = asyncHooks
const hooks: AsyncHook[] = []

asyncHooks.createHook = (callbacks) => {
  const hook = createHook(callbacks)
  hooks.push(hook)
  return hook
}

/**
 * Ends the hook of the runner, once all tests are declared: a test that is declared later belongs
 * to no suite. A failure that no promise holds fails the process, and not the test of its cause.
 */
export function endRunnerHook(): void {
  for (const hook of hooks.splice(0)) hook.disable()
  asyncHooks.createHook = createHook
}
