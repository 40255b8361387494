import { useState } from 'react'
import { session } from '../api/client.ts'
import { useLogin } from '../api/login.ts'
import { type Draft, openDraft } from './draft.ts'

/** The draft of a form at the account on the screen, in this tab. The values hold no secret. */
export function useDraft<Values extends object>(name: string, empty: Values): Draft<Values> {
  const { person } = useLogin()
  const [draft] = useState(() =>
    openDraft(sessionStorage, {
      personId: person.id,
      name: `${session.accountId ?? ''}:${name}`,
      empty,
    }),
  )
  return draft
}
