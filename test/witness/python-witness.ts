import { join } from 'node:path'
import { run } from '../../scripts/openapi/tools.ts'
import type { Stage } from './stage.ts'
import type { Calls, Witness } from './witness.ts'

/** A library of PyPI: a script of `python/` calls it, and reports each call (`calls.py`). */
export interface PythonWitness extends Omit<Witness, 'run'> {
  readonly registry: 'PyPI'
  readonly script: string
  /** Variables of the script: addresses and credentials of simulators. */
  readonly env: (stage: Stage) => Readonly<Record<string, string>>
  /** Plays what the script needs beside the sandbox, for the time of `act`. */
  readonly beside?: (stage: Stage, act: (stage: Stage) => Promise<void>) => Promise<void>
}

/** One line of the script's output. */
type Reported =
  | { readonly passed: string }
  | { readonly failed: string; readonly error: string }
  | { readonly faulty: string; readonly reason: string; readonly source: string }

const folder = join(import.meta.dirname, 'python')

/** The witness, to be run by that interpreter, which has the packages of requirements.txt. */
export const withPython = (
  { script, env, beside = (stage, act) => act(stage), ...witness }: PythonWitness,
  python: string,
): Witness => ({
  ...witness,
  run: (calls, stage) =>
    beside(stage, async (staged) => {
      const output = await run(python, [join(folder, script)], folder, env(staged))
      for (const line of output.split('\n').filter((text) => text.startsWith('{')))
        await repeat(calls, JSON.parse(line) as Reported)
    }),
})

const repeat = (calls: Calls, line: Reported): Promise<unknown> => {
  if ('passed' in line) return calls.call(line.passed, () => {})
  const fail = (error: string) => () => Promise.reject(new Error(error))
  if ('failed' in line) return calls.call(line.failed, fail(line.error))
  return calls.faulty(line.faulty, line, fail(line.reason))
}
