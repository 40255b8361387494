/** The output of Node's spec reporter for a run of tests. */
export interface TestReport {
  readonly tests: number
  /** Names of tests, each once. A file whose tests failed is none of them. */
  readonly failed: readonly string[]
  /** The figures that tests printed by `t.diagnostic`. */
  readonly figures: readonly string[]
}

const counters = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/

export function readTestReport(output: string): TestReport {
  const lines = output.split('\n')
  const summary = lines.flatMap((line) => /^\s*ℹ (.+)$/.exec(line)?.[1] ?? [])
  const failed = lines.flatMap((line) => /^\s*✖ (.+?) \([\d.]+ms\)/.exec(line)?.[1] ?? [])
  return {
    tests: Number(
      summary.findLast((each) => each.startsWith('tests '))?.slice('tests '.length) ?? 0,
    ),
    failed: [...new Set(failed)].filter((name) => !name.endsWith('.test.ts')),
    figures: summary.filter((each) => !counters.test(each)),
  }
}
