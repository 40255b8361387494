import { openApiFor } from '../../src/http/meta/openapi.ts'
import { routes } from '../../src/http/routes.ts'
import type { ApiDocument } from './samples/sample-request.ts'

/** The API of this version. Its address is that of an example. */
export const apiDocument = (): ApiDocument =>
  openApiFor(routes, 'https://pagamentos.exemplo.com.br') as unknown as ApiDocument
