/**
 * The code of an error of the connection, not of the statement. The effect of the statement is then
 * unknown.
 */
export const connectionLost = 'CONNECTION_LOST'

/** The code of a statement that writes, on a server that accepts no writes: a standby. */
export const readOnly = '25006'

/** The SQLSTATE of an error the database raised, `CONNECTION_LOST`, or an empty text. */
export const codeOf = (cause: unknown): string => {
  const code = (cause as { code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : ''
}

/**
 * Whether the database was down, too busy or full, or had a timeout. The statement itself was
 * correct and may succeed later. The outcome of a COMMIT that failed like this is unknown
 * (docs/design/rules.md#d3).
 */
export const isTransient = (cause: unknown): boolean =>
  transient.has(codeOf(cause)) || transientClass.test(codeOf(cause))

const transient: ReadonlySet<string> = new Set([
  connectionLost,
  readOnly, // a standby, or a server whose disk is being watched
  '25P03', // idle in transaction for too long: this process was paused
  '25P04', // transaction timeout
  '40001', // serialization failure
  '40003', // statement completion unknown
  '40P01', // deadlock
  '55P03', // lock timeout
  '57014', // statement timeout, or canceled by an operator
  '58030', // input or output of the server's disk failed
])

/**
 * Connection exceptions, insufficient resources (disk full is 53100), and the server's own shutdown
 * and start.
 */
const transientClass = /^(?:08...|53...|57P..)$/

/** Whether the server closes the connection after this error, or it is closed already. */
export const endsSession = (cause: unknown): boolean =>
  /^(?:CONNECTION_LOST|08...|57P..|25P03|25P04)$/.test(codeOf(cause))
