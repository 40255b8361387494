import { getPriority, setPriority } from 'node:os'

/**
 * Lets a process, and those that it starts from now on, have a processor before this one and its
 * children. Does nothing where the operating system does not permit it.
 */
export function putFirst(pid: number): void {
  try {
    setPriority(pid, Math.max(getPriority() - 10, -20))
  } catch {
    // A user without that right, or a process that has ended.
  }
}
