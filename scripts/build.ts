import { buildDashboard } from './build-dashboard.ts'
import { buildDocs } from './build-docs.ts'

/** What a production installation serves besides its sources. */
await buildDashboard()
await buildDocs()
