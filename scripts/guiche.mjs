#!/usr/bin/env node
// npx guiche …
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

// SIGUSR1 would open an inspector, through which secrets can be read.
runPinned(['--disable-sigusr1', join(root, 'src/main.ts'), ...process.argv.slice(2)], {
  onOwnNode: true,
})
