import { parseArgs } from 'node:util'

export const usage = `npm run openapi-check -- [lint] [clients] [fuzz] [--cases 20000] [--seed 1]
  [--tools folder] [--routes] [--operation expression]

Checks the document of /openapi.json: Redocly's recommended rules, generated clients, and generated
requests against a sandbox gateway (Schemathesis). Without a name all three. It needs python3 and
java. --tools keeps the installed tools in a folder, for the next run. --routes prints a line for
each route. --operation sends requests to the routes that match a regular expression.`

const parts = ['lint', 'clients', 'fuzz'] as const

/** Undefined: the command was wrong. */
export function readArgs(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        cases: { type: 'string', default: '20000' },
        seed: { type: 'string', default: '1' },
        tools: { type: 'string' },
        operation: { type: 'string' },
        routes: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
    const { cases, seed, operation, ...others } = values
    const isKnown = positionals.every((name) => (parts as readonly string[]).includes(name))
    if (!isKnown || ![cases, seed].every((each) => /^[1-9]\d{0,8}$/.test(each))) return undefined
    return {
      ...others,
      cases: Number(cases),
      seed: Number(seed),
      more: operation === undefined ? [] : [`--include-path-regex=${operation}`],
      wants: (name: (typeof parts)[number]) =>
        positionals.length === 0 || positionals.includes(name),
    }
  } catch {
    return undefined
  }
}
