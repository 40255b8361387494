import './reflect-metadata.ts'
import { webcrypto } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as x509 from '@peculiar/x509'
import { systemClock } from '../src/primitives/clock.ts'
import { randomBase62, randomSecret } from '../src/primitives/id.ts'

/**
 * The authority that issues the certificates of the sandbox's servers and clients. All texts are
 * PEM.
 */
export interface Authority {
  /** What a client must trust to talk to the sandbox's HTTPS servers. */
  readonly certificate: string
  /** A certificate for `127.0.0.1`, `::1` and `localhost`, the same one after a restart. */
  server(name: string): Promise<Certified>
  /** A certificate for a site of that hostname, the same one after a restart. */
  site(hostname: string): Promise<Certified>
  /**
   * A certificate a client shows, the same one after a restart. `name` becomes its common name.
   * `endsAt`: left out, it outlives every test.
   */
  client(name: string, endsAt?: Date): Promise<Certified>
}

export interface Certified {
  readonly certificate: string
  readonly privateKey: string
}

/** Opens the certificate authority stored in `home/authority/`. The first start creates it. */
export async function openAuthority(home: string): Promise<Authority> {
  const folder = join(home, 'authority')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const root = await kept(folder, 'root', issueRoot)
  return {
    certificate: root.certificate,
    server: (name) => kept(folder, `server-${name}`, () => issue(root, name, serverExtensions)),
    site: (hostname) =>
      kept(folder, `site-${hostname}`, () => issue(root, hostname, siteExtensions(hostname))),
    client: (name, endsAt) =>
      kept(folder, `client-${name}`, () => issue(root, name, clientExtensions, endsAt)),
  }
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const validForMs = 10 * 365 * 24 * 60 * 60 * 1000

/**
 * Key and certificate are written to one file, which is linked into place whole. A crash cannot
 * leave half a pair. Of two processes that start together, both use the first one's pair.
 */
export async function kept(
  folder: string,
  name: string,
  create: () => Promise<Certified>,
): Promise<Certified> {
  const file = join(folder, `${name}.pem`)
  if (!existsSync(file)) {
    const created = await create()
    const draft = `${file}.${randomBase62(8)}`
    writeFileSync(draft, `${created.certificate}\n${created.privateKey}\n`, { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch (cause) {
      if (!existsSync(file)) throw cause
    } finally {
      rmSync(draft)
    }
  }
  const text = readFileSync(file, 'utf8')
  const keyAt = text.indexOf('-----BEGIN PRIVATE KEY-----')
  return { certificate: text.slice(0, keyAt).trim(), privateKey: text.slice(keyAt).trim() }
}

async function issueRoot(): Promise<Certified> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...identity('Guiche Sandbox CA'),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: certificate.toString('pem'), privateKey: await privatePem(keys.privateKey) }
}

async function issue(
  root: Certified,
  name: string,
  extensions: readonly x509.Extension[],
  endsAt?: Date,
): Promise<Certified> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const issuer = new x509.X509Certificate(root.certificate)
  const certificate = await x509.X509CertificateGenerator.create({
    ...identity(name, endsAt),
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await rootKey(root),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      ...extensions,
    ],
  })
  return { certificate: certificate.toString('pem'), privateKey: await privatePem(keys.privateKey) }
}

const serverExtensions = [
  new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
  new x509.SubjectAlternativeNameExtension([
    { type: 'dns', value: 'localhost' },
    { type: 'ip', value: '127.0.0.1' },
    { type: 'ip', value: '::1' },
  ]),
]
const siteExtensions = (hostname: string) => [
  new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
  new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: hostname }]),
]
const clientExtensions = [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])]

/** Validity uses wall time: TLS does not know business time. */
function identity(name: string, endsAt?: Date) {
  const now = systemClock().now().getTime()
  const subject = `CN=${name}, O=Guiche Sandbox, C=BR`
  // The first bit is cleared: a serial number is a positive integer.
  const serial = randomSecret(16)
  serial[0] = (serial[0] ?? 0) & 0x7f
  return {
    subject,
    name: subject,
    serialNumber: serial.toString('hex'),
    notBefore: new Date(now - 24 * 60 * 60 * 1000),
    notAfter: endsAt ?? new Date(now + validForMs),
  }
}

/** A private key as PKCS #8 PEM. */
export async function privatePem(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key)).toString('base64')
  const lines = der.replace(/(.{64})(?!$)/g, '$1\n')
  return `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----`
}

const rootKey = (root: Certified) =>
  webcrypto.subtle.importKey(
    'pkcs8',
    Buffer.from(root.privateKey.replace(/-----[^-]+-----|\s/g, ''), 'base64'),
    algorithm,
    false,
    ['sign'],
  )
