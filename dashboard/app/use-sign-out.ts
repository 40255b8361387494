import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { removeDrafts } from '../parts/draft.ts'
import { useTexts } from '../text/text.ts'
import { shellTexts } from './shell-texts.ts'

/** Ends the login of this browser, and shows the sign-in. */
export function useSignOut() {
  const t = useTexts(shellTexts)
  return useMutation({
    async mutationFn() {
      try {
        await call('POST', '/api/auth/sign-out')
      } catch (error) {
        // The login had ended before.
        if (!(error instanceof ApiError) || error.status !== 401) throw error
      }
    },
    onError: () => notifications.show({ message: t.stillSignedIn, color: 'red' }),
    onSuccess: () => {
      removeDrafts(sessionStorage)
      // A new document has nothing that this person has read, and no request under way.
      location.assign('/dashboard/sign-in')
    },
  })
}
