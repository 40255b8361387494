import { Button, Center, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { createPortal } from 'react-dom'
import type { PaymentLinkWire } from '../../../contract/payment-link.ts'
import { openFile } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { useTexts } from '../../text/text.ts'
import classes from './link-qr.module.css'
import { usePriceText } from './link-state.tsx'
import { linkTexts } from './links-texts.ts'

/** The QR code of a link, as a file and as a sheet for the counter. */
export function LinkQr({ link }: { readonly link: PaymentLinkWire }) {
  const t = useTexts(linkTexts)
  const path = `/api/user/payment-links/${link.id}` as const
  const {
    data: source,
    error,
    refetch,
  } = useQuery({
    queryKey: ['payment-link-qr', link.id],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }) {
      const svg = await (await openFile(`${path}/qr.svg`, { signal })).text()
      return `data:image/svg+xml,${encodeURIComponent(svg)}`
    },
  })
  return (
    <Card title={t.qr}>
      {error && !source && <Failure error={error} retry={refetch} />}
      {!source && !error && <RowsSkeleton rows={5} />}
      {source && (
        <Stack>
          <Center>
            <img className={classes.code} src={source} alt={t.qrOf(link.title)} />
          </Center>
          <Group justify="center" gap="xs">
            <SaveQr path={`${path}/qr.png`} name={`${fileName(link.title)}.png`} format="PNG" />
            <SaveQr path={`${path}/qr.svg`} name={`${fileName(link.title)}.svg`} format="SVG" />
            <Button
              variant="default"
              leftSection={<Printer size={16} aria-hidden />}
              onClick={() => window.print()}
            >
              {t.print}
            </Button>
          </Group>
          <Sheet link={link} source={source} />
        </Stack>
      )}
    </Card>
  )
}

function SaveQr({
  path,
  name,
  format,
}: {
  readonly path: string
  readonly name: string
  readonly format: string
}) {
  // A link that the browser follows by itself cannot carry the account of the pages.
  const save = useMutation({
    mutationFn: async () => saveFile(name, await (await openFile(path, {})).blob()),
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {format}
      </Button>
      {save.error && <Failure error={save.error} />}
    </>
  )
}

/** What a printer makes of the page: one sheet for the counter, and nothing of the dashboard. */
function Sheet({ link, source }: { readonly link: PaymentLinkWire; readonly source: string }) {
  const t = useTexts(linkTexts)
  const priceText = usePriceText()
  return createPortal(
    <div className={classes.sheet}>
      <Text className={classes.title}>{link.title}</Text>
      <Text className={classes.price}>{priceText(link)}</Text>
      <img className={classes.large} src={source} alt={t.qrOf(link.title)} />
      <Text className={classes.scan}>{t.scan}</Text>
      <Text className={classes.address}>{link.url}</Text>
    </div>,
    document.body,
  )
}

/** Without accents, spaces and signs. */
const fileName = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'link'
