import { buildDashboard } from './build-dashboard.ts'
import { buildDocs } from './build-docs.ts'
import { buildGateway } from './build-gateway.ts'

/** Everything that an installation has besides its sources. `npm pack` runs it. */
await buildDashboard()
await buildDocs()
await buildGateway()
