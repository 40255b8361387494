// npm test
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'scripts/run-tests.ts'), ...process.argv.slice(2)])
