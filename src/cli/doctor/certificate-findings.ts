import { dayMs } from '../../primitives/durations.ts'
import { type Finding, finding } from './finding.ts'

const monthMs = 30 * dayMs

/** What is wrong with the certificate with which we call a provider. `endsAt`: of the first one. */
export function certificateFindings({
  id,
  name,
  endsAt,
  now,
}: {
  readonly id: string
  readonly name: string
  readonly endsAt: Date | undefined
  readonly now: Date
}): Finding[] {
  if (!endsAt) return []
  const leftMs = endsAt.getTime() - now.getTime()
  if (leftMs <= 0) return [finding('certificate-expired', { name, id, at: endsAt })]
  return leftMs < monthMs ? [finding('certificate-ending', { name, id, at: endsAt })] : []
}

/** The messages of an error and of its causes. They hold nothing of a request or a response. */
export function reasonOf(cause: unknown): string {
  const messages: string[] = []
  for (let each = cause; each instanceof Error; each = each.cause) messages.push(each.message)
  return messages.join(': ') || 'sem motivo'
}
