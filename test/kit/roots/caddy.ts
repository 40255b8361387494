import { readDeployed } from '../deployed.ts'

/**
 * `deploy/Caddyfile` with a certificate from files, by their paths in the root of Caddy: no
 * authority of the internet issues one here.
 */
export async function caddyfileWith(certificate: string, key: string): Promise<string> {
  const written = await readDeployed('Caddyfile')
  return written.replace(/^(.*GUICHE_BASE_URL.*\{\n)/m, `$1\ttls ${certificate} ${key}\n`)
}
