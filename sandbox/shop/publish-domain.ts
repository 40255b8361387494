/** Where the wallet looks for the association file. */
export const associationPath = '/.well-known/device-pay-merchantid-domain-association'

interface Publication {
  readonly baseUrl: string
  readonly secretKey: string
  readonly sandboxUrl: string
  readonly hostname: string
  /**
   * Where the hostname's HTTPS server listens. The sandbox's wallet uses this address and no public
   * DNS.
   */
  readonly address: string
  /** Puts the file on the site. */
  readonly publish: (content: string) => void
}

/** Whether Device Pay works on the shop's pages; if not, a sentence in Portuguese. */
export type Readiness = { readonly ready: true } | { readonly ready: false; readonly why: string }

/**
 * Registers the shop's hostname, publishes the file, and requests its validation: what a merchant
 * does once. May be repeated; never rejects.
 */
export async function publishDomain(publication: Publication): Promise<Readiness> {
  const { baseUrl, secretKey, sandboxUrl, hostname, address, publish } = publication
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`x:${secretKey}`).toString('base64')}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { http: response.status, ...((await response.json()) as GatewayResponse) }
  }
  try {
    await fetch(`${sandboxUrl}/hosts`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ [hostname]: address }),
    })
    const registered = await call('/api/user/device-pay/domains', { domain: hostname })
    // A 409 response contains the registration of an earlier start.
    if (registered.http !== 201 && registered.http !== 409)
      return { ready: false, why: registered.message }
    const { id, status, verificationFile } = registered.data ?? {}
    if (!id || !verificationFile) return { ready: false, why: registered.message }
    publish(verificationFile.content)
    if (status === 'VERIFIED') return { ready: true }
    const validated = await call(`/api/user/device-pay/domains/${id}/validate`)
    return validated.http === 200 ? { ready: true } : { ready: false, why: validated.message }
  } catch (cause) {
    return { ready: false, why: `O gateway não respondeu à loja: ${String(cause)}` }
  }
}

interface GatewayResponse {
  readonly message: string
  readonly data?: {
    readonly id?: string
    readonly status?: string
    readonly verificationFile?: { readonly content: string } | null
  }
}
