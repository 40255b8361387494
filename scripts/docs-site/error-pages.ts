import { advice, sample } from '../../src/http/meta/error-texts.ts'
import { responses } from '../../src/http/rejection-responses.ts'
import { type RejectionCode, rejectionCodes } from '../../src/primitives/rejection.ts'
import { addressOf, bothLanguages, type Locale, type Page } from './page.ts'
import type { ApiDocument } from './samples/sample-request.ts'

/** The routes that return each code, as `POST /api/user/transactions`. */
export type RoutesByCode = ReadonlyMap<string, readonly string[]>

/** The list of error codes, and a page for each. */
export const errorPages = (routes: RoutesByCode): Page[] => [
  ...bothLanguages('errors', (locale) => ({
    title: locale === 'en' ? 'Error codes' : 'Códigos de erro',
    body: errorList(locale),
  })),
  ...rejectionCodes.flatMap((code) =>
    bothLanguages(`errors/${code}`, (locale) => ({
      title: code,
      body: errorPage({ code, locale, routes: routes.get(code) ?? [] }),
    })),
  ),
]

/** The routes of an OpenAPI document by the codes in the descriptions of their responses. */
export function routesByCode({ paths }: Pick<ApiDocument, 'paths'>): RoutesByCode {
  const found = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods))
      for (const [status, { description }] of Object.entries(operation.responses))
        if (Number(status) >= 400)
          for (const code of description.split(', '))
            found.set(code, [...(found.get(code) ?? []), `${method.toUpperCase()} ${path}`])
  return found
}

const textOf = (code: RejectionCode, locale: Locale): string =>
  escaped(sample(responses[code], locale === 'en' ? 'en' : 'pt'))

/** A text with signs that Markdown would read. */
const escaped = (text: string): string => text.replace(/[|*_<>[\]`]/g, '\\$&')

function errorList(locale: Locale): string {
  const statuses = [...new Set(rejectionCodes.map((code) => responses[code].status))].sort(
    (a, b) => a - b,
  )
  const intro =
    locale === 'en'
      ? `A program reads \`error.code\`, which never changes. A person reads \`message\`.
\`error.docs\` of each response is the address of the code's page. \`{…}\` stands for a value of the
case.`
      : `O programa lê \`error.code\`, que não muda. A pessoa lê \`message\`. \`error.docs\` é o
endereço da página do código. \`{…}\` está no lugar de um valor do caso.`
  return [intro, ...statuses.map((status) => statusSection(status, locale)), ''].join('\n\n')
}

function statusSection(status: number, locale: Locale): string {
  const head = locale === 'en' ? '| code | message |' : '| código | mensagem |'
  const rows = rejectionCodes
    .filter((code) => responses[code].status === status)
    .map(
      (code) =>
        `| [\`${code}\`](${addressOf(`errors/${code}`, locale)}) | ${textOf(code, locale)} |`,
    )
  return [
    `## ${status}\n\n${advice(status, locale === 'en' ? 'en' : 'pt')}\n`,
    head,
    '|---|---|',
    ...rows,
  ].join('\n')
}

function errorPage({
  code,
  locale,
  routes,
}: {
  readonly code: RejectionCode
  readonly locale: Locale
  readonly routes: readonly string[]
}): string {
  const isEnglish = locale === 'en'
  const { status } = responses[code]
  return [
    `> ${textOf(code, locale)}`,
    `**HTTP ${status}.** ${advice(status, isEnglish ? 'en' : 'pt')}`,
    ...routeList(routes, locale),
    isEnglish
      ? `The body of the response has this form ([all codes](${addressOf('errors', locale)})):`
      : `O corpo da resposta tem esta forma ([todos os códigos](${addressOf('errors', locale)})):`,
    `\`\`\`json\n${exampleBody(code, locale)}\n\`\`\``,
    '',
  ].join('\n\n')
}

/** A code of the frame, such as `rate-limited`, is in most routes: a list would say nothing. */
const mostRoutes = 25

function routeList(routes: readonly string[], locale: Locale): string[] {
  if (routes.length === 0) return []
  const title = locale === 'en' ? '## Routes' : '## Rotas'
  if (routes.length > mostRoutes)
    return [
      title,
      locale === 'en'
        ? `${routes.length} routes of the [API](${addressOf('api', locale)}) can return this code.`
        : `${routes.length} rotas da [API](${addressOf('api', locale)}) podem devolver este código.`,
    ]
  return [title, routes.map((route) => `- \`${route}\``).join('\n')]
}

function exampleBody(code: RejectionCode, locale: Locale): string {
  const message = sample(responses[code], locale === 'en' ? 'en' : 'pt')
  const { status } = responses[code]
  const docs = `https://pagamentos.exemplo.com.br/docs/errors/${code}`
  return JSON.stringify({ status, message, data: null, error: { code, message, docs } }, null, 2)
}
