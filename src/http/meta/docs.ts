import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import { randomBase62 } from '../../primitives/id.ts'
import { Rejection, rejectionCodes } from '../../primitives/rejection.ts'
import { responses } from '../rejection-responses.ts'
import { endpoint, type RawResponse } from '../request/endpoint.ts'
import { errorPage, errorsPage } from './error-pages.ts'
import { eventsPage } from './event-catalogue.ts'
import { referencePage } from './reference-page.ts'

/**
 * Browsers are redirected to the reference. Programs receive the addresses of the main documents.
 */
export const getRoot = endpoint({
  summary: 'Por onde começar',
  answer: envelopeOf(
    Type.Object({ docs: Type.String(), openapi: Type.String(), health: Type.String() }),
  ),
  handle({ app }, { headers }) {
    const { baseUrl } = app.links
    if (headers.accept?.includes('text/html'))
      return {
        status: 302,
        body: '',
        headers: { location: '/docs', 'content-type': 'text/plain', vary: 'accept' },
      }
    return {
      message: { pt: 'A API do Guichê.', en: 'The Guichê API.' },
      data: {
        docs: `${baseUrl}/docs`,
        openapi: `${baseUrl}/openapi.json`,
        health: `${baseUrl}/health/ready`,
      },
    }
  },
})

/**
 * The reference for people: one page, built from the OpenAPI document, without external resources.
 */
export const getDocs = endpoint({
  summary: 'A referência desta API',
  handle: ({ openApi }) => page((nonce) => referencePage(openApi(), { nonce })),
})

export const getEventsPage = endpoint({
  summary: 'Os tipos de evento',
  handle: () => page((nonce) => eventsPage({ nonce })),
})

export const getErrorPages = endpoint({
  summary: 'Os códigos de erro',
  handle: () => page((nonce) => errorsPage({ nonce })),
})

export const getErrorPage = endpoint({
  summary: 'O que um código de erro quer dizer',
  rejections: ['not-found'],
  handle(_edge, { params }) {
    const code = rejectionCodes.find((each) => each === params.code)
    if (code === undefined) throw new Rejection('not-found')
    return page((nonce) => errorPage(code, responses[code], { nonce }))
  },
})

function page(render: (nonce: string) => string): RawResponse {
  const nonce = randomBase62(22)
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    status: 200,
    body: render(nonce),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
    },
  }
}
