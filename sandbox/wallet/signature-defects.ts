import { createHash } from 'node:crypto'
import type { Certified } from '../authority.ts'
import { issueCertificate, marker } from './certificate.ts'
import {
  brokerMarker,
  brokerOrder,
  integrationMarker,
  integrationOrder,
  rootOrder,
  type WalletPki,
} from './pki.ts'
import type { SignatureOrder } from './sign-token.ts'

/** Applies a defect to a signature's order. */
type Change = (
  order: SignatureOrder,
  pki: WalletPki,
) => Partial<SignatureOrder> | Promise<Partial<SignatureOrder>>

/** Errors in a signature. The encrypted content is valid. */
export const signatureDefects = {
  'no-signer': () => ({ signers: [] }),
  'two-signers': ({ signers }) => ({ signers: [...signers, ...signers] }),
  'one-certificate': (_, { broker }) => ({ certificates: [broker.certificate] }),
  'no-certificates': () => ({ certificates: [] }),
  /**
   * The attack on verifiers that require one valid chain and accept a signature by any embedded
   * certificate.
   */
  'extra-leaf-self-made-signer': async ({ certificates }) => {
    const foreign = await selfMade()
    return { certificates: [...certificates, foreign.certificate], signers: [foreign] }
  },
  'self-made-signer': async () => ({ signers: [await selfMade()] }),
  /** Signed by another key under the broker's name. */
  'forged-signature': async (_, { broker }) => ({
    signers: [{ certificate: broker.certificate, privateKey: (await selfMade()).privateKey }],
  }),
  'signed-by-intermediate': (_, { integration }) => ({ signers: [integration] }),
  'leaf-without-marker': async (_, { integration }) =>
    chain(await issueCertificate({ ...brokerOrder(integration), extensions: [] }), integration),
  'leaf-is-an-authority': async (_, { integration }) =>
    chain(
      await issueCertificate({
        ...integrationOrder(integration),
        extensions: [marker(brokerMarker)],
      }),
      integration,
    ),
  'leaf-on-p384': async (_, { integration }) =>
    chain(await issueCertificate({ ...brokerOrder(integration), curve: 'P-384' }), integration),
  'intermediate-without-marker': (_, { root }) =>
    chainBelow({ ...integrationOrder(root), extensions: [] }),
  'intermediate-not-an-authority': (_, { root }) =>
    chainBelow({ ...integrationOrder(root), isAuthority: false }),
  'markers-swapped': async (_, { root }) => {
    const above = await issueCertificate({
      ...integrationOrder(root),
      extensions: [marker(brokerMarker)],
    })
    return chain(
      await issueCertificate({ ...brokerOrder(above), extensions: [marker(integrationMarker)] }),
      above,
    )
  },
  'two-leaves': async (_, { broker, integration }) => {
    const another = await issueCertificate(brokerOrder(integration))
    return { certificates: [broker.certificate, another.certificate] }
  },
  /** The whole chain is under another root. */
  'foreign-root': async () =>
    chainBelow(
      integrationOrder(
        await issueCertificate({ ...rootOrder, subject: 'CN=Another Root, O=Elsewhere, C=BR' }),
      ),
    ),
  /**
   * Under a root with our root's name and another key: the names match, and the signatures do not.
   */
  'root-of-the-same-name': async () =>
    chainBelow(integrationOrder(await issueCertificate(rootOrder))),
  /** The leaf names our authority, but another key of the same name issued it. */
  'leaf-of-another-authority': async (_, { root, integration }) => {
    const double = await issueCertificate(integrationOrder(root))
    return chain(await issueCertificate(brokerOrder(double)), integration)
  },
  'leaf-expired': async ({ signedAt }, { integration }) =>
    chain(
      await issueCertificate({ ...brokerOrder(integration), notAfter: minutesFrom(signedAt, -1) }),
      integration,
    ),
  'leaf-not-yet-valid': async ({ signedAt }, { integration }) =>
    chain(
      await issueCertificate({ ...brokerOrder(integration), notBefore: minutesFrom(signedAt, 1) }),
      integration,
    ),
  'intermediate-expired': ({ signedAt }, { root }) =>
    chainBelow({ ...integrationOrder(root), notAfter: minutesFrom(signedAt, -1) }),
  'signed-6-minutes-ago': ({ signedAt }) => ({ signedAt: minutesFrom(signedAt, -6) }),
  'signed-2-minutes-ahead': ({ signedAt }) => ({ signedAt: minutesFrom(signedAt, 2) }),
  'no-signing-time': () => ({ signedAt: undefined }),
  'no-message-digest': () => ({ messageDigest: undefined }),
  'digest-of-something-else': () => ({
    messageDigest: createHash('sha256').update('else').digest(),
  }),
  'wrong-content-type': () => ({ contentType: '1.2.840.113549.1.9.16.1.4' }),
  'no-signed-attributes': () => ({ hasAttributes: false }),
  'content-inside': () => ({ isAttached: true }),
  sha1: ({ content }) => ({
    hash: 'sha1',
    messageDigest: createHash('sha1').update(content).digest(),
  }),
} satisfies Record<string, Change>

/** A self-made certificate with the broker's fields, and no trusted issuer. */
async function selfMade(): Promise<Certified> {
  const { issuer: _, ...order } = brokerOrder(await issueCertificate(rootOrder))
  return issueCertificate({ ...order, subject: 'CN=Nobody, C=BR' })
}

const chain = (leaf: Certified, above: Certified): Partial<SignatureOrder> => ({
  certificates: [leaf.certificate, above.certificate],
  signers: [leaf],
})

async function chainBelow(
  order: ReturnType<typeof integrationOrder>,
): Promise<Partial<SignatureOrder>> {
  const above = await issueCertificate(order)
  return chain(await issueCertificate(brokerOrder(above)), above)
}

const minutesFrom = (at: Date | undefined, minutes: number): Date =>
  new Date((at?.getTime() ?? 0) + minutes * 60_000)
