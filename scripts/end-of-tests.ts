// Loaded into every test file: one whose tests are over but which cannot end (a set-up that failed
// half way, something left open) fails by itself instead of holding up all others.
import { after } from 'node:test'

const timeoutMs = 10_000

after(() => {
  setTimeout(() => {
    console.error(`Tests are over, but still open: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }, timeoutMs).unref()
})
