import type { Locale } from './page.ts'
import { curlSample } from './samples/curl.ts'
import { type ApiDocument, sampleRequests } from './samples/sample-request.ts'

/** The API reference for programs: each operation with its summary and a request in curl. */
export function apiText(document: ApiDocument, locale: Locale): string {
  const requests = new Map(
    sampleRequests(document).map((request) => [request.operationId, request]),
  )
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      title: `${method.toUpperCase()} ${path}`,
    })),
  )
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))]
  const sections = tags.flatMap((tag) => [
    `## ${tag}`,
    ...operations
      .filter((operation) => operation.tags.includes(tag))
      .flatMap(({ title, summary, description, operationId }) => {
        const request = requests.get(operationId)
        return [
          `### ${title}`,
          [summary, description].filter(Boolean).join('. '),
          ...(request ? [`\`\`\`sh\n${curlSample(request)}\`\`\``] : []),
        ]
      }),
  ])
  return `${[...head[locale], ...sections].join('\n\n')}\n`
}

const head = {
  'pt-BR': [
    '# Referência da API',
    'Cada operação com uma requisição em curl. Os campos das requisições e das respostas estão em [/openapi.json](/openapi.json).',
  ],
  en: [
    '# API reference',
    'Each operation with a request in curl, described in Portuguese. The fields of requests and responses are in [/openapi.json](/openapi.json).',
  ],
} as const
