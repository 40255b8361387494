import type { PlacelessRow } from '../ports/settlement-file.ts'

/** `problem`: a sentence for the operator that quotes nothing of the line. */
export const unreadable = (problem: string): PlacelessRow => ({ kind: 'unreadable', problem })
