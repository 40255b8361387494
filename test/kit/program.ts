import { join } from 'node:path'

/** The main file of `guiche`: the bundle that `npm test` makes of it, else its source. */
export const program =
  process.env.TEST_GUICHE_PROGRAM ?? join(import.meta.dirname, '../../src/main.ts')
