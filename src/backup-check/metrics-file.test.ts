import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { BackupReport } from './check-backup.ts'
import { writeMetricsFile } from './metrics-file.ts'

test('the exporter, which is another user, can read the file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'guiche-metrics-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'check.prom')
  const nothing = { backupAt: null, recoveredAt: null, newestCommitAt: null }
  const unknown = { restoreSeconds: null, restoredBytes: null, breaches: null }
  const report = { isGood: true, checkedAt: new Date(1_000), ...nothing, ...unknown }
  const before = process.umask(0o077)
  await writeMetricsFile(path, report as BackupReport).finally(() => process.umask(before))
  assert.equal((await stat(path)).mode & 0o777, 0o644)
  assert.match(await readFile(path, 'utf8'), /^guiche_backup_check_success 1$/m)
})
