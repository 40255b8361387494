import { Progress as Bar, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Query } from '../api/client.ts'
import { useFormat } from '../text/format.ts'
import { useTexts } from '../text/text.ts'
import { Failure } from './failure.tsx'
import { partTexts } from './part-texts.ts'
import { type Progress, readCsv, type SavedFile } from './save-csv.ts'
import { saveFile } from './save-file.ts'

/** Exports everything that the filters of a list find, with progress and a way to stop. */
export function ExportCsv({ path, query }: { readonly path: string; readonly query: Query }) {
  const t = useTexts(partTexts)
  const [progress, setProgress] = useState<Progress>()
  const [file, setFile] = useState<SavedFile>()
  const [error, setError] = useState<unknown>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const close = () => {
    running.current?.abort()
    setProgress(undefined)
    setFile(undefined)
    setError(undefined)
  }
  const start = async () => {
    close()
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setProgress({ rows: 0, bytes: 0 })
    try {
      const saved = await readCsv(path, query, { signal, onProgress: paced(setProgress) })
      if (signal.aborted) return
      setProgress(saved)
      setFile(saved)
      saveFile(saved.name, saved.blob)
    } catch (cause) {
      if (!signal.aborted) setError(cause)
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
        onClick={() => void start()}
      >
        {t.exportCsv}
      </Button>
      <Modal
        opened={progress !== undefined}
        onClose={close}
        title={t.exportTitle}
        closeOnClickOutside={false}
        centered
      >
        <Stack>
          {error !== undefined ? (
            <Failure error={error} retry={() => void start()} />
          ) : (
            <Done progress={progress} isDone={file !== undefined} />
          )}
          <Group justify="flex-end">
            {file ? (
              <>
                <Button variant="default" onClick={() => saveFile(file.name, file.blob)}>
                  {t.exportAgain}
                </Button>
                <Button onClick={close}>{t.close}</Button>
              </>
            ) : (
              <Button variant="default" onClick={close}>
                {t.exportCancel}
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

function Done({
  progress: { rows, bytes, expected } = { rows: 0, bytes: 0 },
  isDone,
}: {
  readonly progress: Progress | undefined
  readonly isDone: boolean
}) {
  const t = useTexts(partTexts)
  const { number, size } = useFormat()
  return (
    <div role="status">
      <Text size="sm" mb={6}>
        {isDone ? t.exported : t.exporting}
      </Text>
      <Bar
        value={isDone || !expected ? 100 : Math.min(99, (100 * rows) / expected)}
        animated={!isDone}
        aria-label={t.exportTitle}
        mb={6}
      />
      <Text size="sm" c="dimmed" className="amount">
        {t.exportRows(number(rows), size(bytes))}
      </Text>
    </div>
  )
}

/** At most ten times a second: drawing must not slow the file down. */
function paced(show: (progress: Progress) => void): (progress: Progress) => void {
  let last = 0
  return (progress) => {
    const now = performance.now()
    if (now - last < 100) return
    last = now
    show(progress)
  }
}
