import { type KeyObject, X509Certificate } from 'node:crypto'
import type {
  CertificateName,
  CertificatePair,
  TokenCertificate,
  TokenSignature,
} from './token-signature.ts'

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
  const known = verifiedChains.get(certificates.digest)
  const chain = known?.root === root ? known : verifiedChain(certificates, root)
  if (typeof chain === 'string') return refused(chain)
  if (!chain.all.every((each) => isValidAt(each, signingTime))) return refused('untrusted_chain')
  return isNamed(chain.leaf, signer) ? { ok: true, leaf: chain.leaf } : refused('signer_mismatch')
}

/** The pair of certificates with this digest, if its chain was verified before. */
export const verifiedPair = (digest: string): CertificatePair | undefined =>
  verifiedChains.get(digest)?.pair

interface VerifiedChain {
  readonly pair: CertificatePair
  /** PEM. */
  readonly root: string
  readonly leaf: TokenCertificate
  readonly all: readonly Validity[]
}

type Validity = Pick<TokenCertificate, 'validFromMs' | 'validToMs'>
type Problem = Extract<ChainReading, { ok: false }>['reason']

/**
 * By the digest of the pair. Only a verified chain is kept, so a forged token takes no place.
 * What depends on the time or the token is checked each time.
 */
const verifiedChains = new Map<string, VerifiedChain>()
const mostChains = 64

/** Verifies what never changes: the form of the certificates, and who signed them. */
function verifiedChain(pair: CertificatePair, root: string): VerifiedChain | Problem {
  const leaf = theOne(pair.both, leafMarker)
  const intermediate = theOne(pair.both, intermediateMarker)
  if (
    !leaf ||
    !intermediate ||
    leaf.x509.ca ||
    !intermediate.x509.ca ||
    !isOnP256(leaf.publicKey)
  ) {
    return 'bad_certificates'
  }
  const pinned = new X509Certificate(root)
  const isTrusted =
    isIssuedBy(intermediate.x509, { x509: pinned, publicKey: pinned.publicKey }) &&
    isIssuedBy(leaf.x509, intermediate)
  if (!isTrusted) return 'untrusted_chain'
  const validityOfRoot = {
    validFromMs: Date.parse(pinned.validFrom),
    validToMs: Date.parse(pinned.validTo),
  }
  const chain = { pair, root, leaf, all: [leaf, intermediate, validityOfRoot] }
  const [oldest] = verifiedChains.keys()
  if (oldest !== undefined && verifiedChains.size >= mostChains) verifiedChains.delete(oldest)
  verifiedChains.set(pair.digest, chain)
  return chain
}

const refused = (reason: Problem): ChainReading => ({ ok: false, reason })

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

const isValidAt = ({ validFromMs, validToMs }: Validity, at: Date): boolean =>
  validFromMs <= at.getTime() && at.getTime() <= validToMs

const isNamed = ({ name }: TokenCertificate, { issuer, serial }: CertificateName): boolean =>
  name.issuer.equals(issuer) && name.serial.equals(serial)
