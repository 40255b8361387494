import type { Config } from '../config.ts'
import { ConfigError, loadConfig } from '../config.ts'
import type { CliCommand } from './command.ts'
import type { CheckReport } from './doctor/check.ts'
import { settingFinding } from './doctor/finding.ts'
import { showReports } from './doctor/show-reports.ts'
import { withProgress } from './progress.ts'

export const doctorCommand: CliCommand = {
  addTo(command, run) {
    command.action(run.plain(doctor))
  },
}

/** Exits with 1 when an error was found, and with 0 on warnings only. */
async function doctor(): Promise<number> {
  const reports = await examineSettings()
  return showReports(reports)
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
