import { Alert, Button, Grid, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { PaymentLinkWire } from '../../../contract/payment-link.ts'
import { useMay } from '../../api/login.ts'
import { useRereadOnEvents } from '../../live/use-reread.ts'
import { Card } from '../../parts/card.tsx'
import { Code } from '../../parts/code.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { Money } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { LinkActions } from './link-actions.tsx'
import { LinkOffer } from './link-offer.tsx'
import { LinkQr } from './link-qr.tsx'
import { linkOfEvent, linkQuery } from './link-query.ts'
import { LinkSales } from './link-sales.tsx'
import { LinkState, usePriceText } from './link-state.tsx'
import { linkTexts, unusableTexts } from './links-texts.ts'

/** One link: whether it sells, what it brought, and how it reaches a payer. */
export default function LinkPage() {
  const { id } = useParams({ from: '/signed-in/payment-links/$id' })
  const t = useTexts(linkTexts)
  const may = useMay()
  const priceText = usePriceText()
  const { data: link, error, refetch } = useQuery(linkQuery(id))
  useRereadOnEvents(
    [linkQuery(id).queryKey, ['list']],
    (event) => event.objectId === id || linkOfEvent(event) === id,
  )
  if (error && !link) return <Failure error={error} retry={refetch} />
  if (!link) return <PageSkeleton />
  return (
    <Page
      title={link.title}
      back={{ to: '/payment-links', text: t.title }}
      lead={
        <Group gap="xs">
          <LinkState link={link} />
          <span>{priceText(link)}</span>
        </Group>
      }
      actions={<LinkActions link={link} />}
    >
      <Unusable link={link} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            <Received link={link} />
            <Address link={link} />
            <LinkOffer link={link} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <LinkQr link={link} />
        </Grid.Col>
      </Grid>
      {may.atAccount('transactions:read') && <LinkSales id={id} />}
    </Page>
  )
}

interface Shown {
  readonly link: PaymentLinkWire
}

/** Why the link does not sell, and what to do about it. */
function Unusable({ link: { unusableReason } }: Shown) {
  const reasons = useTexts(unusableTexts)
  if (unusableReason === null) return null
  return (
    <Alert color={unusableReason === 'inactive' ? 'gray' : 'orange'} variant="light">
      {reasons[unusableReason]}
    </Alert>
  )
}

function Received({ link: { paidAmount, paidUses, uses, maxUses } }: Shown) {
  const t = useTexts(linkTexts)
  const { number } = useFormat()
  const open = uses - paidUses
  return (
    <Card title={t.received}>
      <Text fz={30} fw={650} lh={1.2}>
        <Money cents={paidAmount} />
      </Text>
      <Text size="sm" c="dimmed">
        {open > 0 ? t.uses(t.paidUses(paidUses), t.openUses(open)) : t.paidUses(paidUses)}
      </Text>
      {maxUses !== null && (
        <>
          <Progress.Root mt="sm" size="md">
            <Progress.Section value={(100 * paidUses) / maxUses} aria-hidden />
            <Progress.Section value={(100 * open) / maxUses} color="blue.4" aria-hidden />
          </Progress.Root>
          <Text size="sm" c="dimmed" mt={4}>
            {t.usesLeft(number(Math.max(0, maxUses - uses)), number(maxUses))}
          </Text>
        </>
      )}
    </Card>
  )
}

function Address({ link: { url } }: Shown) {
  const t = useTexts(linkTexts)
  return (
    <Card
      title={t.address}
      aside={
        <Button
          size="xs"
          variant="default"
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          leftSection={<ExternalLink size={14} aria-hidden />}
        >
          {t.open}
        </Button>
      }
    >
      <Code>{url}</Code>
    </Card>
  )
}
