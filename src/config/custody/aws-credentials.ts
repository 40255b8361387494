import { ConfigError } from '../../primitives/config-error.ts'
import type { Environment } from '../environment.ts'
import type { AwsCredentials } from './aws-signature.ts'
import { type CustodyResponse, callCustody } from './custody-call.ts'
import { isLoopback, readSettingFile, required } from './custody-settings.ts'

/**
 * Credentials as AWS gives them to a program: in the environment, by the web identity of a
 * Kubernetes service account, or from the agent of a container (ECS, EKS Pod Identity). Profiles of
 * a home directory and the metadata of an EC2 instance are not read.
 */
export async function awsCredentials(env: Environment, region: string): Promise<AwsCredentials> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SESSION_TOKEN: sessionToken } = env
  if (accessKeyId) {
    const secretAccessKey = required(env, 'AWS_SECRET_ACCESS_KEY')
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
  }
  if (env.AWS_WEB_IDENTITY_TOKEN_FILE) return fromWebIdentity(env, region)
  if (env.AWS_CONTAINER_CREDENTIALS_FULL_URI || env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI)
    return fromContainer(env)
  throw new ConfigError('aws-credentials-missing')
}

async function fromWebIdentity(env: Environment, region: string): Promise<AwsCredentials> {
  const tokenFile = required(env, 'AWS_WEB_IDENTITY_TOKEN_FILE')
  const url = `${env.AWS_ENDPOINT_URL_STS || `https://sts.${region}.amazonaws.com`}/`
  const response = await callCustody({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      Action: 'AssumeRoleWithWebIdentity',
      Version: '2011-06-15',
      RoleArn: required(env, 'AWS_ROLE_ARN'),
      RoleSessionName: env.AWS_ROLE_SESSION_NAME || 'guiche',
      WebIdentityToken: readSettingFile(tokenFile, 'AWS_WEB_IDENTITY_TOKEN_FILE'),
    }).toString(),
  })
  return credentialsFrom(url, response, {
    accessKeyId: element(response, 'AccessKeyId'),
    secretAccessKey: element(response, 'SecretAccessKey'),
    sessionToken: element(response, 'SessionToken'),
  })
}

/** The text of an element of XML that appears once. Values of credentials need no unescaping. */
const element = ({ text }: CustodyResponse, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]+)</${name}>`).exec(text)?.[1]

async function fromContainer(env: Environment): Promise<AwsCredentials> {
  const url =
    env.AWS_CONTAINER_CREDENTIALS_FULL_URI ||
    `http://169.254.170.2${env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI}`
  if (!isAgent(url))
    throw new ConfigError('custody-address-not-https', {
      name: 'AWS_CONTAINER_CREDENTIALS_FULL_URI',
    })
  const tokenFile = env.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE
  const token = tokenFile
    ? readSettingFile(tokenFile, 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE')
    : env.AWS_CONTAINER_AUTHORIZATION_TOKEN
  const response = await callCustody({
    url,
    method: 'GET',
    ...(token && { headers: { authorization: token } }),
  })
  const body = jsonOf(response)
  return credentialsFrom(url, response, {
    accessKeyId: body.AccessKeyId,
    secretAccessKey: body.SecretAccessKey,
    sessionToken: body.Token,
  })
}

/** The agents of ECS and EKS have these addresses, and speak plain HTTP on the machine. */
const agents = ['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]']

function isAgent(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'https:') return true
  return url?.protocol === 'http:' && (isLoopback(url.hostname) || agents.includes(url.hostname))
}

function credentialsFrom(
  url: string,
  { status }: CustodyResponse,
  found: Readonly<Record<'accessKeyId' | 'secretAccessKey' | 'sessionToken', unknown>>,
): AwsCredentials {
  const { accessKeyId, secretAccessKey, sessionToken } = found
  if (status === 200 && typeof accessKeyId === 'string' && typeof secretAccessKey === 'string')
    return {
      accessKeyId,
      secretAccessKey,
      ...(typeof sessionToken === 'string' && { sessionToken }),
    }
  const { origin } = new URL(url)
  throw new ConfigError('custody-denied', { where: origin, reason: `HTTP ${status}` })
}

function jsonOf({ text }: CustodyResponse): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
