import { loginCookie } from '../request/login-access.ts'
import type { Route } from '../route.ts'
import { responseHeaders } from './openapi/headers.ts'
import { operationOf } from './openapi/operation.ts'
import type { Json, Schemas } from './openapi/schemas.ts'
import { tags } from './openapi/tags.ts'
import { webhooksOf } from './openapi/webhooks.ts'

/** The reference for programs (OpenAPI 3.1), built from the schemas that check requests. */
export function openApiFor(routes: readonly Route[], baseUrl: string): Json {
  const schemas: Schemas = {}
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Guichê',
      version: '2026-11-01',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Pagamentos no Brasil: PIX, boleto e cartão. Valores em centavos. Toda resposta tem status, message, data e error; message vem em inglês com Accept-Language: en.',
    },
    servers: [{ url: baseUrl }],
    tags,
    paths,
    webhooks: webhooksOf(schemas),
    components: { schemas: sorted(schemas), headers: responseHeaders, securitySchemes },
  }
}

const securitySchemes: Json = {
  secretKey: {
    type: 'http',
    scheme: 'basic',
    description: 'Usuário x, senha a chave secreta (sk_…). Só no servidor.',
  },
  publicKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-public-key',
    description: 'A chave pública (pk_…), no navegador.',
  },
  login: {
    type: 'apiKey',
    in: 'cookie',
    name: loginCookie,
    description: 'O login de uma pessoa. Mudanças pedem também Origin igual ao do gateway.',
  },
  operator: { type: 'http', scheme: 'bearer', description: 'O token de operador.' },
}

const sorted = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
