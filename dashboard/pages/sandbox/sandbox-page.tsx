import { Grid, Stack } from '@mantine/core'
import { useMay, useSandboxUrl } from '../../api/login.ts'
import { NoSuchPage } from '../../app/no-such-page.tsx'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../text/text.ts'
import { CallsCard } from './calls-card.tsx'
import { ClaimCard } from './claim-card.tsx'
import { ClockCard } from './clock-card.tsx'
import { FaultsCard } from './faults-card.tsx'
import { OpenCharges } from './open-charges.tsx'
import { PayCard } from './pay-card.tsx'
import { sandboxTexts } from './sandbox-texts.ts'

/** The world around the gateway: the payer, the clock, the providers. */
export default function SandboxPage() {
  const t = useTexts(sandboxTexts)
  const sandboxUrl = useSandboxUrl()
  const hasAccount = useMay().atAccount('transactions:read')
  if (sandboxUrl === undefined) return <NoSuchPage />
  return (
    <Page title={t.title} lead={t.lead}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            {hasAccount && <OpenCharges sandboxUrl={sandboxUrl} />}
            <PayCard sandboxUrl={sandboxUrl} />
            {hasAccount && <ClaimCard sandboxUrl={sandboxUrl} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <ClockCard sandboxUrl={sandboxUrl} />
            <FaultsCard sandboxUrl={sandboxUrl} />
          </Stack>
        </Grid.Col>
      </Grid>
      <CallsCard sandboxUrl={sandboxUrl} />
    </Page>
  )
}
