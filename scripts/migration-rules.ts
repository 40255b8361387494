import { contractLine } from '../src/db/migrate.ts'

/**
 * Statements that take something away which the version before may still use. During a rolling
 * restart its processes run on the schema of the next version.
 */
const contracting: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['drops a table', /\bdrop\s+table\b/],
  ['drops a column', /\bdrop\s+column\b/],
  ['drops a function, type or schema', /\bdrop\s+(?:function|type|schema|view|sequence)\b/],
  ['renames', /\brename\s+(?:to|column|constraint)\b/],
  ['changes the type of a column', /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/],
  ['forbids null', /\balter\s+column\s+\S+\s+set\s+not\s+null\b/],
  ['takes a default away', /\balter\s+column\s+\S+\s+drop\s+default\b/],
  ['adds a check that old rows are held to', /\badd\s+(?:constraint\s+\S+\s+)?check\b/],
  ['takes rights away', /\brevoke\b(?![^;]*\bfrom\s+public\b)/],
]

/**
 * What a migration may not do in one step: expand first, contract in a later version
 * (CONTRIBUTING.md). Empty: it may run beside processes of the version before.
 */
export function contractingStatements(text: string): readonly string[] {
  if (contractLine.test(text)) return []
  const sql = text.replaceAll(/--[^\n]*/g, '').toLowerCase()
  const found = contracting.flatMap(([what, pattern]) => (pattern.test(sql) ? [what] : []))
  const addsRequired = sql
    .split(/[;,]/)
    .some((part) => /\badd\s+column\b[^;]*\bnot\s+null\b/.test(part) && !/\bdefault\b/.test(part))
  return addsRequired ? [...found, 'adds a required column without a default'] : found
}
