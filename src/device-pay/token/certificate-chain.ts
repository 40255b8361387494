import { type KeyObject, X509Certificate } from 'node:crypto'
import type { CertificateName, TokenCertificate, TokenSignature } from './token-signature.ts'

export type ChainReading =
  | { readonly ok: true; readonly leaf: TokenCertificate }
  | {
      readonly ok: false
      readonly reason: 'bad_certificates' | 'untrusted_chain' | 'signer_mismatch'
    }

/**
 * Finds the certificate that may have signed: marked as a signer of tokens, under a marked
 * authority, under the pinned root, all valid at the signing time, and named by the signature
 * (steps 6 to 8 of docs/design/device-wallet.md#token-verification). Revocation is not checked: a
 * signature is valid for a few minutes only.
 * @param root PEM
 */
export function readChain(
  { certificates, signer, signingTime }: TokenSignature,
  root: string,
): ChainReading {
  const leaf = theOne(certificates, leafMarker)
  const intermediate = theOne(certificates, intermediateMarker)
  if (
    !leaf ||
    !intermediate ||
    leaf.x509.ca ||
    !intermediate.x509.ca ||
    !isOnP256(leaf.publicKey)
  ) {
    return { ok: false, reason: 'bad_certificates' }
  }
  const pinned = new X509Certificate(root)
  const isTrusted =
    isIssuedBy(intermediate.x509, { x509: pinned, publicKey: pinned.publicKey }) &&
    isIssuedBy(leaf.x509, intermediate) &&
    [leaf.x509, intermediate.x509, pinned].every((each) => isValidAt(each, signingTime))
  if (!isTrusted) return { ok: false, reason: 'untrusted_chain' }
  return isNamed(leaf, signer) ? { ok: true, leaf } : { ok: false, reason: 'signer_mismatch' }
}

/** Extensions that are present or absent; their values have no effect. */
const leafMarker = '1.2.840.113635.100.6.29'
const intermediateMarker = '1.2.840.113635.100.6.2.14'

function theOne(
  certificates: readonly TokenCertificate[],
  marker: string,
): TokenCertificate | undefined {
  const [marked, ...more] = certificates.filter(({ extensionIds }) => extensionIds.includes(marker))
  return more.length === 0 ? marked : undefined
}

const isOnP256 = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1'

/** `checkIssued` compares names, `verify` checks the signature; neither checks dates. */
const isIssuedBy = (
  certificate: X509Certificate,
  issuer: Pick<TokenCertificate, 'x509' | 'publicKey'>,
): boolean => certificate.checkIssued(issuer.x509) && certificate.verify(issuer.publicKey)

const isValidAt = ({ validFrom, validTo }: X509Certificate, at: Date): boolean =>
  Date.parse(validFrom) <= at.getTime() && at.getTime() <= Date.parse(validTo)

const isNamed = ({ name }: TokenCertificate, { issuer, serial }: CertificateName): boolean =>
  name.issuer.equals(issuer) && name.serial.equals(serial)
