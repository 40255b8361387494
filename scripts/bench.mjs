// npm run bench
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'bench/main.ts'), ...process.argv.slice(2)])
