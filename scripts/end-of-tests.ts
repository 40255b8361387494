// Loaded into every test file. A file whose tests have ended but whose process cannot end (a failed
// set-up, an open handle) fails by itself and does not delay the others.
import { after } from 'node:test'

const timeoutMs = 10_000

after(() => {
  setTimeout(() => {
    console.error(`Tests are over, but still open: ${process.getActiveResourcesInfo().join(', ')}`)
    process.exit(1)
  }, timeoutMs).unref()
})
