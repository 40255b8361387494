import { isFields } from '../../request/normalize.ts'
import type { Issue } from '../../request/validation.ts'

/**
 * The problems of metadata (docs/design/rules.md#b2). It is returned exactly as sent, so a value
 * that would change is rejected.
 */
export function metadataIssues(metadata: unknown): Issue[] {
  const issues: Issue[] = []
  if (isFields(metadata)) {
    const entries = Object.entries(metadata)
    if (entries.length > maxKeys) issues.push({ field: 'metadata', problem: `too-many ${maxKeys}` })
    for (const [key, value] of entries.slice(0, maxKeys)) {
      const field = `metadata.${key.slice(0, maxKeyLength)}`
      if (key.length > maxKeyLength) issues.push({ field, problem: `too-long ${maxKeyLength}` })
      if (lengthOf(value) > maxValueLength)
        issues.push({ field, problem: `too-long ${maxValueLength}` })
    }
  }
  if (hasInexactNumber(metadata)) issues.push({ field: 'metadata', problem: 'inexact-number' })
  return issues
}

const maxKeys = 50
const maxKeyLength = 40
const maxValueLength = 500

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0)

/**
 * A whole number beyond 2^53, or beyond the range of a number, would be returned as another one.
 */
function hasInexactNumber(value: unknown): boolean {
  if (typeof value === 'number')
    return !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInexactNumber)
}
