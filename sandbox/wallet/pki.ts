import '../reflect-metadata.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'
import { type Certified, kept } from '../authority.ts'
import { type CertificateOrder, issueCertificate, marker } from './certificate.ts'

/**
 * The wallet maker's certificates, in the form of real devices and acquirers
 * (docs/design/device-wallet.md#sandbox-certificates).
 */
export interface WalletPki {
  /** P-384 and self-signed: what a gateway pins. Its key signs the rest. */
  readonly root: Certified
  /** Signs brokers; travels in every token. */
  readonly integration: Certified
  /** Signs tokens; travels in every token. */
  readonly broker: Certified
  /** A TLS client certificate that opens the wallet gateway, the same one after a restart. */
  merchantIdentity(merchantIdentifier: string): Promise<Certified>
}

/** Opens the wallet's authority, stored in `home/wallet-authority/`. The first start creates it. */
export async function openWalletPki(home: string): Promise<WalletPki> {
  const folder = walletFolder(home)
  const root = await kept(folder, 'root', () => issueCertificate(rootOrder))
  const integration = await kept(folder, 'integration', () =>
    issueCertificate(integrationOrder(root)),
  )
  const broker = await kept(folder, 'broker', () => issueCertificate(brokerOrder(integration)))
  return {
    root,
    integration,
    broker,
    merchantIdentity: (merchantIdentifier) =>
      kept(folder, `merchant-${merchantIdentifier}`, () =>
        issueCertificate(merchantOrder(root, merchantIdentifier)),
      ),
  }
}

/** The folder of the authority's keys. It is created if it does not exist. */
export function walletFolder(home: string): string {
  const folder = join(home, 'wallet-authority')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Marks the certificate that signs tokens. */
export const brokerMarker = '1.2.840.113635.100.6.29'
/** Marks the authority above it. */
export const integrationMarker = '1.2.840.113635.100.6.2.14'
/** Attribute of a subject's name that holds a merchant identifier. */
export const userId = '0.9.2342.19200300.100.1.1'

const organisation = 'OU=Device Pay, O=Guiche Sandbox, C=BR'
const authorityUsage = x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign

export const rootOrder: CertificateOrder = {
  subject: `CN=Sandbox Wallet Root CA, ${organisation}`,
  curve: 'P-384',
  isAuthority: true,
  usage: authorityUsage,
}

export const integrationOrder = (root: Certified): CertificateOrder => ({
  subject: `CN=Sandbox Wallet Integration CA, ${organisation}`,
  issuer: root,
  isAuthority: true,
  pathLength: 0,
  usage: authorityUsage,
  extensions: [marker(integrationMarker)],
})

export const brokerOrder = (integration: Certified): CertificateOrder => ({
  subject: `CN=Sandbox Wallet Broker, ${organisation}`,
  issuer: integration,
  isAuthority: false,
  usage: x509.KeyUsageFlags.digitalSignature,
  extensions: [marker(brokerMarker)],
})

const merchantOrder = (root: Certified, merchantIdentifier: string): CertificateOrder => ({
  subject: [
    `${userId}=${merchantIdentifier}`,
    `CN=Merchant Identity: ${merchantIdentifier}`,
    organisation,
  ].join(', '),
  issuer: root,
  isAuthority: false,
  usage: x509.KeyUsageFlags.digitalSignature,
  extensions: [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])],
})
