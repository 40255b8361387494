import { realNow, systemClock } from '../../primitives/clock.ts'
import { ConfigError } from '../../primitives/config-error.ts'
import type { Environment } from '../environment.ts'
import { awsCredentials } from './aws-credentials.ts'
import { type AwsCredentials, signAwsPost } from './aws-signature.ts'
import type { Custody, SecretSetting } from './custody.ts'
import { type CustodyResponse, callCustody } from './custody-call.ts'
import { custodyKey, required, secureUrl } from './custody-settings.ts'

/**
 * AWS KMS by its JSON protocol. The purpose of a setting is in the encryption context, so a value
 * of one setting does not open as another, and CloudTrail shows which one was opened.
 */
export function openAwsKms(env: Environment): Custody {
  const keyId = custodyKey(env)
  const region = env.AWS_REGION || required(env, 'AWS_DEFAULT_REGION')
  const endpoint = env.AWS_ENDPOINT_URL_KMS
    ? secureUrl(env, 'AWS_ENDPOINT_URL_KMS').replace(/\/+$/, '')
    : `https://kms.${region}.amazonaws.com`
  let credentials: Promise<AwsCredentials> | undefined

  /** One field of the response. */
  async function call(
    operation: 'Encrypt' | 'Decrypt',
    { name, purpose }: SecretSetting,
    fields: Readonly<Record<string, string>>,
  ): Promise<string> {
    const body = JSON.stringify({
      KeyId: keyId,
      EncryptionContext: { 'guiche:setting': purpose },
      ...fields,
    })
    credentials ??= awsCredentials(env, region)
    const url = `${endpoint}/`
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `TrentService.${operation}`,
    }
    const response = await callCustody({
      ...{ url, method: 'POST', body },
      headers: signAwsPost(
        { url, headers, body },
        {
          service: 'kms',
          region,
          credentials: await credentials,
          at: realNow(systemClock()),
        },
      ),
      isBusy: (each) => busyErrors.has(errorOf(each).type),
    })
    const answer = bodyOf(response)
    const result = operation === 'Encrypt' ? answer.CiphertextBlob : answer.Plaintext
    if (response.status === 200 && typeof result === 'string') return result
    const { type, reason } = errorOf(response)
    if (refusals.has(type)) throw new ConfigError('custody-denied', { where: endpoint, reason })
    throw new ConfigError('custody-cannot-open', { name, where: endpoint, reason })
  }

  return {
    async wrap(plain, setting) {
      const blob = await call('Encrypt', setting, {
        Plaintext: Buffer.from(plain).toString('base64'),
      })
      return `${prefix}${blob}`
    },
    async unwrap(wrapped, setting) {
      const blob = wrapped.slice(prefix.length)
      const plain = await call('Decrypt', setting, { CiphertextBlob: blob })
      return Buffer.from(plain, 'base64').toString()
    },
    close: async () => {},
  }
}

const prefix = 'aws-kms:'

const busyErrors = new Set([
  'ThrottlingException',
  'LimitExceededException',
  'DependencyTimeoutException',
  'KMSInternalException',
  'InternalFailure',
])

/** The errors of credentials and of rights. The others are of the key or of the value. */
const refusals = new Set([
  'AccessDeniedException',
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'SignatureDoesNotMatch',
  'IncompleteSignature',
  'InvalidClientTokenId',
  'MissingAuthenticationTokenException',
  'ExpiredTokenException',
])

interface KmsAnswer {
  readonly CiphertextBlob?: unknown
  readonly Plaintext?: unknown
  readonly __type?: unknown
  readonly message?: unknown
  readonly Message?: unknown
}

function bodyOf({ text }: CustodyResponse): KmsAnswer {
  try {
    return Object(JSON.parse(text)) as KmsAnswer
  } catch {
    return {}
  }
}

/** The type is written as `AccessDeniedException` or as `com.amazonaws.kms#AccessDenied…`. */
function errorOf(response: CustodyResponse): { readonly type: string; readonly reason: string } {
  const { __type, message, Message } = bodyOf(response)
  const type = typeof __type === 'string' ? (__type.split('#').at(-1) ?? '') : ''
  const words = [message, Message].find((each) => typeof each === 'string')
  return { type, reason: [type || `HTTP ${response.status}`, words].filter(Boolean).join(': ') }
}
