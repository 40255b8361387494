import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SignatureV4 } from '@smithy/signature-v4'
import { Sha256 } from '../../../test/kit/kms-server.ts'
import { signAwsPost } from './aws-signature.ts'

/* The published key and date of AWS's own test suite of Signature Version 4. */
const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}
const at = new Date('2015-08-30T12:36:00Z')

test('the cases of the published suite have their signatures', () => {
  const signed = signAwsPost(
    { url: 'https://example.amazonaws.com/', headers: {}, body: '' },
    { service: 'service', region: 'us-east-1', credentials, at },
  )
  assert.equal(
    signed.authorization,
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  )
  const form = signAwsPost(
    {
      url: 'https://example.amazonaws.com/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'Param1=value1',
    },
    { service: 'service', region: 'us-east-1', credentials, at },
  )
  assert.match(
    form.authorization ?? '',
    /Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a$/,
  )
})

for (const sessionToken of [undefined, 'a session token'])
  test(`AWS's signer makes the same signature with ${sessionToken ?? 'no session'}`, async () => {
    const body = JSON.stringify({ KeyId: 'alias/guiche', Plaintext: 'c2VncmVkbw==' })
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'TrentService.Encrypt',
    }
    const given = { ...credentials, ...(sessionToken && { sessionToken }) }
    const ours = signAwsPost(
      { url: 'https://kms.sa-east-1.amazonaws.com/', headers, body },
      { service: 'kms', region: 'sa-east-1', credentials: given, at },
    )
    const signer = new SignatureV4({
      ...{ credentials: given, region: 'sa-east-1', service: 'kms', sha256: Sha256 },
      applyChecksum: false,
    })
    const theirs = await signer.sign(
      {
        ...{ method: 'POST', protocol: 'https:', hostname: 'kms.sa-east-1.amazonaws.com' },
        ...{ path: '/', query: {}, body },
        headers: { ...headers, host: 'kms.sa-east-1.amazonaws.com' },
      },
      { signingDate: at },
    )
    assert.equal(ours.authorization, theirs.headers.authorization)
  })
