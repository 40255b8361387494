import { ApiError } from '../api/api-error.ts'

/**
 * Accepts an invitation and signs in. Call it again after a failure: an invitation is accepted
 * once, so what was done is not repeated.
 */
export function openAcceptance(): (
  accept: () => Promise<unknown>,
  signIn: () => Promise<unknown>,
) => Promise<void> {
  let state: 'open' | 'unknown' | 'accepted' = 'open'
  return async (accept, signIn) => {
    try {
      if (state !== 'accepted') await accept()
    } catch (error) {
      const isOver = error instanceof ApiError && error.code === 'link-not-valid'
      // The request whose answer was lost may have accepted it. The sign-in shows that.
      if (!(isOver && state === 'unknown')) {
        if (!(error instanceof ApiError) || error.status >= 500) state = 'unknown'
        throw error
      }
    }
    state = 'accepted'
    await signIn()
  }
}
