import '../reflect-metadata.ts'
import { createHash, X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { type Certified, kept } from '../authority.ts'
import { issueCertificate, textExtension } from './certificate.ts'
import { openWalletPki, userId, walletFolder } from './pki.ts'

/**
 * The key pair tokens for one acquirer are encrypted to
 * (docs/design/device-wallet.md#who-holds-which-key).
 */
export interface ProcessingKey extends Certified {
  readonly merchantIdentifier: string
  /**
   * SHA-256 of the certificate's SubjectPublicKeyInfo, base64: the header field of every token for
   * it.
   */
  readonly publicKeyHash: string
}

/**
 * The processing key of an acquirer by its simulator's name (`cielo`), the same one after a
 * restart.
 */
export async function openProcessingKey(home: string, acquirer: string): Promise<ProcessingKey> {
  const merchantIdentifier = merchantIdentifierOf(acquirer)
  const { root } = await openWalletPki(home)
  const pair = await kept(walletFolder(home), `processing-${acquirer}`, () =>
    issueCertificate({
      subject: [
        `${userId}=${merchantIdentifier}`,
        `CN=Payment Processing: ${merchantIdentifier}`,
        'O=Guiche Sandbox, C=BR',
      ].join(', '),
      issuer: root,
      isAuthority: false,
      usage: x509.KeyUsageFlags.keyEncipherment | x509.KeyUsageFlags.keyAgreement,
      extensions: [
        textExtension(
          merchantMarker,
          sha256(Buffer.from(merchantIdentifier)).toString('hex').toUpperCase(),
        ),
      ],
    }),
  )
  return {
    ...pair,
    merchantIdentifier,
    publicKeyHash: sha256(subjectPublicKey(pair.certificate)).toString('base64'),
  }
}

/** The merchant identifier of the owner of a processing key. */
export const merchantIdentifierOf = (acquirer: string): string => `merchant.sandbox.${acquirer}`

/** Holds the merchant identifier's SHA-256 in hex. */
const merchantMarker = '1.2.840.113635.100.6.32'

const subjectPublicKey = (pem: string): Buffer =>
  new X509Certificate(pem).publicKey.export({ format: 'der', type: 'spki' })

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
