// One change by the API, in a dialog: it closes when the change is done, and shows the reason where it is refused.
import { useId, useState } from 'preact/hooks'
import type { ApiResult } from '../api/client.ts'
import { Dialog } from './dialog.tsx'
import type { Choice } from './filter-bar.tsx'

export interface ChangeField {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email'
  readonly choices?: readonly Choice[]
}

interface ChangeDialogProps {
  readonly title: string
  readonly action: string
  readonly note?: string
  readonly isDangerous?: boolean
  readonly fields: readonly ChangeField[]
  readonly onClose: () => void
  readonly send: (values: Readonly<Record<string, string>>) => Promise<ApiResult<unknown>>
  readonly onDone: () => void
}

export function ChangeDialog({
  title,
  action,
  note,
  isDangerous = false,
  fields,
  onClose,
  send,
  onDone,
}: ChangeDialogProps) {
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const data = new FormData(event.currentTarget as HTMLFormElement)
    setIsBusy(true)
    const result = await send(
      Object.fromEntries(fields.map(({ name }) => [name, String(data.get(name) ?? '')])),
    )
    setIsBusy(false)
    if (!result.ok) return setFault(result.message)
    onDone()
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {note !== undefined && <p>{note}</p>}
      <form onSubmit={event => void submit(event)}>
        {fields.map(field => (
          <FieldOf key={field.name} {...field} />
        ))}
        <p class="fault" role="alert" dir="auto">
          {fault}
        </p>
        <div class="row">
          <button type="submit" class={isDangerous ? 'danger' : 'main'} disabled={isBusy}>
            {action}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function FieldOf({ name, label, type = 'text', choices }: ChangeField) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {choices !== undefined ? (
        <select id={id} name={name} required>
          {choices.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      ) : type === 'email' ? (
        <input id={id} name={name} type="email" required />
      ) : (
        <input id={id} name={name} type="text" required />
      )}
    </div>
  )
}
