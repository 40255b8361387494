import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { type Config, ConfigError } from '../config.ts'
import {
  type ExchangeOutcome,
  type GuardedFetch,
  openGuardedFetch,
} from '../outbound/guarded-fetch.ts'
import { gatewayUrl } from './gateway-url.ts'

/** The gateway that a merchant's commands call, and the key that they use. */
export interface Merchant {
  readonly baseUrl: string
  readonly secretKey: string
  /** Absent where there is no sandbox. */
  readonly sandboxUrl?: string
}

/** The API as a merchant's program uses it. */
export interface MerchantClient {
  readonly merchant: Merchant
  /** One call. Never throws: a missing response is returned as `unreachable`. */
  call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer>
  /** One call to the sandbox's control routes. Without a body it is a GET. */
  sandbox(path: string, body?: unknown): Promise<Answer>
  /** Posts bytes unchanged. */
  forward(
    url: string,
    exchange: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  ): Promise<ExchangeOutcome>
  close(): Promise<void>
}

export type Answer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'unreachable'; readonly reason: string }

export interface MerchantOptions {
  /** Default: the gateway that `npm start` left in `$GUICHE_HOME/dev.json`. */
  readonly baseUrl?: string | undefined
  /** A file with the secret key, so that it stays out of the shell's history. */
  readonly keyFile?: string | undefined
}

export const addMerchantOptions = (command: Command): Command =>
  command
    .option('--base-url <URL>', 'o gateway; sem isto, o de npm start', gatewayUrl)
    .option('--key-file <ARQUIVO>', 'o arquivo com a chave secreta; sem isto, a de npm start')

/** @throws ConfigError when the gateway or the secret key is not known */
export async function openMerchantClient(
  config: Config,
  options: MerchantOptions = {},
): Promise<MerchantClient> {
  const merchant = await merchantFrom(config, options)
  const authorization = `Basic ${Buffer.from(`x:${merchant.secretKey}`).toString('base64')}`
  // The user names the address: a shop under development, on this machine or in its network.
  const fetch = openGuardedFetch({
    rules: {
      allowHttp: true,
      extraPorts: 'any',
      allowedSubnets: privateNetworks,
      deniedSubnets: [],
    },
    limits: { wholeMs: 45_000, bodyMs: 15_000, bodyBytes: 4 * 1024 * 1024 },
  })
  return {
    merchant,
    call: (method, path, body) =>
      ask(fetch, { method, url: `${merchant.baseUrl}${path}`, body, authorization }),
    sandbox: (path, body) =>
      ask(fetch, {
        method: body === undefined ? 'GET' : 'POST',
        url: `${merchant.sandboxUrl}${path}`,
        body,
      }),
    forward: (url, { headers, body }) =>
      fetch.send({ url, method: 'POST', scope: 'forward', headers, body }),
    close: () => fetch.close(),
  }
}

/** Private networks that a user at a terminal may call. */
export const privateNetworks = [
  '127.0.0.0/8',
  '::1/128',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
]

async function merchantFrom(
  { home }: Config,
  { baseUrl, keyFile }: MerchantOptions,
): Promise<Merchant> {
  const path = join(home, 'dev.json')
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const dev = text === undefined ? undefined : (JSON.parse(text) as Merchant)
  const secretKey = keyFile === undefined ? dev?.secretKey : (await readKey(keyFile)).trim()
  const found = baseUrl?.replace(/(?<!\/)\/+$/, '') ?? dev?.baseUrl
  if (!found || !secretKey) {
    throw new ConfigError('no-gateway', { path })
  }
  return { baseUrl: found, secretKey, ...(dev?.sandboxUrl && { sandboxUrl: dev.sandboxUrl }) }
}

const readKey = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((cause) => {
    throw new ConfigError('key-file-unreadable', { path }, { cause })
  })

interface MerchantRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly body?: unknown
  readonly authorization?: string
}

async function ask(
  fetch: GuardedFetch,
  { method, url, body, authorization }: MerchantRequest,
): Promise<Answer> {
  const outcome = await fetch.send({
    url,
    method,
    scope: 'gateway',
    headers: {
      accept: 'application/json',
      ...(authorization && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (outcome.kind !== 'answered') {
    return {
      kind: 'unreachable',
      reason: outcome.kind === 'refused' ? 'endereço não permitido' : outcome.reason,
    }
  }
  try {
    return {
      kind: 'answered',
      status: outcome.status,
      body: JSON.parse(outcome.body.toString('utf8')),
    }
  } catch {
    // Cut short, or written by another program.
    return { kind: 'unreachable', reason: 'resposta que não é JSON' }
  }
}
