import type { Config } from '../config.ts'
import { ConfigError, loadConfig, terminalLanguage } from '../config.ts'
import type { CliCommand } from './command.ts'
import type { CheckReport } from './doctor/check.ts'
import { type Finding, settingFinding } from './doctor/finding.ts'
import { bad, good, present, warn } from './output.ts'
import { withProgress } from './progress.ts'

export const doctorCommand: CliCommand = {
  addTo(command, run) {
    command.action(run.plain(doctor))
  },
}

/** Exits with 1 when an error was found, and with 0 on warnings only. */
async function doctor(): Promise<number> {
  const reports = await examineSettings()
  const language = terminalLanguage()
  const findings = reports.flatMap((report) => report.findings)
  const errors = findings.filter(({ severity }) => severity === 'error').length
  present(asJson(reports, language), () => {
    for (const report of reports) showReport(report, language)
    console.log(summaryOf(errors, findings.length - errors)[language])
  })
  return errors > 0 ? 1 : 0
}

/** A setting that is rejected is a finding too, and then nothing else can be checked. */
async function examineSettings(): Promise<readonly CheckReport[]> {
  let config: Config
  try {
    config = await loadConfig({ makesHome: false })
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause
    const name = { pt: 'configurações', en: 'settings' }
    return [{ name, findings: [settingFinding(cause)], ms: 0 }]
  }
  return withProgress('conferindo', async () => {
    const { examine } = await import('./doctor/examine.ts')
    return examine(config)
  })
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
