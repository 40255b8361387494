/** The output of Node's spec reporter for a run of tests. */
export interface TestReport {
  readonly tests: number
  /** Each once, in the order of the run. */
  readonly failed: readonly FailedTest[]
  /** The figures that tests printed by `t.diagnostic`. */
  readonly figures: readonly string[]
}

export interface FailedTest {
  readonly name: string
  /** Its path from the root of the checkout. */
  readonly file: string
}

const counters = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/

export function readTestReport(output: string): TestReport {
  const lines = output.split('\n')
  const summary = lines.flatMap((line) => /^\s*ℹ (.+)$/.exec(line)?.[1] ?? [])
  return {
    tests: Number(
      summary.findLast((each) => each.startsWith('tests '))?.slice('tests '.length) ?? 0,
    ),
    failed: failedIn(lines),
    figures: summary.filter((each) => !counters.test(each)),
  }
}

/**
 * The tests of a file follow its path. At the end the report lists those that failed again, each
 * after its place.
 */
function failedIn(lines: readonly string[]): readonly FailedTest[] {
  const failed = new Map<string, FailedTest>()
  let file = ''
  for (const line of lines) {
    file = /^(?:▶|test at) (\S+\.test\.ts)/.exec(line)?.[1] ?? file
    const name = /^\s*✖ (.+?) \([\d.]+ms\)/.exec(line)?.[1]
    if (name === undefined || name.endsWith('.test.ts')) continue
    failed.set(`${file} ${name}`, { name, file })
  }
  return [...failed.values()]
}
