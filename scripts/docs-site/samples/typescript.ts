import { javascript, literal } from './literals.ts'
import type { Caller, SampleRequest } from './sample-request.ts'
import { sdkProgram } from './sdk-calls.ts'

/** The request with `@guiche/server`, or with fetch where the SDK does not have it. */
export function typescriptSample(request: SampleRequest): string {
  const program = sdkProgram(request, (value) => literal(value, javascript))
  if (program === undefined) return fetchSample(request)
  return [
    ...(program.includes('readFile(') ? ["import { readFile } from 'node:fs/promises'"] : []),
    "import { Guiche } from '@guiche/server'",
    '',
    'const guiche = new Guiche({',
    "  secretKey: process.env.GUICHE_SECRET_KEY ?? '',",
    "  baseUrl: process.env.GUICHE_URL ?? '',",
    '})',
    program,
    '',
  ].join('\n')
}

const credentials: Readonly<Record<Caller, readonly string[]>> = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  secretKey: ['authorization: `Basic ${btoa(`x:${process.env.GUICHE_SECRET_KEY}`)}`'],
  publicKey: ["'x-public-key': process.env.GUICHE_PUBLIC_KEY ?? ''"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
  operator: ['authorization: `Bearer ${process.env.GUICHE_ADMIN_TOKEN}`'],
  login: ["cookie: process.env.GUICHE_LOGIN ?? ''", "origin: process.env.GUICHE_URL ?? ''"],
  none: [],
}

function fetchSample({ method, path, caller, body, idempotencyKey, result }: SampleRequest) {
  const headers = [
    ...credentials[caller],
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
    ...(idempotencyKey === undefined ? [] : [`'idempotency-key': '${idempotencyKey}'`]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0
      ? []
      : ['  headers: {', ...headers.map((each) => `    ${each},`), '  },']),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, javascript, 1)}),`]),
  ]
  const url = `\`\${process.env.GUICHE_URL}${path}\``
  return [
    options.length === 0
      ? `const response = await fetch(${url})`
      : [`const response = await fetch(${url}, {`, ...options, '})'].join('\n'),
    ...printed[result],
    '',
  ].join('\n')
}

const printed: Readonly<Record<SampleRequest['result'], readonly string[]>> = {
  json: ['console.log(await response.json())'],
  stream: [
    'for await (const bytes of response.body ?? [])',
    '  console.log(new TextDecoder().decode(bytes))',
  ],
  file: ["console.log((await response.arrayBuffer()).byteLength, 'bytes')"],
}
