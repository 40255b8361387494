// npm start
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'scripts/dev.ts'), ...process.argv.slice(2)])
