// Loaded into every child before its own code.
import { exitWithParent } from './supervise.ts'

exitWithParent()
