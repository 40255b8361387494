import { defined } from '../../primitives/defined.ts'
import type { UnreadableRow } from '../ports/settlement-file.ts'

/** `problem`: a sentence for the operator that quotes nothing of the line. */
export const unreadable = (problem: string, reference?: string): UnreadableRow => ({
  kind: 'unreadable',
  problem,
  ...defined({ reference }),
})
