import { hash, type KeyObject, X509Certificate } from 'node:crypto'
import {
  bytesOf,
  type Element,
  inSequence,
  inSet,
  instant,
  inTag,
  integerBytes,
  objectId,
  octets,
  only,
  readAsn1,
  UnexpectedAsn1,
} from './asn1.ts'

/** A token's signature, decoded and not verified. */
export interface TokenSignature {
  readonly certificates: CertificatePair
  readonly signer: CertificateName
  /** The signed bytes: the signed attributes' DER as a SET (RFC 5652, 5.4). */
  readonly signedAttributes: Buffer
  readonly contentType: string
  readonly messageDigest: Buffer
  readonly signingTime: Date
  /** DER (r, s). */
  readonly value: Buffer
}

/** The two certificates of a token. Almost all tokens have the same two. */
export interface CertificatePair {
  readonly both: readonly [TokenCertificate, TokenCertificate]
  /** SHA-256 of their bytes. */
  readonly digest: string
}

export interface TokenCertificate {
  readonly x509: X509Certificate
  readonly publicKey: KeyObject
  readonly name: CertificateName
  readonly validFromMs: number
  readonly validToMs: number
  /** The ids of every extension it has. */
  readonly extensionIds: readonly string[]
}

/** The id of a certificate in CMS. */
export interface CertificateName {
  readonly issuer: Buffer
  readonly serial: Buffer
}

/**
 * Reads a detached CMS SignedData in the form that devices write: one signer, two certificates,
 * SHA-256 with ECDSA, the three required attributes, each once
 * (docs/design/device-wallet.md#token-signature). `undefined`: any other form.
 * @param knownPair returns the pair of certificates with this digest if it was decoded before
 */
export function readTokenSignature(
  bytes: Buffer,
  knownPair: (digest: string) => CertificatePair | undefined = () => undefined,
): TokenSignature | undefined {
  try {
    return signedDataIn(bytes, knownPair)
  } catch {
    return undefined // Not CMS, or with an invalid certificate: the parsers throw.
  }
}

/** The type of detached content that is plain bytes. */
export const idData = '1.2.840.113549.1.7.1'

function signedDataIn(
  bytes: Buffer,
  knownPair: (digest: string) => CertificatePair | undefined,
): TokenSignature {
  const [contentType, content] = inSequence(readAsn1(bytes))
  expect(objectId(contentType) === id.signedData)
  const [version, digests, encapsulated, certificates, signers, ...more] = inSequence(
    only(inTag(content, 0) ?? []),
  )
  integerBytes(version)
  expect(algorithm(only(inSet(digests))) === id.sha256)
  expect(objectId(only(inSequence(encapsulated))) === idData) // A second element would be content.
  const [first, second, ...others] = inTag(certificates, 0) ?? []
  expect(certificates && first && second && others.length === 0 && more.length === 0)
  const digest = hash('sha256', bytesOf(certificates))
  return {
    certificates: knownPair(digest) ?? {
      both: [certificateIn(first), certificateIn(second)],
      digest,
    },
    ...signerIn(only(inSet(signers))),
  }
}

const id = {
  signedData: '1.2.840.113549.1.7.2',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
}

function signerIn(info: Element): Omit<TokenSignature, 'certificates'> {
  const [version, name, digest, attributes, signature, value] = inSequence(info)
  integerBytes(version)
  const [issuer, serial] = inSequence(name)
  expect(algorithm(digest) === id.sha256 && algorithm(signature) === id.ecdsaWithSha256)
  const found = (inTag(attributes, 0) ?? []).map(inSequence)
  const attribute = (type: string): Element =>
    only(inSet(only(found.filter(([each]) => objectId(each) === type))[1]))
  expect(issuer && attributes)
  return {
    signer: { issuer: bytesOf(issuer), serial: integerBytes(serial) },
    signedAttributes: asSet(bytesOf(attributes)),
    contentType: objectId(attribute(id.contentType)),
    messageDigest: octets(attribute(id.messageDigest)),
    signingTime: instant(attribute(id.signingTime)),
    value: octets(value),
  }
}

/**
 * The algorithm of the element's AlgorithmIdentifier. Parameters differ between devices and are
 * ignored.
 */
const algorithm = (element: Element | undefined): string => objectId(inSequence(element)[0])

/** Inside the message the set has the tag [0]; it was signed under its own tag. */
function asSet(bytes: Buffer): Buffer {
  bytes[0] = 0x31
  return bytes
}

function certificateIn(element: Element): TokenCertificate {
  const [first, ...rest] = inSequence(inSequence(element)[0])
  const [serial, , issuer, ...others] = inTag(first, 0) ? rest : [first, ...rest]
  const extensions = others.map((each) => inTag(each, 3)).find((found) => found !== undefined)
  expect(issuer)
  const x509 = new X509Certificate(bytesOf(element))
  return {
    x509,
    publicKey: x509.publicKey, // Decoded here: it throws for an invalid one.
    validFromMs: Date.parse(x509.validFrom),
    validToMs: Date.parse(x509.validTo),
    name: { issuer: bytesOf(issuer), serial: integerBytes(serial) },
    extensionIds: extensions
      ? inSequence(only(extensions)).map((each) => objectId(inSequence(each)[0]))
      : [],
  }
}

function expect(isSo: unknown): asserts isSo {
  if (!isSo) throw new UnexpectedAsn1('another structure')
}
