interface Links {
  readonly links: { readonly baseUrl: string }
}

/**
 * Pages of the dashboard that a mail leads to. The token stands behind the hash: a browser sends it
 * to no server and writes it into no log.
 */
export const invitationUrl = ({ links }: Links, token: string): string =>
  `${links.baseUrl}/dashboard/invitation#${token}`

export const passwordResetUrl = ({ links }: Links, token: string): string =>
  `${links.baseUrl}/dashboard/password-reset#${token}`
