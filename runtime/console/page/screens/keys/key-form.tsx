// A new key. Its secret is in one reply, and is shown until the dialog is closed.
import { useId, useState } from 'preact/hooks'
import type {
  CreatedKey,
  LimitProfileList,
  WorkspaceList,
  WorkspaceServiceKeyCreate,
} from '../../../../../schemas/generated/control-types.ts'
import { api } from '../../api/client.ts'
import { caller, hasScope } from '../../api/session.ts'
import { useRead } from '../../api/use-request.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { KeySecret } from './key-secret.tsx'

/** What a new key is usually for, with the scopes that it needs. */
const PURPOSES = [
  { id: 'calls', title: 'Call models', scopes: ['inference', 'models'] },
  {
    id: 'tools',
    title: 'Call models, MCP servers and agents',
    scopes: ['inference', 'models', 'mcp.invoke', 'agents.invoke'],
  },
  {
    id: 'read',
    title: 'Read records and configs, call nothing',
    scopes: ['logs.list', 'logs.view', 'analytics.view', 'configs.list', 'configs.read'],
  },
] as const

const KINDS = [
  { id: 'service', title: 'An application', scope: 'workspace_service_api_keys.create' },
  { id: 'user', title: 'Myself', scope: 'workspace_user_api_keys.create' },
] as const

export function KeyForm({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const workspaces = useRead<WorkspaceList>('/v1/workspaces', { page_size: 100 })
  const profiles = useRead<LimitProfileList>(hasScope('policies.list') ? '/v1/limit-profiles' : undefined, {
    page_size: 100,
  })
  const [secret, setSecret] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const id = useId()
  const isPerson = caller.value?.type === 'person'
  const kinds = KINDS.filter(({ id: kind, scope }) => hasScope(scope) && (kind === 'service' || isPerson))
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const data = new FormData(event.currentTarget as HTMLFormElement)
    setIsBusy(true)
    const made = await api.send<CreatedKey>(
      'POST',
      data.get('kind') === 'user' ? '/v1/api-keys/workspace/user' : '/v1/api-keys/workspace/service',
      bodyOf(name => String(data.get(name) ?? '')),
    )
    setIsBusy(false)
    if (!made.ok) return setFault(made.message)
    setSecret(made.data.key)
    onDone()
  }
  if (secret !== undefined) return <KeySecret title="The key was made" secret={secret} onClose={onClose} />
  return (
    <Dialog title="New key" onClose={onClose}>
      <form onSubmit={event => void submit(event)}>
        <div class="field">
          <label for={`${id}-name`}>Name</label>
          <input id={`${id}-name`} name="name" type="text" required maxLength={255} dir="auto" />
        </div>
        <div class="field">
          <label for={`${id}-kind`}>For</label>
          <select id={`${id}-kind`} name="kind">
            {kinds.map(({ id: kind, title }) => (
              <option key={kind} value={kind}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for={`${id}-workspace`}>Workspace</label>
          <select id={`${id}-workspace`} name="workspace">
            {(workspaces.data?.data ?? []).map(({ id: workspace, name }) => (
              <option key={workspace} value={workspace}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for={`${id}-purpose`}>It may</label>
          <select id={`${id}-purpose`} name="purpose">
            {PURPOSES.map(({ id: purpose, title }) => (
              <option key={purpose} value={purpose}>
                {title}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for={`${id}-budget`}>Budget in US dollars (optional)</label>
          <input id={`${id}-budget`} name="budget" type="number" min="0.000001" step="any" />
        </div>
        <div class="field">
          <label for={`${id}-period`}>The budget resets</label>
          <select id={`${id}-period`} name="period">
            <option value="monthly">on the first of each month, at 00:00 UTC</option>
            <option value="weekly">on Mondays, at 00:00 UTC</option>
            <option value="">never</option>
          </select>
        </div>
        <div class="field">
          <label for={`${id}-rate`}>Requests in a minute (optional)</label>
          <input id={`${id}-rate`} name="rate" type="number" min="1" step="1" />
        </div>
        <div class="field">
          <label for={`${id}-concurrent`}>Requests in flight at once (optional)</label>
          <input id={`${id}-concurrent`} name="concurrent" type="number" min="1" step="1" />
        </div>
        {(profiles.data?.data ?? []).length > 0 && (
          <div class="field">
            <label for={`${id}-profile`}>Limit profile (optional)</label>
            <select id={`${id}-profile`} name="profile">
              <option value="">none</option>
              {profiles.data?.data.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        )}
        <div class="field">
          <label for={`${id}-expires`}>Expires (optional, in your zone)</label>
          <input id={`${id}-expires`} name="expires" type="datetime-local" />
        </div>
        <p class="fault" role="alert" dir="auto">
          {fault}
        </p>
        <div class="row">
          <button type="submit" class="main" disabled={isBusy || kinds.length === 0}>
            Create the key
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function bodyOf(value: (name: string) => string): WorkspaceServiceKeyCreate {
  const [workspace, budget, rate, concurrent, profile, expires] = [
    'workspace',
    'budget',
    'rate',
    'concurrent',
    'profile',
    'expires',
  ].map(value)
  const period = value('period') as 'weekly' | 'monthly' | ''
  const rates = [
    ...(rate ? [{ type: 'requests' as const, unit: 'rpm' as const, value: Number(rate) }] : []),
    ...(concurrent
      ? [{ type: 'requests' as const, unit: 'concurrent' as const, value: Number(concurrent) }]
      : []),
  ]
  const { scopes } = PURPOSES.find(({ id }) => id === value('purpose')) ?? PURPOSES[0]
  return {
    name: value('name'),
    scopes: [...scopes],
    ...(workspace && { workspace_id: workspace }),
    ...(budget && {
      usage_limits: {
        type: 'cost',
        credit_limit: Number(budget),
        ...(period !== '' && { periodic_reset: period }),
      },
    }),
    ...(rates.length > 0 && { rate_limits: rates }),
    ...(profile && { limit_profile: profile }),
    ...(expires && { expires_at: new Date(expires).toISOString() }),
  }
}
