#!/usr/bin/env node
// npx guiche …
import { join } from 'node:path'
import { root, runPinned } from './install.mjs'

runPinned([join(root, 'src/main.ts'), ...process.argv.slice(2)])
