// npm run witnesses
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'scripts/run-witnesses.ts'), ...process.argv.slice(2)])
