import assert from 'node:assert/strict'
import { runGuiche } from '../../kit/guiche-process.ts'
import type { AlertDrill, Fault } from './fault.ts'

const neverChecked: Fault = {
  what: 'no backup was ever checked',
  alerts: ['GuicheBackupCheckMissing'],
  make: async (drill) => () => checkMissingBackup(drill),
}

const repositoryGone: Fault = {
  what: '`guiche backup check` finds no repository',
  alerts: ['GuicheBackupCheckFailed'],
  lasting: ['GuicheBackupCheckFailed'],
  async make(drill) {
    await checkMissingBackup(drill)
    return async () => {}
  },
}

async function checkMissingBackup({ world, databaseUrl, folder, backupMetrics }: AlertDrill) {
  const env = { GUICHE_HOME: world.app.config.home, DATABASE_URL: databaseUrl }
  const restore = ['--restore-command', `cp -R ${folder}/repository/. {dir}`]
  const places = ['--scratch', folder, '--metrics-file', backupMetrics]
  const options = [...restore, ...places, '--min-free-megabytes', '16', '--os-user', 'nobody']
  const { status, stderr } = await runGuiche(['backup', 'check', ...options], env)
  assert.equal(status, 1, stderr)
}

export const backupFaults = [neverChecked, repositoryGone]
