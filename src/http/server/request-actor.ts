import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../primitives/actor.ts'
import type { ProviderRegistry } from '../../providers/registry.ts'

/** Who a request acts for, after its credentials were checked. */
export function actorOf(
  request: Pick<FastifyRequest, 'holder' | 'login' | 'operator' | 'sender' | 'id' | 'ip'>,
  providers: Pick<ProviderRegistry, 'nameOf'>,
): Actor {
  const { holder, login, operator, sender, id: requestId, ip: address } = request
  const from = { requestId, address }
  if (login) return { kind: 'person', id: login.person.id, name: login.person.name, ...from }
  if (holder) return { kind: 'key', id: holder.keyId, name: holder.keyName, ...from }
  if (operator !== null)
    return { kind: 'operator-token', id: operator, name: 'operator token', ...from }
  if (sender !== null)
    return { kind: 'provider', id: sender, name: providers.nameOf(sender) ?? sender, ...from }
  return { kind: 'public', id: 'public', name: 'public', ...from }
}
