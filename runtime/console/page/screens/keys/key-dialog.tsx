// What is done with a key, each with its effect. A budget is not written over one that was changed since it was read; nothing delays the end of
// a key.
import type { ApiKeyObject, RotatedKey } from '../../../../../schemas/generated/control-types.ts'
import { hrefOf, openAddress } from '../../address.ts'
import { api } from '../../api/client.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'

export type KeyAction = 'disable' | 'enable' | 'rotate' | 'revoke' | 'budget' | 'reset'

interface KeyDialogProps {
  readonly of: ApiKeyObject
  readonly action: KeyAction
  readonly path: string
  readonly etag: string | undefined
  readonly onClose: () => void
  readonly onDone: () => void
  readonly onRotated: (rotated: RotatedKey) => void
}

const PERIODS = [
  { value: 'monthly', title: 'on the first of each month, at 00:00 UTC' },
  { value: 'weekly', title: 'on Mondays, at 00:00 UTC' },
  { value: 'never', title: 'never' },
]

export function KeyDialog({ of: key, action, path, etag, onClose, onDone, onRotated }: KeyDialogProps) {
  const put = (body: object) => api.send('PUT', path, body)
  /** Of values that others may have changed; the first use of a new secret changes a key as well. */
  const putIfSame = async (body: object) => {
    const changed = await api.send('PUT', path, body, { ifMatch: etag })
    if (!changed.ok && changed.status === 412) onDone()
    return changed
  }
  const shared = { fields: [], onClose, onDone } as const
  switch (action) {
    case 'disable':
      return (
        <ChangeDialog
          {...shared}
          title={`Disable ${key.name}?`}
          action="Disable"
          isDangerous
          note="Calls with it are refused within two seconds everywhere, until it is enabled again."
          send={() => put({ status: 'disabled' })}
        />
      )
    case 'enable':
      return (
        <ChangeDialog
          {...shared}
          title={`Enable ${key.name}?`}
          action="Enable"
          note="Calls with it are accepted again."
          send={() => put({ status: 'active' })}
        />
      )
    case 'reset':
      return (
        <ChangeDialog
          {...shared}
          title={`Reset the use of ${key.name}?`}
          action="Reset"
          note="Its budget counts from 0 again, until the next reset."
          send={() => put({ reset_usage: true })}
        />
      )
    case 'budget':
      return (
        <ChangeDialog
          {...shared}
          title={`Budget of ${key.name}`}
          action="Save"
          note="What was used in this period stays counted."
          fields={[
            { name: 'dollars', label: 'US dollars in a period' },
            { name: 'period', label: 'The budget resets', choices: PERIODS },
          ]}
          send={({ dollars, period }) =>
            putIfSame({
              usage_limits: {
                type: 'cost',
                credit_limit: Number(dollars),
                ...(period !== 'never' && { periodic_reset: period }),
              },
            })
          }
        />
      )
    case 'rotate':
      return (
        <ChangeDialog
          {...shared}
          title={`Rotate ${key.name}?`}
          action="Rotate"
          note="It gets a new secret, which is shown once. The old one is accepted for 30 minutes, or as long as its rotation policy says."
          send={async () => {
            const rotated = await api.send<RotatedKey>('POST', `${path}/rotate`, {})
            if (rotated.ok) onRotated(rotated.data)
            return rotated
          }}
        />
      )
    case 'revoke':
      return (
        <ChangeDialog
          {...shared}
          title={`Revoke ${key.name}?`}
          action="Revoke"
          isDangerous
          note="Calls with it are refused within two seconds everywhere. This cannot be undone."
          send={() => api.send('DELETE', path)}
          onDone={() => openAddress(hrefOf(['keys']))}
        />
      )
  }
}
