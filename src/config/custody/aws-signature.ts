import { createHash, createHmac } from 'node:crypto'

/** Credentials of AWS. With a session token they are temporary. */
export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

interface SignedRequest {
  readonly url: string
  /** Lower-case names. Each one is signed. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The headers of a POST to the path `/` of an AWS service, with its signature: AWS Signature
 * Version 4 for requests of the JSON protocol, which have no other path and no query.
 */
export function signAwsPost(
  { url, headers, body }: SignedRequest,
  {
    service,
    region,
    credentials,
    at,
  }: {
    readonly service: string
    readonly region: string
    readonly credentials: AwsCredentials
    readonly at: Date
  },
): Record<string, string> {
  const amzDate = at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const { sessionToken } = credentials
  const signed: Record<string, string> = {
    ...headers,
    host: new URL(url).host,
    'x-amz-date': amzDate,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  }
  const names = Object.keys(signed).toSorted()
  const canonicalRequest = [
    'POST',
    '/',
    '',
    ...names.map((name) => `${name}:${signed[name]?.trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')

  const scope = [amzDate.slice(0, 8), region, service, 'aws4_request']
  const toSign = ['AWS4-HMAC-SHA256', amzDate, scope.join('/'), sha256(canonicalRequest)].join('\n')
  const key = scope.reduce<Buffer>(
    (from, part) => hmac(from, part),
    Buffer.from(`AWS4${credentials.secretAccessKey}`),
  )
  const credential = `${credentials.accessKeyId}/${scope.join('/')}`
  const signature = hmac(key, toSign).toString('hex')
  return {
    ...signed,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
