import '../reflect-metadata.ts'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { randomSecret } from '../../src/primitives/id.ts'
import { type Certified, privatePem } from '../authority.ts'

/** The content of a certificate of the wallet's authority. */
export interface CertificateOrder {
  /** Distinguished name, as `CN=…, O=…, C=BR`. */
  readonly subject: string
  /** Left out: self-signed. */
  readonly issuer?: Certified
  readonly curve?: Curve
  readonly isAuthority: boolean
  /** For authorities: how many more may be below. */
  readonly pathLength?: number
  readonly usage: x509.KeyUsageFlags
  readonly extensions?: readonly x509.Extension[]
  readonly notBefore?: Date
  readonly notAfter?: Date
}

export type Curve = 'P-256' | 'P-384'

/**
 * Issues a certificate with a key pair of its own. ECDSA throughout: SHA-384 under a P-384 key,
 * else SHA-256.
 */
export async function issueCertificate(order: CertificateOrder): Promise<Certified> {
  const keys = await webcrypto.subtle.generateKey(signatureOf(order.curve ?? 'P-256'), true, [
    'sign',
    'verify',
  ])
  const issuer = order.issuer && new x509.X509Certificate(order.issuer.certificate)
  const signer = order.issuer
    ? await signingKey(order.issuer)
    : { key: keys.privateKey, curve: order.curve ?? 'P-256' }
  const certificate = await x509.X509CertificateGenerator.create({
    subject: order.subject,
    issuer: issuer?.subject ?? order.subject,
    serialNumber: serialNumber(),
    notBefore: order.notBefore ?? validFrom,
    notAfter: order.notAfter ?? validUntil,
    publicKey: keys.publicKey,
    signingKey: signer.key,
    signingAlgorithm: signatureOf(signer.curve),
    extensions: [
      new x509.BasicConstraintsExtension(order.isAuthority, order.pathLength, true),
      new x509.KeyUsagesExtension(order.usage, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...(order.extensions ?? []),
    ],
  })
  return { certificate: certificate.toString('pem'), privateKey: await privatePem(keys.privateKey) }
}

/** An extension without content, a marker: its value is NULL. */
export const marker = (oid: string): x509.Extension =>
  new x509.Extension(oid, false, Buffer.from('0500', 'hex'))

/** An extension that holds a DER UTF8String of at most 127 bytes. */
export const textExtension = (oid: string, text: string): x509.Extension =>
  new x509.Extension(oid, false, Buffer.from([0x0c, Buffer.byteLength(text), ...Buffer.from(text)]))

/**
 * A long validity on both sides: tokens are signed at business time, which can be moved by years.
 */
const validFrom = new Date('2020-01-01T00:00:00Z')
const validUntil = new Date('2049-12-31T23:59:59Z')

const signatureOf = (curve: Curve) => ({
  name: 'ECDSA',
  namedCurve: curve,
  hash: curve === 'P-384' ? 'SHA-384' : 'SHA-256',
})

async function signingKey(issuer: Certified): Promise<{ key: webcrypto.CryptoKey; curve: Curve }> {
  const { publicKey } = new x509.X509Certificate(issuer.certificate)
  const curve =
    'namedCurve' in publicKey.algorithm && publicKey.algorithm.namedCurve === 'P-384'
      ? 'P-384'
      : 'P-256'
  const der = Buffer.from(issuer.privateKey.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  return {
    curve,
    key: await webcrypto.subtle.importKey('pkcs8', der, signatureOf(curve), false, ['sign']),
  }
}

/** Always positive: the first bit is cleared, the second set. */
function serialNumber(): string {
  const serial = randomSecret(8)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  return serial.toString('hex')
}
