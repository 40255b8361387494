/** What is wrong with a new password. */
export type PasswordProblem = 'too-short' | 'too-long' | 'leaked' | 'too-weak'

export const shortestPassword = 12
export const longestPassword = 128

/**
 * The first problem of a new password (docs/design/rules.md#k4). `own` are texts that an attacker
 * tries first: the name and the address of the person.
 */
export async function passwordProblem(
  password: string,
  own: readonly string[],
): Promise<PasswordProblem | undefined> {
  const length = [...password.normalize('NFC')].length
  if (length < shortestPassword) return 'too-short'
  if (length > longestPassword) return 'too-long'
  estimator ??= openEstimator()
  const { check, leaked } = await estimator
  if (leaked.has(password.toLowerCase())) return 'leaked'
  return check(without(password, own)).score < leastScore ? 'too-weak' : undefined
}

/** zxcvbn's scale is 0 to 4. 3 resists an attack on a slow hash that was stolen. */
const leastScore = 3

/** The password without texts that add nothing, because an attacker knows them. */
function without(password: string, own: readonly string[]): string {
  const parts = [...own, 'guiche', 'guichê']
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
    .map((text) => text.toLowerCase())
    .filter(({ length }) => length >= 3)
    .sort((a, b) => b.length - a.length)
  return parts.reduce((left, part) => left.replaceAll(part, ''), password.toLowerCase())
}

let estimator: ReturnType<typeof openEstimator> | undefined

/** The dictionaries take a tenth of a second to load, so only a process that needs them does. */
async function openEstimator() {
  const [{ ZxcvbnFactory }, common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ])
  const dictionary = { ...common.dictionary, ...portuguese.dictionary }
  const factory = new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs })
  return {
    leaked: new Set(Object.values(common.dictionary).flat().map(String)),
    check: (password: string) => factory.check(password),
  }
}
