/**
 * The methods that an address supports, for the 405 of the others. Of the paths that fit, the one
 * with the fewest parameters is meant: `/people/invitations` is not the person `invitations`.
 */
export function methodTable(routes: readonly { readonly method: string; readonly path: string }[]) {
  const patterns = new Map<string, { pattern: RegExp; parameters: number; methods: string[] }>()
  for (const { method, path } of routes) {
    const parameters = path.split(':').length - 1
    const known = patterns.get(path) ?? { pattern: patternOf(path), parameters, methods: [] }
    known.methods.push(method, ...(method === 'GET' ? ['HEAD'] : []))
    patterns.set(path, known)
  }
  const all = [...patterns.values()]
  return (path: string): string[] => {
    const fitting = all.filter(({ pattern }) => pattern.test(path))
    const fewest = Math.min(...fitting.map(({ parameters }) => parameters))
    const meant = fitting.filter(({ parameters }) => parameters === fewest)
    return [...new Set(meant.flatMap(({ methods }) => methods))]
  }
}

/**
 * Methods of a path with parameters that would also be found at a path without one: `PATCH
 * /people/invitations` is no request about a person. Each of them is a 405.
 */
export function shadowedMethods<Row extends { readonly method: string; readonly path: string }>(
  routes: readonly Row[],
): readonly Row[] {
  const literal = routes.filter(({ path }) => !path.includes(':'))
  const known = new Set(routes.map(({ method, path }) => `${method} ${path}`))
  const shadowed = new Map<string, Row>()
  for (const row of routes.filter(({ path }) => path.includes(':'))) {
    const pattern = patternOf(row.path)
    for (const { path } of literal) {
      const name = `${row.method} ${path}`
      if (pattern.test(path) && !known.has(name)) shadowed.set(name, { ...row, path })
    }
  }
  return [...shadowed.values()]
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]{1,100}')}/?$`)
