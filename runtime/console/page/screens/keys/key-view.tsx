// One key: its facts, what may be done with it, and its effective policy. Keys of git are changed there: the lines are proposed.
import { useState } from 'preact/hooks'
import type { ApiKeyObject, KeyPolicy, RotatedKey } from '../../../../../schemas/generated/control-types.ts'
import { hrefOf } from '../../address.ts'
import { hasScope, mayChange } from '../../api/session.ts'
import { useRead } from '../../api/use-request.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { Remote } from '../../parts/states.tsx'
import { Badge, Time } from '../../parts/values.tsx'
import { type KeyAction, KeyDialog } from './key-dialog.tsx'
import { KeySecret } from './key-secret.tsx'
import { KEY_TONES, KEY_TYPES } from './key-table.tsx'
import { PolicyView } from './policy-view.tsx'

export function KeyView({ id }: { readonly id: string }) {
  const path = `/v1/api-keys/${encodeURIComponent(id)}`
  const key = useRead<ApiKeyObject>(path)
  const policy = useRead<KeyPolicy>(`${path}/policy`, {}, { every: 10_000 })
  const [action, setAction] = useState<KeyAction>()
  const [rotated, setRotated] = useState<RotatedKey>()
  const reload = (): void => {
    key.reload()
    policy.reload()
  }
  return (
    <>
      <p>
        <a href={hrefOf(['keys'])}>All keys</a>
      </p>
      <Remote loaded={key}>
        {data => (
          <>
            <div class="screen-head">
              <h2>
                <bdi>{data.name}</bdi> <Badge tone={KEY_TONES[data.status]}>{data.status}</Badge>
              </h2>
              {data.owner === 'api' && <Actions of={data} onAction={setAction} />}
            </div>
            <Facts of={data} />
            {data.owner === 'git' && <GitChange name={data.name} />}
            {action !== undefined && (
              <KeyDialog
                of={data}
                action={action}
                path={path}
                etag={key.etag}
                onClose={() => setAction(undefined)}
                onDone={reload}
                onRotated={setRotated}
              />
            )}
          </>
        )}
      </Remote>
      {rotated !== undefined && (
        <KeySecret
          title="The key was rotated"
          secret={rotated.key}
          until={rotated.key_transition_expires_at}
          onClose={() => setRotated(undefined)}
        />
      )}
      {key.data !== undefined && <Remote loaded={policy}>{data => <PolicyView policy={data} />}</Remote>}
    </>
  )
}

const mayDo = ({ type }: ApiKeyObject, verb: string): boolean =>
  mayChange.value && hasScope(`${type.replace('-', '_')}_api_keys.${verb}`)

function Actions({
  of: key,
  onAction,
}: {
  readonly of: ApiKeyObject
  readonly onAction: (action: KeyAction) => void
}) {
  const isDisabled = key.status === 'disabled'
  return (
    <div class="row">
      {mayDo(key, 'update') && (
        <>
          {key.type !== 'organisation-service' && (
            <button type="button" onClick={() => onAction('budget')}>
              {key.usage_limits === null ? 'Give it a budget' : 'Change the budget'}
            </button>
          )}
          {(key.usage_limits !== null || key.limit_profile !== null) && (
            <button type="button" onClick={() => onAction('reset')}>
              Reset its use
            </button>
          )}
          <button type="button" onClick={() => onAction(isDisabled ? 'enable' : 'disable')}>
            {isDisabled ? 'Enable' : 'Disable'}
          </button>
        </>
      )}
      {mayDo(key, 'rotate') && (
        <button type="button" onClick={() => onAction('rotate')}>
          Rotate
        </button>
      )}
      {mayDo(key, 'delete') && (
        <button type="button" class="danger" onClick={() => onAction('revoke')}>
          Revoke
        </button>
      )}
    </div>
  )
}

const Facts = ({ of: key }: { readonly of: ApiKeyObject }) => (
  <dl class="facts">
    <dt>Identifier</dt>
    <dd>
      <code>{key.owner === 'git' ? key.name : key.id}</code>
    </dd>
    {key.description !== null && (
      <>
        <dt>Purpose</dt>
        <dd dir="auto">{key.description}</dd>
      </>
    )}
    <dt>For</dt>
    <dd>{KEY_TYPES[key.type]}</dd>
    <dt>Defined in</dt>
    <dd>{key.owner === 'git' ? 'git: api_keys of gateway.yaml' : 'the API'}</dd>
    {key.masked_key !== null && (
      <>
        <dt>Secret</dt>
        <dd>
          <code>{key.masked_key}</code>
          {key.key_transition_expires_at !== null && (
            <>
              {'; the old one is accepted until '}
              <Time at={key.key_transition_expires_at} />
            </>
          )}
        </dd>
      </>
    )}
    {key.limit_profile !== null && (
      <>
        <dt>Limit profile</dt>
        <dd>
          <code>{key.limit_profile}</code>
        </dd>
      </>
    )}
    <dt>Expires</dt>
    <dd>
      <Time at={key.expires_at} />
    </dd>
    <dt>Last changed</dt>
    <dd>
      <Time at={key.last_updated_at} />
    </dd>
    <dt>Requests</dt>
    <dd>
      <a href={hrefOf(['requests'], { api_key_ids: key.owner === 'git' ? key.name : key.id })}>
        Requests with this key
      </a>
    </dd>
  </dl>
)

/** What the console proposes for a key that git owns. */
const GitChange = ({ name }: { readonly name: string }) => (
  <details>
    <summary>Change it in git</summary>
    <p>
      This key belongs to git, so it is not changed here. Its limits are policies of gateway.yaml; to revoke
      it, remove its entry of <code>api_keys</code>. <a href={hrefOf(['compiler'])}>The compiler</a> proves
      the change, and makes the patch.
    </p>
    <CodeBlock label="gateway.yaml: limits of this key" text={limitsOfGit(name)} />
  </details>
)

const limitsOfGit = (name: string): string => `policies:
  usage_limits:
    - name: ${JSON.stringify(`budget of ${name}`)}
      conditions: [{ key: api_key, value: ${JSON.stringify(name)} }]
      type: cost
      credit_limit: 20
      periodic_reset: monthly
  rate_limits:
    - name: ${JSON.stringify(`rate of ${name}`)}
      conditions: [{ key: api_key, value: ${JSON.stringify(name)} }]
      group_by: [{ key: api_key }]
      type: requests
      unit: rpm
      value: 60
`
