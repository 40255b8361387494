// npm run storm
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'scripts/run-storm.ts'), ...process.argv.slice(2)])
