import pg from 'pg'
import { encodeParameter } from './parameter.ts'
import type { CompiledQuery } from './statement.ts'

/** What is used of the driver's connection, which its types do not name. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  readonly parsedStatements: Record<string, string>
  readonly submittedNamedStatements: Record<string, string>
  parse(query: { text: string; name: string | undefined }): void
  bind(config: {
    statement: string | undefined
    values: readonly unknown[]
    valueMapper: (value: unknown) => unknown
  }): void
  execute(config: object): void
  sync(): void
  on(event: 'parseComplete', listener: () => void): void
  off(event: 'parseComplete', listener: () => void): void
}

/**
 * Several statements with one Sync at their end: the server runs them as one database transaction,
 * without BEGIN and COMMIT, and answers once. Their rows are not read.
 */
export class BatchQuery extends pg.Query {
  readonly #queries: readonly CompiledQuery[]
  readonly #ended: (cause?: unknown) => void
  #endParsing = () => {}

  constructor(queries: readonly CompiledQuery[], ended: (cause?: unknown) => void) {
    super({ text: '' })
    this.#queries = queries
    this.#ended = ended
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire
    // Values are encoded first: after an error here, no statement of the batch has been sent.
    const encoded = this.#queries.map(({ values }) => values.map(encodeParameter))
    const parsing: CompiledQuery[] = []
    wire.stream.cork()
    this.#queries.forEach((query, index) => {
      if (!isParsed(wire, query)) {
        parsing.push(query)
        wire.parse({ text: query.text, name: query.name })
        if (query.name) wire.submittedNamedStatements[query.name] = query.text
      }
      const values = encoded[index] ?? []
      wire.bind({ statement: query.name, values, valueMapper: (value) => value })
      wire.execute({})
    })
    wire.sync()
    wire.stream.uncork()
    this.#endParsing = noteParsed(wire, parsing)
  }

  // What the driver calls as the messages of the server arrive.
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handleReadyForQuery(): void {
    this.#endParsing()
    this.#ended()
  }
  handleError(cause: unknown): void {
    this.#endParsing()
    this.#ended(cause)
  }
}

const isParsed = (
  { parsedStatements, submittedNamedStatements }: Wire,
  { name }: CompiledQuery,
): boolean =>
  name !== undefined &&
  (parsedStatements[name] !== undefined || submittedNamedStatements[name] !== undefined)

/**
 * Notes that the server has prepared `queries`, as its responses arrive in their order. After an
 * error the server skips the others. Returns how to end this.
 */
function noteParsed(wire: Wire, queries: readonly CompiledQuery[]): () => void {
  if (queries.length === 0) return () => {}
  const waiting = [...queries]
  const onParsed = () => {
    const query = waiting.shift()
    if (!query?.name) return
    wire.parsedStatements[query.name] = query.text
    delete wire.submittedNamedStatements[query.name]
  }
  wire.on('parseComplete', onParsed)
  return () => {
    wire.off('parseComplete', onParsed)
    for (const { name } of waiting) if (name) delete wire.submittedNamedStatements[name]
    waiting.length = 0
  }
}
