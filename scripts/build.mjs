// npm run build: what a production installation serves besides its sources.
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'scripts/build.ts'), ...process.argv.slice(2)])
