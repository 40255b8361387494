import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recording } from '../../src/providers/recording/recording.ts'

/** The recordings of a folder, and why files of it are no evidence about a provider. */
export function evidenceIn(folder: string): {
  readonly recordings: readonly Recording[]
  readonly refused: readonly string[]
} {
  const files = globSync('*.json', { cwd: folder }).map((file) => ({
    file,
    recording: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recording,
  }))
  const isEvidence = ({ recording }: (typeof files)[number]) =>
    recording.source?.environment === 'provider'
  return {
    recordings: files.filter(isEvidence).map(({ recording }) => recording),
    refused: files
      .filter((each) => !isEvidence(each))
      .map(({ file, recording }) => `${file}: of the ${recording.source?.environment}`),
  }
}
