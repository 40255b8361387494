import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import { endpoint } from '../request/endpoint.ts'

/**
 * Browsers are redirected to the docs. Programs receive the addresses of the main documents.
 */
export const getRoot = endpoint({
  summary: 'Por onde começar',
  documents: { 302: [] },
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
