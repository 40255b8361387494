import { terminalLanguage } from '../../config.ts'
import { bad, good, present, warn } from '../output.ts'
import type { CheckReport } from './check.ts'
import type { Finding } from './finding.ts'

/** Shows the checks in the language of the terminal. Returns the exit code: 1 after an error. */
export function showReports(reports: readonly CheckReport[]): number {
  const language = terminalLanguage()
  const findings = reports.flatMap((report) => report.findings)
  const errors = findings.filter(({ severity }) => severity === 'error').length
  present(asJson(reports, language), () => {
    for (const report of reports) showReport(report, language)
    console.log(summaryOf(errors, findings.length - errors)[language])
  })
  return errors > 0 ? 1 : 0
}

type Language = ReturnType<typeof terminalLanguage>

function asJson(reports: readonly CheckReport[], language: Language) {
  const shown = ({ code, severity, problem, fix }: Finding, check: string) => ({
    ...{ code, severity, check },
    ...{ problem: problem[language], fix: fix[language] },
  })
  return {
    findings: reports.flatMap(({ name, findings }) =>
      findings.map((each) => shown(each, name[language])),
    ),
    checks: reports.map(({ name, ms, facts }) => ({
      name: name[language],
      ms,
      facts: facts?.[language] ?? null,
    })),
  }
}

function showReport({ name, findings, facts }: CheckReport, language: Language): void {
  const title = `${name[language]}${facts ? `: ${facts[language]}` : ''}`
  if (findings.length === 0) console.log(good(title))
  for (const { code, severity, problem, fix } of findings) {
    const mark = severity === 'error' ? bad : warn
    console.error(`${mark(`${problem[language]} (${code})`)}\n  → ${fix[language]}`)
  }
}

function summaryOf(errors: number, warnings: number): Record<Language, string> {
  if (errors + warnings === 0) return { pt: 'nada a corrigir', en: 'nothing to correct' }
  return {
    pt: `${errors} erros e ${warnings} avisos`,
    en: `${errors} errors and ${warnings} warnings`,
  }
}
