import { notifications } from '@mantine/notifications'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'

/**
 * A change by the person. After a success every page reads again what it shows; the caller shows a
 * failure beside the button or form.
 */
export function useChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  {
    done,
    onDone,
  }: {
    readonly done?: string | ((result: Result) => string)
    readonly onDone?: (result: Result) => void
  } = {},
): UseMutationResult<Result, Error, Input> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    async onSuccess(result) {
      const message = typeof done === 'function' ? done(result) : done
      if (message) notifications.show({ message, color: 'guiche' })
      onDone?.(result)
      await client.invalidateQueries()
    },
  })
}
