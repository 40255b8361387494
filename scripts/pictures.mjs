// npm run pictures
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'scripts/pictures.ts'), ...process.argv.slice(2)])
