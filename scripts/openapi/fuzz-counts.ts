import { routes } from '../../src/http/routes.ts'

/** Responses, by `METHOD path status`. ` unreached` follows where the handler was not reached. */
export type Counts = Readonly<Record<string, number>>

/** What one run found. */
export interface FuzzResult {
  /** Responses that were checked. */
  readonly cases: number
  /** No check failed. */
  readonly isClean: boolean
  readonly operations: readonly OperationCount[]
}

export interface OperationCount {
  /** `GET /api/user/transactions`. */
  readonly name: string
  readonly responses: number
  /** By the first digit of the status. */
  readonly byClass: Readonly<Record<string, number>>
  /** The responses that the handler decided about, not a check of credentials or limits. */
  readonly reached: number
}

/** The counts of every route, also of those that got no request. Pure. */
export function countedIn(...counts: readonly Counts[]): Omit<FuzzResult, 'isClean'> {
  const all = counts.flatMap((each) => Object.entries(each))
  const operations = routes.map(({ method, path }) => {
    const name = `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
    const own = all.filter(([key]) => key.startsWith(`${name} `))
    return { name, ...sumOf(own.map(([key, count]) => [key.slice(name.length + 1), count])) }
  })
  return { cases: all.reduce((sum, [, count]) => sum + count, 0), operations }
}

function sumOf(rows: readonly (readonly [string, number])[]): Omit<OperationCount, 'name'> {
  const byClass: Record<string, number> = {}
  let [responses, reached] = [0, 0]
  for (const [status, count] of rows) {
    const first = `${status[0]}xx`
    byClass[first] = (byClass[first] ?? 0) + count
    responses += count
    if (!status.endsWith(' unreached')) reached += count
  }
  return { responses, byClass, reached }
}
