import type { App } from '../app.ts'

/**
 * The name under which a decision is stored. A person who is signed in signs with the name of the
 * login; the text of a program counts only where a program makes the request.
 */
export const signedBy = ({ actor }: Pick<App, 'actor'>, sent: string): string =>
  actor.kind === 'person' ? actor.name : sent
