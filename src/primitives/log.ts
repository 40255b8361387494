import { type Logger, pino } from 'pino'

/** The log of this process: one JSON object a line, with the number of one of several processes. */
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
  })
