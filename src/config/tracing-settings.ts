import { readFileSync } from 'node:fs'
import { ConfigError } from '../primitives/config-error.ts'
import { type Environment, integer, list, oneOf, text } from './environment.ts'

/** Where traces are sent, and how many. The names of the variables are those of OpenTelemetry. */
export interface TracingSettings {
  /** The address of the collector for traces. */
  readonly url: string
  /** The time limit of one export with its retries, ms. */
  readonly exportMs: number
  readonly headers: Readonly<Record<string, string>>
  /** An authority trusted instead of the public ones, PEM. */
  readonly ca?: string
  readonly serviceName: string
  readonly resourceAttributes: Readonly<Record<string, string>>
  readonly sampler: SamplerName
  /** The share of traces of a sampler with a ratio. */
  readonly ratio: number
  /** Whether `traceparent` is read from callers and sent to other systems. */
  readonly isPropagated: boolean
}

const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type SamplerName = (typeof samplerNames)[number]

/** Absent without an address: traces are off. @throws ConfigError */
export function readTracing(env: Environment): { readonly tracing?: TracingSettings } {
  const url = tracesUrl(env)
  const exporter = oneOf(env, 'OTEL_TRACES_EXPORTER', ['otlp', 'none'], 'otlp')
  const isDisabled = oneOf(env, 'OTEL_SDK_DISABLED', ['true', 'false'], 'false') === 'true'
  if (url === undefined || exporter === 'none' || isDisabled) return {}
  oneOf(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', ['http/protobuf'], 'http/protobuf')
  const { 'service.name': named, ...resourceAttributes } = pairs(
    'OTEL_RESOURCE_ATTRIBUTES',
    env.OTEL_RESOURCE_ATTRIBUTES,
  )
  const propagators = list(env, 'OTEL_PROPAGATORS')
  const ca = fileOf(env, 'OTEL_EXPORTER_OTLP_CERTIFICATE')
  return {
    tracing: {
      url,
      exportMs: integer(env, 'OTEL_EXPORTER_OTLP_TIMEOUT', 10_000, { min: 100, max: 60_000 }),
      headers: pairs('OTEL_EXPORTER_OTLP_HEADERS', text(env, 'OTEL_EXPORTER_OTLP_HEADERS')),
      ...(ca !== undefined && { ca }),
      serviceName: env.OTEL_SERVICE_NAME || named || 'guiche',
      resourceAttributes,
      sampler: oneOf(env, 'OTEL_TRACES_SAMPLER', samplerNames, 'parentbased_always_on'),
      ratio: ratio(env, 'OTEL_TRACES_SAMPLER_ARG'),
      isPropagated: propagators.length === 0 || propagators.includes('tracecontext'),
    },
  }
}

function tracesUrl(env: Environment): string | undefined {
  const whole = address(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  if (whole !== undefined) return whole
  return address(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')?.replace(/\/*$/, '/v1/traces')
}

function address(env: Environment, name: string): string | undefined {
  const value = env[name]
  if (!value) return undefined
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new ConfigError('collector-address-invalid', { name })
  return url.href
}

/** The content of the file that `name` names. */
function fileOf(env: Environment, name: string): string | undefined {
  const path = env[name]
  if (!path) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new ConfigError('setting-file-unreadable', { name, path }, { cause })
  }
}

/** `name=value`, more after commas. Values are percent-encoded, as in W3C Baggage. */
function pairs(name: string, value: string | undefined): Record<string, string> {
  const found: Record<string, string> = {}
  for (const pair of list({ [name]: value }, name)) {
    const [, key, encoded] = /^([^=\s]+)\s*=\s*(.*)$/.exec(pair) ?? []
    if (key === undefined || encoded === undefined) throw new ConfigError('not-pairs', { name })
    try {
      found[key] = decodeURIComponent(encoded)
    } catch (cause) {
      throw new ConfigError('not-pairs', { name }, { cause })
    }
  }
  return found
}

function ratio(env: Environment, name: string): number {
  const value = env[name] || '1'
  const number = /^(?:\d+|\d*\.\d+)$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= 0 && number <= 1)) throw new ConfigError('not-a-ratio', { name })
  return number
}
