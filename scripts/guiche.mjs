#!/usr/bin/env node
// npx guiche …
import { quickAnswer } from './quick-answer.mjs'

const argv = process.argv.slice(2)
const answer = quickAnswer(argv)
if (answer === undefined) {
  const { runGuiche } = await import('./install.mjs')
  await runGuiche(argv, { isServer: argv.includes('serve') })
} else console.log(answer)
