import type { OperatorOverviewWire } from '../../../contract/operator-overview.ts'
import { useFormat } from '../../text/format.ts'

/** Writes a count that may have stopped early: 1.000+. */
export function useCount(): (count: OperatorOverviewWire['approvals']) => string {
  const { number } = useFormat()
  return ({ count, isMore }) => `${number(count)}${isMore ? '+' : ''}`
}
