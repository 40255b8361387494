import { type Logger, pino } from 'pino'
import { scopeFields } from '../tracing/scope.ts'

/**
 * The log of this process: one JSON object a line, with the number of one of several processes, and
 * the ids of the request that the line belongs to.
 */
export const openLog = ({
  logLevel,
  processNumber,
}: {
  readonly logLevel: string
  readonly processNumber: number | undefined
}): Logger =>
  pino({
    level: logLevel,
    base: processNumber === undefined ? null : { process: processNumber },
    mixin: scopeFields,
  })
