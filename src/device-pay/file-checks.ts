import type { ExchangeOutcome } from '../outbound/guarded-fetch.ts'
import type { DomainFinding } from '../providers/ports/wallet.ts'
import { adviceOn } from './finding-advice.ts'

/** The checks, in the order in which a request reaches them. */
export const checkNames = [
  'dns',
  'connect',
  'tls',
  'redirect',
  'login',
  'status',
  'content-type',
  'content',
] as const
export type CheckName = (typeof checkNames)[number]

export interface Check {
  readonly check: CheckName
  /** `not-reached`: an earlier check failed before this one could be made. */
  readonly result: 'ok' | 'failed' | 'not-reached'
  /** The observed facts, in few words; never the file. */
  readonly seen: string | null
  /** How to correct it, in Portuguese. */
  readonly fix: string | null
}

/** A file is read up to this size. The association file has about 9 kB. */
export const maxFileBytes = 64 * 1024

/**
 * Every check of one published file. The rules are those of the acquirer
 * (docs/design/interface.md#verification-file).
 */
export function checksOf(outcome: ExchangeOutcome, expected: string): Check[] {
  const findings = findingsOf(outcome, Buffer.from(expected))
  const failedAt = checkNames.findIndex((name) => name in findings)
  const isBlocked = failedAt !== -1 && failedAt <= checkNames.indexOf('tls')
  return checkNames.map((check, index) => {
    const finding = findings[check]
    if (finding) return failed(check, finding)
    return {
      check,
      result: isBlocked && index > failedAt ? 'not-reached' : 'ok',
      seen: null,
      fix: null,
    }
  })
}

type Findings = Readonly<Partial<Record<CheckName, DomainFinding>>>

const loginFix = 'O arquivo está atrás de um login: deixe este caminho público, sem senha'

const failed = (check: CheckName, finding: DomainFinding): Check => ({
  check,
  result: 'failed',
  seen: finding.seen,
  fix: `${check === 'login' ? loginFix : sentence(adviceOn(finding).pt)}.`,
})

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function findingsOf(outcome: ExchangeOutcome, expected: Buffer): Findings {
  switch (outcome.kind) {
    case 'refused':
      return { dns: { stage: 'dns', seen: 'endereço que não é público' } }
    case 'failed':
      return { [stageOf(outcome.reason)]: { stage: stageOf(outcome.reason), seen: outcome.reason } }
    case 'timeout':
      return (
        timeouts[outcome.reason] ?? {
          status: { stage: 'timeout', seen: `${outcome.durationMs} ms` },
        }
      )
    case 'answered':
      return answeredFindings(outcome, expected)
  }
}

/** The time limit that ran out shows which check failed. */
const timeouts: Readonly<Record<string, Findings>> = {
  DNS_TIMEOUT: { dns: { stage: 'dns', seen: 'sem resposta' } },
  CONNECT_TIMEOUT: { connect: { stage: 'connect', seen: 'sem resposta' } },
  ETIMEDOUT: { connect: { stage: 'connect', seen: 'ETIMEDOUT' } },
}

/** The check that the error code of a connection belongs to. */
function stageOf(code: string): 'dns' | 'connect' | 'tls' {
  if (/^(?:ENOTFOUND|ENODATA|ESERVFAIL|EAI_|EREFUSED|ENONAME|EBADNAME)/.test(code)) return 'dns'
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO|ALTNAME|HOSTNAME_MISMATCH|CHAIN|CRL/.test(code)
    ? 'tls'
    : 'connect'
}

type Answered = Extract<ExchangeOutcome, { kind: 'answered' }>

function answeredFindings({ status, headers, body }: Answered, expected: Buffer): Findings {
  const isRedirect = status >= 300 && status < 400
  const type = headers['content-type']
  const findings: Record<string, DomainFinding> = {}
  if (isRedirect) findings.redirect = { stage: 'redirect', seen: hostOf(headers.location) }
  if (asksForLogin({ status, headers, body }))
    findings.login = { stage: 'status', seen: String(status) }
  if (status !== 200) findings.status = { stage: 'status', seen: String(status) }
  if (isRedirect || status !== 200) return findings // The body of such a response is not the file.
  if (!/^text\/plain *(?:;|$)/i.test(type ?? '')) {
    findings['content-type'] = { stage: 'content-type', seen: type?.slice(0, 100) ?? 'nenhum' }
  }
  const content = contentFinding({ headers, body }, expected)
  if (content) findings.content = content
  return findings
}

function contentFinding(
  { headers, body }: Pick<Answered, 'headers' | 'body'>,
  expected: Buffer,
): DomainFinding | undefined {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    return { stage: 'content', seen: `encoding ${encoding.slice(0, 20)}` }
  }
  if (body.length > maxFileBytes) return { stage: 'size', seen: `mais de ${maxFileBytes} bytes` }
  // Editors add one newline at the end; acquirers accept it.
  const published = body.at(-1) === 0x0a ? body.subarray(0, -1) : body
  if (published.equals(expected)) return undefined
  let at = 0
  while (at < expected.length && published[at] === expected[at]) at += 1
  const start = published.subarray(0, 64).toString('latin1').trimStart()
  const hint = start.startsWith('{') ? ' json' : start.startsWith('<') ? ' html' : ''
  return { stage: 'content', seen: `byte ${at} de ${expected.length}${hint}` }
}

function hostOf(location: string | undefined): string {
  const url = location === undefined ? null : URL.parse(location)
  return url ? url.host : 'outro caminho do mesmo hostname'
}

/** A firewall is detected by its status, its redirect, or the form that it shows. */
function asksForLogin({
  status,
  headers,
  body,
}: Pick<Answered, 'status' | 'headers' | 'body'>): boolean {
  if (status === 401 || status === 407) return true
  if (status >= 300 && status < 400)
    return /login|signin|sign-in|entrar|auth|senha|password/i.test(headers.location ?? '')
  return /<input[^>]{0,200}type=["']?password/i.test(
    body.subarray(0, maxFileBytes).toString('latin1'),
  )
}
