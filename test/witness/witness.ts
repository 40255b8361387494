import { message } from './message.ts'
import type { Stage } from './stage.ts'

/**
 * A library that we did not write, used as its authors document it. It speaks to the sandbox, or
 * reads what the gateway writes.
 */
export interface Witness {
  /** The name of its package. */
  readonly name: string
  readonly registry: 'npm' | 'PyPI'
  /** What it speaks or reads. A cell of the table. */
  readonly subject: string
  /** Makes its calls, in order. */
  readonly run: (calls: Calls, stage: Stage) => Promise<void>
}

/** One call of a witness each. The title is what the call does. */
export interface Calls {
  /** Passes when `act` resolves: it calls the witness and asserts what the witness returns. */
  call<T>(title: string, act: () => T | Promise<T>): Promise<T>
  /** The call fails, and the witness is at fault. A call that does not fail is an error of ours. */
  faulty(title: string, known: KnownFault, act: () => unknown): Promise<void>
}

/** Why a call of a witness fails although the sandbox follows the provider. */
export interface KnownFault {
  readonly reason: string
  /** A page, an issue or a file that proves it. */
  readonly source: string
}

export interface Failure {
  readonly title: string
  readonly side: 'witness' | 'ours'
  readonly reason: string
  readonly source?: string
}

export interface Testimony {
  readonly witness: Omit<Witness, 'run'>
  readonly calls: number
  readonly passed: number
  readonly failures: readonly Failure[]
}

/** Runs one witness. It ends at the first failure that is not the witness's own fault. */
export async function runWitness({ run, ...witness }: Witness, stage: Stage): Promise<Testimony> {
  const failures: Failure[] = []
  let calls = 0
  const attempt = async <T>(title: string, act: () => T | Promise<T>): Promise<T> => {
    calls += 1
    try {
      return await act()
    } catch (cause) {
      failures.push({ title, side: 'ours', reason: message(cause) })
      throw new Stopped('the call failed', { cause })
    }
  }
  const faulty: Calls['faulty'] = async (title, known, act) => {
    const isFaulty = await Promise.resolve()
      .then(act)
      .then(
        () => false,
        () => true,
      )
    if (!isFaulty)
      return attempt(title, () => {
        throw new Error('passes now: remove its known fault')
      })
    calls += 1
    failures.push({ title, side: 'witness', ...known })
  }
  try {
    await run({ call: attempt, faulty }, stage)
  } catch (cause) {
    if (!(cause instanceof Stopped))
      failures.push({ title: 'between two calls', side: 'ours', reason: message(cause) })
  }
  return { witness, calls, passed: calls - failures.length, failures }
}

class Stopped extends Error {}
