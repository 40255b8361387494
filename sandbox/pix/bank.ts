import type { FastifyRequest } from 'fastify'
import { isSameSecret } from '../kit/same-secret.ts'
import type { Scope } from './access.ts'
import type { Identity } from './identity.ts'

/** Where a token request holds the credentials of the receiver. */
export type CredentialPlace = 'header' | 'form' | 'certificate'

/** What one bank does in a way of its own. */
export interface Bank {
  readonly tokenPath: string
  readonly credentials: readonly CredentialPlace[]
  /** The scopes that it granted to the receiver's credential. */
  readonly granted: readonly Scope[]
  /** The full path of a resource of the standard. */
  at(resource: string): string
  /** The base address that the bank gives a receiver, below the host. */
  readonly base: string
  /** Whether a call has what the bank requires beside the token. */
  isComplete(request: FastifyRequest, identity: Identity): boolean
  /** The settings that only this bank's receivers have. */
  settings(identity: Identity): Readonly<Record<string, string>>
  /** Banco do Brasil: a list is of fewer than 5 days, and an empty one is a 404. */
  readonly hasShortLists: boolean
  /** Efí: errors as `{nome, mensagem}`, no repeat of an id, callbacks over mutual TLS. */
  readonly isEfi: boolean
}

const scopesOf = (...resources: readonly string[]): Scope[] =>
  resources.flatMap((resource) => [`${resource}.write`, `${resource}.read`] as Scope[])

/** Those of charges and payments. */
const resources = ['cob', 'cobv', 'lotecobv', 'payloadlocation', 'pix'] as const

const below = (base: string) => ({ base, at: (resource: string) => `${base}${resource}` })

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** A bank that follows the standard to the letter. */
const standard: Bank = {
  ...below(''),
  tokenPath: '/oauth/token',
  credentials: ['header', 'form'],
  granted: [...scopesOf(...resources, 'webhook'), 'gn.infractions.read', 'gn.infractions.write'],
  isComplete: () => true,
  settings: () => ({}),
  hasShortLists: false,
  isEfi: false,
}

export const banks = {
  padrao: standard,
  efi: {
    ...standard,
    ...below('/v2'),
    credentials: ['header'],
    isEfi: true,
    settings: () => ({ bank: 'efi' }),
  },
  'banco-do-brasil': {
    ...standard,
    ...below('/pix/v2'),
    credentials: ['header'],
    granted: scopesOf(...resources, 'webhook'),
    isComplete: ({ query }, { appKey }) => {
      const key = (query as Record<string, unknown>)['gw-dev-app-key']
      return typeof key === 'string' && isSameSecret(key, appKey)
    },
    settings: ({ appKey }) => ({ bank: 'banco-do-brasil', appKey }),
    hasShortLists: true,
  },
  inter: {
    ...standard,
    ...below('/pix/v2'),
    tokenPath: '/oauth/v2/token',
    credentials: ['form'],
    granted: scopesOf(...resources, 'webhook'),
    // The integration has two accounts, so every call names one.
    isComplete: (request, { accountNumber }) =>
      header(request, 'x-conta-corrente') === accountNumber,
    settings: ({ accountNumber }) => ({ bank: 'inter', accountNumber }),
  },
  sicoob: {
    ...standard,
    ...below('/pix/api/v2'),
    tokenPath: '/auth/realms/cooperado/protocol/openid-connect/token',
    credentials: ['certificate'],
    granted: scopesOf(...resources, 'webhook'),
    isComplete: (request, { clientId }) => header(request, 'client_id') === clientId,
    settings: () => ({ bank: 'sicoob' }),
  },
  sicredi: {
    ...standard,
    base: '/api',
    at: (resource) => `/api/${/^\/cob\/./.test(resource) ? 'v3' : 'v2'}${resource}`,
    credentials: ['header'],
    // No callbacks in this contract: a credential has only the scopes that it was granted.
    granted: scopesOf(...resources),
    settings: () => ({ bank: 'sicredi' }),
  },
  itau: {
    ...standard,
    ...below('/pix_recebimentos/v2'),
    tokenPath: '/api/oauth/token',
    credentials: ['form'],
    granted: scopesOf(...resources, 'webhook'),
    isComplete: (request, { clientId }) => header(request, 'x-itau-apikey') === clientId,
    settings: () => ({ bank: 'itau' }),
  },
} satisfies Readonly<Record<string, Bank>>

export type BankName = keyof typeof banks

/** Throws for a name that no bank has. */
export function bankNamed(name: string): BankName {
  if (!Object.hasOwn(banks, name))
    throw new Error(`SANDBOX_PIX_BANK: ${name} is none of ${Object.keys(banks).join(', ')}`)
  return name as BankName
}
