import type { ChildProcess } from 'node:child_process'

/** Kills a server when this process ends before it has closed it, as after an unhandled error. */
export function endWithProcess<Child extends ChildProcess>(child: Child): Child {
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}
