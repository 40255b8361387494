import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FileText, Paperclip } from 'lucide-react'
import { useState } from 'react'
import type { DisputeDetail, EvidenceWire } from '../../../contract/dispute.ts'
import {
  evidenceTypes,
  maxEvidenceBytes,
  maxEvidenceDocuments,
} from '../../../contract/evidence.ts'
import { call, openFile } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { FileChoice } from '../../parts/file-choice.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { useChange } from '../../parts/use-change.ts'
import { When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { disputeTexts } from './disputes-texts.ts'

const megabytes = maxEvidenceBytes / 1_024 / 1_024

/** The documents of a dispute, and the button that adds one. */
export function Evidence({
  dispute: { id, evidence },
  canAttach,
  pathOf = ({ url }) => new URL(url).pathname,
}: {
  readonly dispute: DisputeDetail
  readonly canAttach: boolean
  /** From where a document is downloaded. */
  readonly pathOf?: (document: EvidenceWire) => string
}) {
  const t = useTexts(disputeTexts)
  const [isTooLarge, setTooLarge] = useState(false)
  const attach = useChange(
    (file: File) =>
      call<EvidenceWire>('POST', `/api/user/chargebacks/${id}/evidence`, {
        query: { name: file.name },
        body: file,
      }),
    { done: t.attached },
  )
  const choose = (file: File) => {
    setTooLarge(file.size > maxEvidenceBytes)
    if (file.size <= maxEvidenceBytes) attach.mutate(file)
  }
  if (evidence.length === 0 && !canAttach) return null
  return (
    <Card
      title={t.evidence}
      lead={canAttach && t.evidenceLead(maxEvidenceDocuments, megabytes)}
      aside={
        canAttach &&
        evidence.length < maxEvidenceDocuments && (
          <FileChoice
            accept={evidenceTypes}
            onChoose={choose}
            isLoading={attach.isPending}
            icon={<Paperclip size={16} aria-hidden />}
          >
            {t.attach}
          </FileChoice>
        )
      }
    >
      <Stack gap="xs">
        {evidence.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.noEvidence}
          </Text>
        )}
        {evidence.map((document) => (
          <Document key={document.id} document={document} path={pathOf(document)} />
        ))}
        {isTooLarge && (
          <Text size="sm" c="red" role="alert">
            {t.tooLarge(megabytes)}
          </Text>
        )}
        {attach.error && (
          <Failure error={attach.error} retry={() => attach.mutate(attach.variables)} />
        )}
      </Stack>
    </Card>
  )
}

function Document({ document, path }: { readonly document: EvidenceWire; readonly path: string }) {
  // A link that the browser follows by itself cannot carry the account of the pages.
  const download = useMutation({
    mutationFn: async () => saveFile(document.name, await (await openFile(path, {})).blob()),
  })
  return (
    <>
      <Group gap="xs" wrap="nowrap">
        <FileText size={16} aria-hidden />
        <Anchor
          href={path}
          download={document.name}
          size="sm"
          onClick={(event) => {
            event.preventDefault()
            if (!download.isPending) download.mutate()
          }}
        >
          {document.name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {Math.ceil(document.size / 1_024)} kB · <When at={document.createdAt} />
        </Text>
      </Group>
      {download.error && <Failure error={download.error} />}
    </>
  )
}
