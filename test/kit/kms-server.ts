import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignatureV4 } from '@smithy/signature-v4'

/** Credentials that the server accepts. With a session token they are temporary. */
export interface KmsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export interface KmsServer {
  readonly url: string
  readonly keyId: string
  /** The next calls are throttled. */
  throttle(calls: number): void
  /** The service gives these by a web identity and by the agent of a container. */
  readonly temporary: KmsCredentials
  /** Encryption contexts of the calls so far. */
  readonly contexts: readonly unknown[]
  stop(): Promise<void>
}

/** What proves the identity of the program to the two sources of temporary credentials. */
export const webIdentityToken = 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln'
export const containerToken = 'container-token'

/**
 * AWS KMS (Encrypt and Decrypt) by its JSON protocol, STS's AssumeRoleWithWebIdentity, and the
 * credentials agent of a container. Signatures are checked with AWS's own signer.
 */
export async function startKmsServer(permanent: KmsCredentials): Promise<KmsServer> {
  const keyId = '1234abcd-12ab-34cd-56ef-1234567890ab'
  const key = randomBytes(32)
  const temporary = {
    accessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(30).toString('base64'),
    sessionToken: randomBytes(60).toString('base64'),
  }
  const contexts: unknown[] = []
  let throttled = 0

  const refused = (type: string, message: string) => ({
    status: 400,
    body: JSON.stringify({ __type: type, message }),
  })

  async function kms(headers: IncomingHttpHeaders, text: string) {
    const problem = await signatureProblem([permanent, temporary], { headers, text })
    if (problem) return refused(...problem)
    if (throttled > 0) {
      throttled -= 1
      return refused('ThrottlingException', 'You have exceeded the rate at which you may call KMS.')
    }
    const asked = JSON.parse(text) as Readonly<Record<string, string>>
    if (![keyId, 'alias/guiche'].includes(asked.KeyId ?? ''))
      return refused('NotFoundException', `Key '${asked.KeyId}' does not exist`)
    contexts.push(asked.EncryptionContext)
    const context = Buffer.from(JSON.stringify(asked.EncryptionContext ?? {}))
    const arn = `arn:aws:kms:sa-east-1:111122223333:key/${keyId}`
    switch (headers['x-amz-target']) {
      case 'TrentService.Encrypt': {
        const nonce = randomBytes(12)
        const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context)
        const plain = Buffer.from(asked.Plaintext ?? '', 'base64')
        const box = [nonce, cipher.update(plain), cipher.final()]
        const blob = Buffer.concat([...box, cipher.getAuthTag()]).toString('base64')
        return { status: 200, body: JSON.stringify({ CiphertextBlob: blob, KeyId: arn }) }
      }
      case 'TrentService.Decrypt':
        try {
          const blob = Buffer.from(asked.CiphertextBlob ?? '', 'base64')
          const cipher = createDecipheriv('aes-256-gcm', key, blob.subarray(0, 12)).setAAD(context)
          cipher.setAuthTag(blob.subarray(-16))
          const plain = [cipher.update(blob.subarray(12, -16)), cipher.final()]
          const Plaintext = Buffer.concat(plain).toString('base64')
          return { status: 200, body: JSON.stringify({ Plaintext, KeyId: arn }) }
        } catch {
          return refused('InvalidCiphertextException', '')
        }
      default:
        return refused('UnknownOperationException', '')
    }
  }

  function sts(text: string) {
    const asked = new URLSearchParams(text)
    if (asked.get('WebIdentityToken') !== webIdentityToken || !asked.get('RoleArn'))
      return {
        status: 400,
        body: '<ErrorResponse><Code>InvalidIdentityToken</Code></ErrorResponse>',
      }
    const { accessKeyId, secretAccessKey, sessionToken } = temporary
    return {
      status: 200,
      body: `<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>
        <AccessKeyId>${accessKeyId}</AccessKeyId>
        <SecretAccessKey>${secretAccessKey}</SecretAccessKey>
        <SessionToken>${sessionToken}</SessionToken>
        </Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`,
    }
  }

  function agent(headers: IncomingHttpHeaders) {
    if (headers.authorization !== containerToken) return { status: 401, body: '{}' }
    const { accessKeyId, secretAccessKey, sessionToken } = temporary
    const Expiration = '2030-01-01T00:00:00Z'
    return {
      status: 200,
      body: JSON.stringify({
        ...{ AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken },
        Expiration,
      }),
    }
  }

  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { status, body } =
      request.url === '/container'
        ? agent(request.headers)
        : request.headers['x-amz-target']
          ? await kms(request.headers, text)
          : sts(text)
    response.writeHead(status).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keyId,
    temporary,
    contexts,
    throttle(calls) {
      throttled = calls
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The error of a request whose signature is not that of one of these credentials. */
async function signatureProblem(
  accepted: readonly KmsCredentials[],
  { headers, text }: { readonly headers: IncomingHttpHeaders; readonly text: string },
): Promise<readonly [type: string, message: string] | undefined> {
  const { authorization = '' } = headers
  const [, id, region = ''] =
    /Credential=([^/]+)\/\d{8}\/([^/]+)\/kms\/aws4_request,/.exec(authorization) ?? []
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(authorization) ?? []
  const credentials = accepted.find(({ accessKeyId }) => accessKeyId === id)
  if (!credentials)
    return ['UnrecognizedClientException', 'The security token included in the request is invalid.']
  if (credentials.sessionToken !== headers['x-amz-security-token'])
    return ['UnrecognizedClientException', 'The security token included in the request is invalid.']
  const date = String(headers['x-amz-date'])
  const at = new Date(date.replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z'))
  if (Math.abs(Date.now() - at.getTime()) > 5 * 60_000)
    return ['InvalidSignatureException', 'Signature expired']
  const signer = new SignatureV4({ credentials, region, service: 'kms', sha256: Sha256 })
  const signedNames = names.split(';')
  const unsigned = ['x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256']
  const { headers: expected } = await signer.sign(
    {
      method: 'POST',
      protocol: 'http:',
      hostname: '127.0.0.1',
      path: '/',
      query: {},
      headers: Object.fromEntries(
        signedNames
          .filter((name) => !unsigned.includes(name))
          .map((name) => [name, String(headers[name])]),
      ),
      body: text,
    },
    {
      signingDate: at,
      signableHeaders: new Set(signedNames),
      ...(!signedNames.includes('x-amz-content-sha256') && {
        unsignableHeaders: new Set(['x-amz-content-sha256']),
      }),
    },
  )
  const signature = /Signature=(.*)$/
  return signature.exec(expected.authorization ?? '')?.[1] === signature.exec(authorization)?.[1]
    ? undefined
    : ['InvalidSignatureException', 'The request signature we calculated does not match.']
}

/** SHA-256 as AWS's signer wants it. */
export class Sha256 {
  readonly #hash: ReturnType<typeof createHash | typeof createHmac>
  constructor(secret?: unknown) {
    this.#hash = secret ? createHmac('sha256', bytesOf(secret)) : createHash('sha256')
  }
  update(data: unknown): void {
    this.#hash.update(bytesOf(data))
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
  reset(): void {}
}

function bytesOf(data: unknown): Buffer {
  if (typeof data === 'string') return Buffer.from(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : Buffer.from(data as Uint8Array)
}
