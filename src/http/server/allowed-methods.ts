/** The methods that an address supports, for the 405 of the others. */
export function methodTable(routes: readonly { readonly method: string; readonly path: string }[]) {
  const patterns = new Map<string, { pattern: RegExp; methods: string[] }>()
  for (const { method, path } of routes) {
    const known = patterns.get(path) ?? { pattern: patternOf(path), methods: [] }
    known.methods.push(method, ...(method === 'GET' ? ['HEAD'] : []))
    patterns.set(path, known)
  }
  const all = [...patterns.values()]
  return (path: string): string[] => [
    ...new Set(all.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))),
  ]
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]{1,100}')}/?$`)
