import type { Exchange, ProviderAnswer } from '../http/provider-client.ts'
import { recordExchanges, replayExchanges } from '../http/provider-client.ts'
import { type Port, type ProviderKind, providerKinds } from '../registry.ts'
import type { CreatedData, RecordedStep, Recording } from './recording.ts'
import { leaksIn, type Redaction, redactExchange, redactJson } from './redact.ts'
import { type Run, stepsOf } from './run.ts'
import { openStandIns, recordedSettings } from './stand-ins.ts'

/** The fields of every provider's token, and of the results of every port. */
const commonFields = [
  ...['expires_in', 'grant_type', 'scope', 'token_type'],
  ...['kind', 'state', 'captured', 'channel', 'code', 'retryable', 'amount', 'voidedAmount'],
  ...['reference', 'attemptRef', 'ourNumber', 'payoutId', 'endToEndId', 'hasMore', 'names'],
]

interface RunToRecord extends Run {
  readonly kind: string
  readonly settings: unknown
}

/**
 * Runs the steps at the provider and keeps each exchange, redacted. Then the recording is replayed:
 * one that the adapter reads in another way is not returned. Throws an error for the operator, in
 * Portuguese.
 */
export async function record(run: RunToRecord): Promise<Recording> {
  const kind = kindOf(run.kind)
  const entered = recordedSettings(run.settings)
  const standIns = openStandIns()
  const [settings, created] = [standIns.replace(entered), standIns.replace(run.created)]
  const redaction = redactionOf(kind, standIns.replaced())
  const hosts = new Set<string>()
  const steps = await withPort(kind, entered, (port) =>
    performSteps(port, run, redaction, (exchange) => hosts.add(new URL(exchange.origin).hostname)),
  )
  const recording: Recording = {
    format: 1,
    kind: run.kind,
    source: {
      environment: [...hosts].every(isLoopback) ? 'sandbox of Guichê' : 'provider',
      hosts: [...hosts].sort(),
    },
    recordedAt: run.now.toISOString(),
    settings,
    ...(run.created && { created: created as CreatedData }),
    id: run.id,
    steps,
  }
  const leaks = leaksIn([recording.source, recording.steps], redaction)
  if (leaks.length > 0) throw new Error(`a gravação ainda tem ${leaks.join(', ')}`)
  const differences = differencesIn(recording, await replay(recording))
  if (differences.length > 0)
    throw new Error(`o adaptador lê a própria gravação de outro modo: ${differences.join('; ')}`)
  return recording
}

const isLoopback = (host: string): boolean => host === 'localhost' || host.startsWith('127.')

function kindOf(name: string): ProviderKind {
  const kind = (providerKinds as Readonly<Record<string, ProviderKind>>)[name]
  if (!kind) throw new Error(`no kind of provider is called ${name}`)
  return kind
}

const redactionOf = (kind: ProviderKind, replaced: Redaction['replaced']): Redaction => ({
  fields: new Set([...commonFields, ...kind.recordedFields]),
  replaced,
})

async function withPort<Result>(
  kind: ProviderKind,
  settings: unknown,
  act: (port: Port) => Promise<Result>,
): Promise<Result> {
  const port = kind.open(settings)
  try {
    return await act(port)
  } finally {
    await port.close?.()
  }
}

async function performSteps(
  port: Port,
  run: Run,
  redaction: Redaction,
  onExchange: (exchange: Exchange) => void,
): Promise<RecordedStep[]> {
  const steps: RecordedStep[] = []
  for (const { name, run: act } of stepsOf(port, run)) {
    const { result, exchanges } = await recordExchanges(() => act(AbortSignal.timeout(stepMs)))
    exchanges.forEach(onExchange)
    const kept = exchanges.flatMap((each) => redactExchange(each, redaction) ?? [])
    if (kept.length < exchanges.length)
      throw new Error(`o provedor não respondeu ao passo "${name}"`)
    steps.push({ name, exchanges: kept, result: resultOf(result, redaction) })
  }
  return steps
}

const stepMs = 30_000

/** Without the error of an unknown outcome, whose text is ours, and without the card. */
const resultOf = (result: unknown, redaction: Redaction): unknown =>
  redactJson(JSON.parse(JSON.stringify(result ?? null, withoutErrorsAndCards)), redaction)

const withoutErrorsAndCards = (name: string, value: unknown): unknown =>
  value instanceof Error || name === 'card' ? undefined : value

/**
 * Runs the same steps with the recorded responses. The adapter must send the recorded requests; for
 * any other request there is no response. Returns the steps as they are now.
 */
export async function replay(recording: Recording): Promise<readonly RecordedStep[]> {
  const kind = kindOf(recording.kind)
  const redaction = redactionOf(kind, [])
  const waiting = recording.steps.flatMap(({ exchanges }) => exchanges)
  const respond = (origin: string, call: Exchange['call']): ProviderAnswer => {
    const sent = redactExchange({ origin, call, answer: noContent }, redaction)
    const at = waiting.findIndex(
      ({ method, path, request }) =>
        method === sent?.method && path === sent.path && isSame(request, sent.request),
    )
    const [found] = at < 0 ? [] : waiting.splice(at, 1)
    if (!found) return { ...noContent, status: 501 }
    const text =
      typeof found.response === 'string' ? found.response : JSON.stringify(found.response)
    return { kind: 'answered', status: found.status, headers: {}, text }
  }
  const run = {
    now: new Date(recording.recordedAt),
    id: recording.id,
    ...(recording.created && { created: recording.created }),
  }
  return replayExchanges(respond, () =>
    withPort(kind, recording.settings, (port) => performSteps(port, run, redaction, () => {})),
  )
}

const noContent = { kind: 'answered', status: 204, headers: {}, text: '' } as const

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The steps whose requests or result are no longer those of the recording. */
export const differencesIn = (
  { steps }: Recording,
  replayed: readonly RecordedStep[],
): readonly string[] =>
  steps.flatMap((step, index) => {
    const now = replayed[index]
    if (!isSame(step.result, now?.result))
      return [`${step.name}: ${JSON.stringify(step.result)}, agora ${JSON.stringify(now?.result)}`]
    return isSame(step.exchanges, now?.exchanges) ? [] : [`${step.name}: outras chamadas`]
  })
