import { createHash, verify as verifyBytes, webcrypto, X509Certificate } from 'node:crypto'
import * as asn1 from 'asn1js'
import * as pkijs from 'pkijs'
import type { Certified } from '../authority.ts'

/**
 * Signs bytes as detached CMS SignedData: BER with an indefinite length outside, as the wallet's
 * maker sends it. Upper-case hex.
 */
export async function signDetached(content: Buffer, signer: Certified, at: Date): Promise<string> {
  const certificate = pkijs.Certificate.fromBER(derOf(signer.certificate))
  const attributes = [
    attribute(oid.contentType, new asn1.ObjectIdentifier({ value: oid.data })),
    attribute(oid.signingTime, new asn1.UTCTime({ valueDate: at })),
    attribute(oid.messageDigest, new asn1.OctetString({ valueHex: bytesOf(sha256(content)) })),
  ]
  const signed = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes }),
      }),
    ],
    certificates: [certificate],
  })
  const key = await webcrypto.subtle.importKey('pkcs8', derOf(signer.privateKey), p256, false, [
    'sign',
  ])
  await signed.sign(key, 0, 'SHA-256', bytesOf(content))
  const der = Buffer.from(signed.toSchema(true).toBER())
  return `308006092a864886f70d010702a080${der.toString('hex')}00000000`.toUpperCase()
}

/** Whether the hex signature is over these bytes, by a certificate that `root` (PEM) issued. */
export function isSignedUnder(signature: string, content: Buffer, root: string): boolean {
  try {
    const info = pkijs.ContentInfo.fromBER(Buffer.from(signature, 'hex'))
    const signed = new pkijs.SignedData({ schema: info.content })
    const [signer, ...others] = signed.signerInfos
    const [embedded] = signed.certificates ?? []
    if (!signer?.signedAttrs || others.length > 0 || !(embedded instanceof pkijs.Certificate))
      return false
    const leaf = new X509Certificate(Buffer.from(embedded.toSchema().toBER()))
    const authority = new X509Certificate(root)
    const digest = signer.signedAttrs.attributes.find(({ type }) => type === oid.messageDigest)
      ?.values[0]
    return (
      leaf.checkIssued(authority) &&
      leaf.verify(authority.publicKey) &&
      digest instanceof asn1.OctetString &&
      Buffer.from(digest.valueBlock.valueHexView).equals(sha256(content)) &&
      verifyBytes(
        'sha256',
        Buffer.from(signer.signedAttrs.encodedValue),
        leaf.publicKey,
        Buffer.from(signer.signature.valueBlock.valueHexView),
      )
    )
  } catch {
    return false
  }
}

const oid = {
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
} as const

const p256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

const attribute = (type: string, value: asn1.BaseBlock) =>
  new pkijs.Attribute({ type, values: [value] })

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

const derOf = (pem: string): ArrayBuffer =>
  bytesOf(Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64'))

/** A copy in a buffer of its own: small Buffers share one. */
const bytesOf = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer
