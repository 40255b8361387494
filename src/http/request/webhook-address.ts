import { type Grant, requirePermission } from '../../accounts/grant.ts'

/**
 * A `postbackUrl` receives webhooks as an endpoint does, and outlasts the access of the person who
 * sent it. So a person needs the permission for endpoints to send or to remove one. A key does not:
 * the address is part of the order of a program.
 * @throws Rejection `permission-denied`
 */
export function requireWebhookPermission(body: unknown, grant: Grant): void {
  const isNamed = typeof body === 'object' && body !== null && Object.hasOwn(body, 'postbackUrl')
  if (isNamed) requirePermission(grant, 'webhooks:write')
}
