import { call } from '../../api/client.ts'
import { Dialog } from '../../parts/dialog.tsx'
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
    <Dialog title={isShown ? t.secretTitle : t.add} isOpen={isOpen} onClose={finish} size="lg">
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
    </Dialog>
  )
}
