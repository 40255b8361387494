import '../reflect-metadata.ts'
import * as x509 from '@peculiar/x509'
import { type Certified, kept } from '../authority.ts'
import { issueCertificate } from './certificate.ts'
import { openWalletPki, walletFolder } from './pki.ts'

/**
 * Signs merchant sessions and association files. Its certificate is issued by the wallet's root,
 * and stays the same after a restart.
 */
export async function openSessionSigner(home: string): Promise<Certified> {
  const { root } = await openWalletPki(home)
  return kept(walletFolder(home), 'session-signer', () =>
    issueCertificate({
      subject: 'CN=Sandbox Wallet Sessions, OU=Device Pay, O=Guiche Sandbox, C=BR',
      issuer: root,
      isAuthority: false,
      usage: x509.KeyUsageFlags.digitalSignature,
    }),
  )
}
