import { hostname, userInfo } from 'node:os'
import type { Actor } from '../primitives/actor.ts'

/** The operating system knows the user and the host: no variable changes them. */
export function machineActor(readUser: () => { readonly username: string } = userInfo): Actor {
  const user = userName(readUser)
  return { kind: 'cli', id: user, name: `${user}@${hostname()}` }
}

/** A container may run as a number without a name: Node throws, and the number is the user. */
function userName(readUser: () => { readonly username: string }): string {
  try {
    return readUser().username
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'ERR_SYSTEM_ERROR') throw cause
    return String(process.getuid?.())
  }
}
