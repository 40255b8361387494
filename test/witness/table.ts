import type { Failure, Testimony, Witness } from './witness.ts'

const begins = '<!-- Written by `npm run witnesses`: -->'
const ends = '<!-- end -->'

/** One row of the table in docs/providers.md. */
export function rowOf({ witness, calls, passed, failures }: Testimony, version: string): string {
  const failed =
    failures.length === 0 ? '0' : [`${failures.length}:`, ...listed(failures)].join(' ')
  return `| ${[nameOf(witness), version, witness.subject, calls, passed, failed].join(' | ')} |`
}

/** The first cells of a row: whether it belongs to the witness in that version. */
export const rowBegins = (witness: Omit<Witness, 'run'>, version: string): string =>
  `| ${nameOf(witness)} | ${version} | ${witness.subject} |`

const nameOf = ({ name, registry }: Omit<Witness, 'run'>): string => `\`${name}\` (${registry})`

const listed = (failures: readonly Failure[]): string[] =>
  failures.map(({ title, side, reason, source }, index) => {
    const by = source === undefined ? side : `${side}; ${linkTo(source)}`
    return `${title}: ${reason} (${by})${index < failures.length - 1 ? ',' : ''}`
  })

const linkTo = (source: string): string =>
  source.startsWith('https://') ? `[proof](${source})` : source

const head = [
  '| witness | version | speaks or reads | calls | passed | failed |',
  '|---|---|---|---|---|---|',
]

export const tableOf = (rows: readonly string[]): string => [...head, ...rows].join('\n')

/** The rows of the page. */
export function readRows(page: string): string[] {
  const [, rest = ''] = page.split(begins)
  const [table = ''] = rest.split(ends)
  return table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
}

/** The page with these rows. */
export function withRows(page: string, rows: readonly string[]): string {
  const [before] = page.split(begins)
  const [, after] = page.split(ends)
  if (before === undefined || after === undefined) throw new Error('the page has no table')
  return `${before}${begins}\n\n${tableOf(rows)}\n\n${ends}${after}`
}
