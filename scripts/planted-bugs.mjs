// npm run planted-bugs
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'scripts/plant-bugs.ts'), ...process.argv.slice(2)])
