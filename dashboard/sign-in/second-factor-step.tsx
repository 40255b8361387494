import { Anchor, Divider, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { Failure } from '../parts/failure.tsx'
import { RowsSkeleton } from '../parts/skeletons.tsx'
import { factorsQuery } from '../second-factor/factors.ts'
import { SecondFactorForm } from '../second-factor/second-factor-form.tsx'
import { useTexts } from '../text/text.ts'
import { Entrance } from './entrance.tsx'
import { useGoOn } from './go-on.ts'
import { signInTexts } from './sign-in-texts.ts'

/** The second step of a sign-in. */
export function SecondFactorStep() {
  const t = useTexts(signInTexts)
  const goOn = useGoOn()
  const { data: factors, error, refetch } = useQuery(factorsQuery)
  const leave = useMutation({
    mutationFn: () => call('POST', '/api/auth/sign-out'),
    onSettled: goOn,
  })
  return (
    <Entrance title={t.codeTitle} lead={t.codeText}>
      <Stack>
        {error && !factors && <Failure error={error} retry={refetch} />}
        {!error && !factors && <RowsSkeleton rows={3} />}
        {factors && (
          <SecondFactorForm
            factors={factors}
            show={async (body) => {
              await call('POST', '/api/auth/second-factor', { body })
              await goOn()
            }}
          />
        )}
        <Divider />
        <Anchor component="button" type="button" size="sm" onClick={() => leave.mutate()}>
          {t.otherPerson}
        </Anchor>
      </Stack>
    </Entrance>
  )
}
