// npm run quick-start
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'scripts/run-quick-start.ts'), ...process.argv.slice(2)])
