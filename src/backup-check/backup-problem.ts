import type { Sentence } from '../primitives/config-error.ts'

/** Why a check of a backup ended before its end. */
export class BackupProblem extends Error {
  readonly sentence: Sentence

  constructor(sentence: Sentence) {
    super(sentence.en)
    this.sentence = sentence
  }
}
