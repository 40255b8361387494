import { literal, python } from './literals.ts'
import type { Caller, SampleRequest } from './sample-request.ts'

const credentials: Readonly<Record<Caller, readonly string[]>> = {
  secretKey: ['"Authorization": f"Basic {credentials}"'],
  publicKey: ['"x-public-key": os.environ["GUICHE_PUBLIC_KEY"]'],
  operator: ['"Authorization": "Bearer " + os.environ["GUICHE_ADMIN_TOKEN"]'],
  login: ['"Cookie": os.environ["GUICHE_LOGIN"]', '"Origin": os.environ["GUICHE_URL"]'],
  none: [],
}

/** The request with the standard library. */
export function pythonSample(request: SampleRequest): string {
  const { method, path, caller, body, idempotencyKey, result } = request
  const headers = [
    ...credentials[caller],
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(idempotencyKey === undefined ? [] : [`"Idempotency-Key": "${idempotencyKey}"`]),
  ]
  const data =
    body === undefined ? [] : [`    data=json.dumps(${literal(body, python, 1)}).encode(),`]
  const modules = [
    ...(caller === 'secretKey' ? ['base64'] : []),
    ...(body !== undefined || result === 'json' ? ['json'] : []),
    'os',
  ]
  return [
    ...modules.map((name) => `import ${name}`),
    'from urllib.request import Request, urlopen',
    '',
    ...(caller === 'secretKey' ? [...basic, ''] : []),
    'request = Request(',
    `    os.environ["GUICHE_URL"] + "${path}",`,
    `    method="${method}",`,
    ...(headers.length === 0
      ? []
      : ['    headers={', ...headers.map((each) => `        ${each},`), '    },']),
    ...data,
    ')',
    'with urlopen(request) as response:',
    ...printed[result],
    '',
  ].join('\n')
}

const basic = [
  'secret_key = os.environ["GUICHE_SECRET_KEY"]',
  'credentials = base64.b64encode(f"x:{secret_key}".encode()).decode()',
]

const printed: Readonly<Record<SampleRequest['result'], readonly string[]>> = {
  json: ['    print(json.load(response))'],
  stream: ['    for line in response:', '        print(line.decode(), end="")'],
  file: ['    content = response.read()', 'print(len(content), "bytes")'],
}
