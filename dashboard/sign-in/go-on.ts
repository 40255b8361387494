import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { loginQuery, readLoginAgain } from '../api/login.ts'

/**
 * Reads the login after a step of the sign-in, and shows what comes next: another step, or the page
 * that the person wanted.
 */
export function useGoOn(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false })
  const search = next === undefined ? {} : { next }
  return async () => {
    // What the page knows may be of another person.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== loginQuery.queryKey[0] })
    const login = await readLoginAgain(client)
    if (login?.next === 'enrol-second-factor')
      await navigate({ to: '/protect', search, replace: true })
    else if (login?.next === null) await navigate({ href: next ?? '/', replace: true })
    else await navigate({ to: '/sign-in', search, replace: true })
  }
}
