// npm run check
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'scripts/run-checks.ts'), ...process.argv.slice(2)])
