import { Modal } from '@mantine/core'
import { call } from '../../api/client.ts'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { keyTexts } from './developers-texts.ts'
import { KeyForm, type NewKeyBody } from './key-form.tsx'
import { type KeyAnswer, MadeKey } from './made-key.tsx'

/** Creates a key, and shows it once. */
export function NewKey({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const t = useTexts(keyTexts)
  const add = useChange((body: NewKeyBody) => call<KeyAnswer>('POST', '/api/user/keys', { body }))
  const finish = () => {
    onClose()
    add.reset()
  }
  const isShown = add.data !== undefined && 'key' in add.data
  return (
    <Modal
      opened={isOpen}
      onClose={finish}
      title={isShown ? t.secretTitle : t.add}
      size="lg"
      // The key is not shown again.
      closeOnClickOutside={!isShown}
    >
      {add.data ? (
        <MadeKey answer={add.data} onClose={finish} />
      ) : (
        <KeyForm
          isPending={add.isPending}
          error={add.error}
          onCancel={finish}
          onSubmit={(body) => add.mutate(body)}
        />
      )}
    </Modal>
  )
}
