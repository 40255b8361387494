import type { ActorKind } from '../../contract/audit.ts'

/** Who makes a change: a person, or a program on behalf of an account, the operator or a rule. */
export interface Actor {
  readonly kind: ActorKind
  /**
   * The key, the person, the token's fingerprint, the user of the machine, the job or the provider.
   */
  readonly id: string
  /** How people know it, when it acted. */
  readonly name: string
  /** The approval of the change by a second person. */
  readonly approvalId?: string
  /** The request that asked for the change. */
  readonly requestId?: string
  /** Where the request came from. */
  readonly address?: string
  /** The span that made the change, when it was recorded (docs/decisions/traces.md). */
  readonly traceparent?: string
}

export const gatewayActor: Actor = { kind: 'gateway', id: 'gateway', name: 'gateway' }

/** The actor of a job of the worker. */
export const workerActor = (job: string): Actor => ({ kind: 'worker', id: job, name: job })
