// npm run openapi-check
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'scripts/openapi-check.ts'), ...process.argv.slice(2)])
