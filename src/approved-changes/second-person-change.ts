import type { App } from '../app.ts'
import type { ApprovedChange } from '../approvals/apply-approval.ts'
import type { Approval } from '../approvals/approval.ts'

/** A change of the operator or of an account that needs a second person. */
export interface SecondPersonChange<Payload> extends ApprovedChange<App> {
  /** What the second person needs, as the first one did. */
  readonly permission: Approval['permission']
  /**
   * What would change, for the person who decides. Throws the Rejection of a change that is not
   * possible.
   */
  describe(app: App, payload: Payload): Promise<Description>
}

export type Description = Pick<Approval, 'subject' | 'before' | 'after'>

/** The same change whatever its payload: the stored payload is what `describe` was given. */
export const secondPersonChange = <Payload>(change: {
  readonly kind: ApprovedChange<App>['kind']
  readonly permission: Approval['permission']
  describe(app: App, payload: Payload): Promise<Description>
  apply(app: App, payload: Payload, approval: Approval): Promise<string | undefined>
}): SecondPersonChange<Payload> => ({
  ...change,
  apply: (app, payload, approval) => change.apply(app, payload as Payload, approval),
})
