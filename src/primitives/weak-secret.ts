/**
 * Whether a secret was not drawn at random: a sample, the alphabet or another row of keys, or one
 * piece repeated.
 */
export function isWeakSecret(secret: string): boolean {
  if (/sample|example|change.?me|secret|password|(?<![a-z0-9])test(?![a-z0-9])/i.test(secret))
    return true
  if (new Set(secret).size < 10) return true
  return (
    repeatsItself(secret) ||
    shareOf(steps(secret), isEven) > 0.4 ||
    shareOf(pairs(secret), isNeighbor) > 0.5
  )
}

/** A piece of eight characters that occurs twice. */
function repeatsItself(secret: string): boolean {
  for (let start = 0; start + 8 <= secret.length; start += 1) {
    if (secret.includes(secret.slice(start, start + 8), start + 1)) return true
  }
  return false
}

/** From each letter to the next, twice in a row. */
const steps = (text: string): [number, number][] =>
  Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => [
    text.charCodeAt(at + 1) - text.charCodeAt(at),
    text.charCodeAt(at + 2) - text.charCodeAt(at + 1),
  ])

/** `abc`, `aceg`, `9876`. */
const isEven = ([first, second]: [number, number]): boolean => first === second

const pairs = (text: string): [string, string][] =>
  Array.from({ length: text.length - 1 }, (_, at) => [
    text.charAt(at).toLowerCase(),
    text.charAt(at + 1).toLowerCase(),
  ])

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

const isNeighbor = ([one, other]: [string, string]): boolean =>
  rows.some((row) => row.includes(one + other) || row.includes(other + one))

const shareOf = <Item>(items: readonly Item[], has: (item: Item) => boolean): number =>
  items.length === 0 ? 0 : items.filter(has).length / items.length

/**
 * Whether other users than that of this process may read a file of secrets. Only its owner may. A
 * file of root may also be read by a group, because orchestrators mount secrets in this way for a
 * process that is not root: the group is then the only access of the process.
 */
export function isSecretFileOpen(
  { mode, uid }: { readonly mode: number; readonly uid: number },
  processUid?: number,
) {
  const isMounted = uid === 0 && processUid !== 0
  return (mode & (isMounted ? 0o037 : 0o077)) !== 0
}
