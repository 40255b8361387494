import { Type } from 'typebox'
import { Id, Instant, Nullable } from './fields.ts'
import { place } from './list.ts'
import type { Wire } from './wire.ts'

export const domainStatuses = ['PENDING', 'VERIFIED'] as const
export type DomainStatus = (typeof domainStatuses)[number]

export const RegisterDomainRequest = Type.Object(
  {
    domain: Type.String({
      maxLength: 2_000,
      description: 'Só o hostname, sem https:// e sem caminho. Com e sem www são dois domínios.',
      examples: ['loja.com.br'],
    }),
  },
  { $id: 'RegisterDomainRequest' },
)

/** A larger page than in other lists: most merchants read all domains. */
export const ListDomainsQuery = Type.Object({
  ...place,
  limit: Type.Optional(Type.String({ description: 'De 1 a 100. Padrão: 100.' })),
})

/** The file that proves to the acquirer that the hostname takes part. */
const VerificationFile = Type.Object({
  path: Type.String({ description: 'O endereço HTTPS completo onde o arquivo deve estar.' }),
  content: Type.String({ description: 'O texto exato do arquivo. Não decodifique nem reformate.' }),
})

/** The problem found by the last check. */
const DomainError = Type.Object({
  stage: Type.String({
    description:
      'dns, connect, tls, redirect, status, content-type, content, size, timeout ou provider.',
  }),
  seen: Type.String({ description: 'O que foi visto.' }),
  fix: Type.String({ description: 'O que fazer.' }),
})

export const DomainWire = Type.Object(
  {
    id: Id,
    domain: Type.String({ examples: ['loja.com.br'] }),
    status: Type.Enum([...domainStatuses]),
    verifiedAt: Nullable(Instant),
    /** Null only when the current acquirer has no Device Pay. */
    verificationFile: Nullable(VerificationFile),
    lastCheckedAt: Nullable(Instant),
    lastError: Nullable(DomainError),
    createdAt: Instant,
  },
  { $id: 'DevicePayDomain' },
)
export type DomainWire = Wire<typeof DomainWire>

export const DomainDiagnosis = Type.Object(
  {
    id: Id,
    domain: Type.String(),
    url: Type.String({ description: 'O endereço que olhamos.' }),
    passed: Type.Boolean({
      description: 'Nada de errado daqui. Quem decide é a adquirente, em validate.',
    }),
    checkedAt: Instant,
    checks: Type.Array(
      Type.Object({
        check: Type.Enum([
          'dns',
          'connect',
          'tls',
          'redirect',
          'login',
          'status',
          'content-type',
          'content',
        ]),
        result: Type.Enum(['ok', 'failed', 'not-reached']),
        seen: Nullable(Type.String()),
        fix: Nullable(Type.String({ description: 'O que fazer.' })),
      }),
    ),
  },
  { $id: 'DevicePayDomainDiagnosis' },
)
export type DomainDiagnosis = Wire<typeof DomainDiagnosis>

export const MerchantSessionRequest = Type.Object(
  {
    validationUrl: Type.String({
      description: 'O validationURL do evento do dispositivo, sem alterar.',
    }),
    domain: Type.String({
      description: 'O hostname da página que mostra o botão.',
      examples: ['loja.com.br'],
    }),
  },
  { $id: 'MerchantSessionRequest' },
)

/** Opaque: the device rejects a session that was rebuilt. */
export const MerchantSession = Type.Object(
  {},
  {
    $id: 'MerchantSession',
    additionalProperties: true,
    description: 'Entregue ao dispositivo inteiro, sem tocar.',
  },
)
