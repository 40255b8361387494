import { chmod, rename, writeFile } from 'node:fs/promises'
import type { BackupReport } from './check-backup.ts'

/**
 * Writes the result for the textfile collector of Prometheus' node exporter, whole or not at all.
 * The exporter is another user, so every user may read it, whatever the umask is.
 */
export async function writeMetricsFile(path: string, report: BackupReport): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, metricsText(report))
  await chmod(draft, 0o644)
  await rename(draft, path)
}

/** The text of the file. A value that the check did not find is left out. Pure. */
export function metricsText(report: BackupReport): string {
  const values: readonly (readonly [string, string, number | null])[] = [
    ['success', 'Whether the last check found a good backup.', report.isGood ? 1 : 0],
    ['timestamp_seconds', 'When the last check ended.', seconds(report.checkedAt)],
    ['backup_timestamp_seconds', 'When the backup was begun.', seconds(report.backupAt)],
    ['recovered_timestamp_seconds', 'When its WAL was replayed.', seconds(report.recoveredAt)],
    ['newest_commit_timestamp_seconds', 'Its newest commit.', seconds(report.newestCommitAt)],
    ['restore_seconds', 'How long the restore lasted.', report.restoreSeconds],
    ['restored_bytes', 'The size of the restored data.', report.restoredBytes],
    ['breaches', 'How many rules of the books are broken in it.', report.breaches],
  ]
  return values
    .filter(([, , value]) => value !== null)
    .map(([name, help, value]) => {
      const metric = `guiche_backup_check_${name}`
      return `# HELP ${metric} ${help}\n# TYPE ${metric} gauge\n${metric} ${value}\n`
    })
    .join('')
}

const seconds = (at: Date | null): number | null => at && Math.round(at.getTime() / 1_000)
