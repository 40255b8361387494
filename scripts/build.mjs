// npm run build: the dashboard, the docs site and the gateway in JavaScript.
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'scripts/build.ts'), ...process.argv.slice(2)])
