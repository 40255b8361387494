import { createHash, sign, X509Certificate } from 'node:crypto'
import { fromBER, Sequence } from 'asn1js'
import type { Certified } from '../authority.ts'
import {
  element,
  integer,
  nothing,
  objectId,
  octetString,
  openElement,
  sequence,
  setOf,
  utcTime,
} from './der.ts'

/**
 * How a token's signature is created (docs/design/device-wallet.md#token-signature). What a device
 * does is in `asDevicesSign`.
 */
export interface SignatureOrder {
  /** The signed parts, concatenated. */
  readonly content: Buffer
  /** `undefined`: the attribute is left out. */
  readonly signedAt: Date | undefined
  /** The certificates inside the signature, PEM. */
  readonly certificates: readonly string[]
  readonly signers: readonly Signer[]
  readonly hash: 'sha256' | 'sha1'
  /** False: the content itself is signed. */
  readonly hasAttributes: boolean
  readonly contentType: string
  /** `undefined`: the attribute is left out. */
  readonly messageDigest: Buffer | undefined
  /** The content is included in the signature. */
  readonly isAttached: boolean
  readonly form: 'BER' | 'DER'
}

export interface Signer {
  /** The certificate that the signature names, PEM. */
  readonly certificate: string
  /** The key that signs, PEM. */
  readonly privateKey: string
}

export const idData = '1.2.840.113549.1.7.1'
export const idSignedData = '1.2.840.113549.1.7.2'

/** The order a device follows. */
export const asDevicesSign = (
  content: Buffer,
  signedAt: Date,
  {
    broker,
    integration,
    form,
  }: { readonly broker: Certified; readonly integration: Certified; readonly form: 'BER' | 'DER' },
): SignatureOrder => ({
  content,
  signedAt,
  certificates: [broker.certificate, integration.certificate],
  signers: [broker],
  hash: 'sha256',
  hasAttributes: true,
  contentType: idData,
  messageDigest: createHash('sha256').update(content).digest(),
  isAttached: false,
  form,
})

/** A CMS SignedData inside its ContentInfo. */
export function signToken(order: SignatureOrder): Buffer {
  const open = order.form === 'BER' ? openElement : element
  const inside = order.isAttached ? [open(0xa0, octetString(order.content))] : []
  const signed = open(
    0x30,
    integer(1),
    setOf(algorithm(hashes[order.hash])),
    open(0x30, objectId(idData), ...inside),
    open(0xa0, ...order.certificates.map((pem) => new X509Certificate(pem).raw)),
    setOf(...order.signers.map((signer) => signerInfo(order, signer))),
  )
  return open(0x30, objectId(idSignedData), open(0xa0, signed))
}

const hashes = {
  sha256: '2.16.840.1.101.3.4.2.1',
  sha1: '1.3.14.3.2.26',
}
const ecdsaWith = {
  sha256: '1.2.840.10045.4.3.2',
  sha1: '1.2.840.10045.4.1',
}

const algorithm = (oid: string): Buffer => sequence(objectId(oid), nothing())

function signerInfo(order: SignatureOrder, { certificate, privateKey }: Signer): Buffer {
  const attributes = Buffer.concat(order.hasAttributes ? attributesOf(order) : [])
  // Signed as a SET, sent under the tag [0] (RFC 5652, 5.4).
  const signed = order.hasAttributes ? setOf(attributes) : order.content
  return sequence(
    integer(1),
    nameOf(certificate),
    algorithm(hashes[order.hash]),
    ...(order.hasAttributes ? [element(0xa0, attributes)] : []),
    sequence(objectId(ecdsaWith[order.hash])),
    octetString(sign(order.hash, signed, privateKey)),
  )
}

/** In the order of DER, which is the one of their lengths here. */
function attributesOf({ contentType, signedAt, hash, messageDigest }: SignatureOrder): Buffer[] {
  const attribute = (type: string, value: Buffer) =>
    sequence(objectId(`1.2.840.113549.1.9.${type}`), setOf(value))
  const protection = [algorithm(hashes[hash]), element(0xa1, objectId(ecdsaWith[hash]))]
  return [
    attribute('3', objectId(contentType)),
    ...(signedAt ? [attribute('5', utcTime(signedAt))] : []),
    attribute('52', sequence(...protection)),
    ...(messageDigest ? [attribute('4', octetString(messageDigest))] : []),
  ].toSorted(Buffer.compare)
}

/** IssuerAndSerialNumber, from the certificate's own bytes. */
function nameOf(pem: string): Buffer {
  const parts = partsOf(partsOf(fromBER(new X509Certificate(pem).raw).result)[0])
  const [, serial, , issuer] = parts
  if (!serial || !issuer) throw new Error('a certificate of version 3 was expected')
  return sequence(
    Buffer.from(issuer.valueBeforeDecodeView),
    Buffer.from(serial.valueBeforeDecodeView),
  )
}

const partsOf = (block: unknown) => (block instanceof Sequence ? block.valueBlock.value : [])
