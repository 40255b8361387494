// npm start
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root, runPinned } from './install.mjs'

removeLeftOver(join(resolve(process.env.GUICHE_HOME || '.guiche'), 'dev.json'))
runPinned([join(root, 'scripts/dev.ts'), ...process.argv.slice(2)])

/**
 * The file says that everything runs. One that a killed start left is removed before the packages
 * are installed, and that of a start that runs stays.
 */
function removeLeftOver(file) {
  try {
    if (!isRunning(JSON.parse(readFileSync(file, 'utf8')).pid)) rmSync(file)
  } catch {
    // There is none, or it cannot be read: dev.ts replaces it.
  }
}

function isRunning(pid) {
  if (pid === process.pid) return false // Of a start before the machine was started again.
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return cause.code === 'EPERM'
  }
}
