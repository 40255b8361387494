import '../../sandbox/reflect-metadata.ts'
import { webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { type Certified, privatePem } from '../../sandbox/authority.ts'
import { randomBase62 } from '../../src/primitives/id.ts'

/**
 * A certificate for 127.0.0.1 that ends at an instant of the test's choice, as a server or a client
 * shows it, and the authority that issued it. All texts are PEM.
 */
export async function issueUntil(end: Date): Promise<Certified & { readonly authority: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const [rootKeys, keys] = await Promise.all([
    webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']),
    webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']),
  ])
  const yearMs = 365 * 24 * 3_600_000
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=Guiche Test CA ${randomBase62(8)}`, // A client finds an authority by its name.
    serialNumber: '01',
    notBefore: new Date(end.getTime() - yearMs),
    notAfter: new Date(Date.now() + yearMs),
    keys: rootKeys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  })
  const leaf = await x509.X509CertificateGenerator.create({
    subject: 'CN=127.0.0.1',
    issuer: root.subject,
    serialNumber: '02',
    notBefore: new Date(end.getTime() - yearMs),
    notAfter: end,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.ExtendedKeyUsageExtension([
        x509.ExtendedKeyUsage.serverAuth,
        x509.ExtendedKeyUsage.clientAuth,
      ]),
      new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }]),
    ],
  })
  return {
    authority: root.toString('pem'),
    certificate: leaf.toString('pem'),
    privateKey: await privatePem(keys.privateKey),
  }
}
