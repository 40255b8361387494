import { literal, php } from './literals.ts'
import type { Caller, SampleRequest } from './sample-request.ts'

const credentials: Readonly<Record<Caller, readonly string[]>> = {
  secretKey: ["'Authorization: Basic ' . base64_encode('x:' . getenv('GUICHE_SECRET_KEY'))"],
  publicKey: ["'x-public-key: ' . getenv('GUICHE_PUBLIC_KEY')"],
  operator: ["'Authorization: Bearer ' . getenv('GUICHE_ADMIN_TOKEN')"],
  login: ["'Cookie: ' . getenv('GUICHE_LOGIN')", "'Origin: ' . getenv('GUICHE_URL')"],
  none: [],
}

/** The request without packages. */
export function phpSample(request: SampleRequest): string {
  const { method, path, caller, body, idempotencyKey, result } = request
  const headers = [
    ...credentials[caller],
    ...(body === undefined ? [] : ["'Content-Type: application/json'"]),
    ...(idempotencyKey === undefined ? [] : [`'Idempotency-Key: ${idempotencyKey}'`]),
  ]
  return [
    '<?php',
    "$options = ['http' => [",
    `    'method' => '${method}',`,
    ...(headers.length === 0
      ? []
      : ["    'header' => [", ...headers.map((each) => `        ${each},`), '    ],']),
    ...(body === undefined ? [] : [`    'content' => json_encode(${literal(body, php, 1)}),`]),
    "    'ignore_errors' => true, // A rejection has a body too.",
    ']];',
    `$url = getenv('GUICHE_URL') . '${path}';`,
    ...printed[result],
    '',
  ].join('\n')
}

const context = 'stream_context_create($options)'
const printed: Readonly<Record<SampleRequest['result'], readonly string[]>> = {
  json: [
    `$response = file_get_contents($url, false, ${context});`,
    'print_r(json_decode($response, true));',
  ],
  stream: [
    `$stream = fopen($url, 'r', false, ${context});`,
    'while (($line = fgets($stream)) !== false) {',
    '    echo $line;',
    '}',
  ],
  file: [
    `$content = file_get_contents($url, false, ${context});`,
    "echo strlen($content), ' bytes', PHP_EOL;",
  ],
}
