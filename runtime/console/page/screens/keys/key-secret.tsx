// A secret that the gateway shows once. It is nowhere but in this dialog, which a slip of the keyboard does not close.
import { CopyButton } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Time } from '../../parts/values.tsx'

interface KeySecretProps {
  readonly title: string
  readonly secret: string
  /** Until when the secret before it is accepted. */
  readonly until?: string
  readonly onClose: () => void
}

export const KeySecret = ({ title, secret, until, onClose }: KeySecretProps) => (
  <Dialog title={title} onClose={onClose} isClosable={false}>
    <p>This is its secret. It is shown once: store it where the application reads it.</p>
    <p>
      <code class="words">{secret}</code>
    </p>
    {until !== undefined && (
      <p>
        The old secret is accepted until <Time at={until} />.
      </p>
    )}
    <div class="row">
      <CopyButton text={secret} label="Copy the secret" />
      <button type="button" class="main" onClick={onClose}>
        I have stored it
      </button>
    </div>
  </Dialog>
)
