import { stripVTControlCharacters, styleText } from 'node:util'
import type { LoggedRequestWire } from '../../contract/request-log.ts'
import { localText } from '../brazil/local-time.ts'
import type { Config } from '../config.ts'
import { idOf } from './arguments.ts'
import type { CliCommand } from './command.ts'
import { keptPlace } from './kept-place.ts'
import { addMerchantOptions } from './merchant-client.ts'
import { note, present, say } from './output.ts'
import { openRequestSource, type SourceOptions } from './request-source.ts'
import { whenStopped } from './stop-signals.ts'
import { type TailPlace, tailRequests } from './tail-requests.ts'
import { UsageError } from './usage-error.ts'

export const logsCommand: CliCommand = {
  addTo(logs, run) {
    addMerchantOptions(logs.command('tail'))
      .description('mostra as requisições da conta à medida que terminam, dos últimos 7 dias')
      .option('--account <ID>', 'a conta, para um login de várias', idOf('a conta'))
      .option('--errors', 'só as que falharam: 4xx e 5xx')
      .option('--status <CLASSES>', 'classes separadas por vírgula, como 2xx,5xx')
      .option('--method <MÉTODOS>', 'métodos separados por vírgula, como POST,PATCH')
      .option('--path <COMEÇO>', 'o começo do caminho, como /api/user/cashout')
      .option('--code <CÓDIGO>', 'um código de erro, como validation-failed')
      .option('--by <ID>', 'só de uma chave ou de uma pessoa', idOf('a chave ou pessoa'))
      .option('--after <ONDE>', 'now, oldest, last (de onde parou) ou um instante; sem isto, now')
      .action(run(tail))
  },
}

interface TailOptions extends SourceOptions {
  readonly errors?: boolean
  readonly status?: string
  readonly method?: string
  readonly path?: string
  readonly code?: string
  readonly by?: string
  readonly after?: string
}

async function tail(config: Config, options: TailOptions): Promise<number> {
  const filters = filtersOf(options)
  const after = readAfter(options.after ?? 'now')
  const source = await openRequestSource(config, options)
  const key = JSON.stringify([source.url, source.reader, filters])
  const place = keptPlace(config.home, 'logs', key)
  const last = after === 'last' ? placeIn(await place.read()) : undefined
  if (after === 'last' && !last)
    note('nenhuma execução com estes filtros guardou onde parou: começa agora, como --after now')
  const from = after === 'last' ? (last ?? 'now') : after
  const stopping = new AbortController()
  void whenStopped().then(() => {
    stopping.abort()
    void source.close()
  })
  say(`Requisições de ${source.url}. Ctrl-C para; --after last continua de onde parou.`)
  try {
    await tailRequests({
      ...{ source, filters, from, warn: note, signal: stopping.signal },
      keep: (shown) => place.keep(JSON.stringify(shown)),
      shown: (request) => present(request, () => console.log(lineOf(request))),
    })
  } finally {
    await source.close()
  }
  say('Parado.')
  return 0
}

/** The filters as the list of requests takes them. @throws UsageError */
function filtersOf({ errors = false, status, method, path, code, by }: TailOptions) {
  if (errors && status !== undefined)
    throw new UsageError('--errors já escolhe as classes: 4xx e 5xx')
  const filters = { status: errors ? '4xx,5xx' : status, method, path, errorCode: code, keyId: by }
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}

/** @throws UsageError */
function readAfter(text: string): 'now' | 'oldest' | 'last' | number {
  if (text === 'now' || text === 'oldest' || text === 'last') return text
  const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isFinite(ms)) return ms
  throw new UsageError(`--after é now, oldest, last ou um instante, e não "${text}"`)
}

/** One request on one line. */
export function lineOf(request: LoggedRequestWire): string {
  const { at, status, method, path, errorCode, durationMs, actor, id } = request
  const colour = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green'
  const result = errorCode === null ? '' : `  ${errorCode}`
  return [
    ...[
      localText(new Date(at)),
      styleText(colour, String(status)),
      method.padEnd(6),
      `${path}${result}`,
    ],
    ...[`${Math.round(durationMs)} ms`, printable(actor.name), id],
  ].join('  ')
}

/** Without characters that move the cursor of a terminal: a person chose the name. */
const printable = (text: string): string => stripVTControlCharacters(text).replace(/\p{C}+/gu, ' ')

/** The place of the last run. Undefined: there is none, or its file is damaged. */
function placeIn(text = ''): TailPlace | undefined {
  try {
    const { atMs, longAtMs, seen } = JSON.parse(text) as TailPlace
    const isWhole = Number.isFinite(atMs) && Number.isFinite(longAtMs) && Array.isArray(seen)
    return isWhole ? { atMs, longAtMs, seen } : undefined
  } catch {
    return undefined
  }
}
