// npm run custody-check
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'scripts/custody-check.ts'), ...process.argv.slice(2)])
