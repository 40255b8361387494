import { Button, Checkbox, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Check, Copy, Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useHoldOpen } from '../parts/hold-open.ts'
import { useTexts } from '../text/text.ts'
import { enrollmentTexts } from './enrollment-texts.ts'

/** The recovery codes, shown once, with ways to keep them. */
export function RecoveryCodes({
  codes,
  onKept,
}: {
  readonly codes: readonly string[]
  readonly onKept: () => void
}) {
  const t = useTexts(enrollmentTexts)
  const [isKept, setKept] = useState(false)
  useHoldOpen()
  const text = codes.join('\n')
  return (
    <Stack>
      <Text size="sm">{t.codesText}</Text>
      <SimpleGrid
        component="ul"
        className="card code"
        cols={2}
        spacing="xs"
        p="md"
        m={0}
        aria-label={t.codes}
        style={{ listStyle: 'none' }}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </SimpleGrid>
      <Group grow>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={
                copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />
              }
            >
              {copied ? t.copied : t.copyAll}
            </Button>
          )}
        </CopyButton>
        <DownloadButton text={text} />
      </Group>
      <Checkbox
        label={t.kept}
        checked={isKept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
      <Button onClick={onKept} disabled={!isKept}>
        {t.goOn}
      </Button>
    </Stack>
  )
}

function DownloadButton({ text }: { readonly text: string }) {
  const t = useTexts(enrollmentTexts)
  const [href, setHref] = useState('')
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    setHref(url)
    return () => URL.revokeObjectURL(url)
  }, [text])
  return (
    <Button
      component="a"
      variant="default"
      href={href}
      download={t.file}
      leftSection={<Download size={16} aria-hidden />}
    >
      {t.download}
    </Button>
  )
}
