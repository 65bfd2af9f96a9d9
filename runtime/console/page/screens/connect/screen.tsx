// The first screen of a new gateway and of a new person: who am I here, what do I paste into my agent or program, and does it work.

import { modelsOfList } from '../../../../../schemas/contracts/coding-agent.ts'
import type { HeldScopes } from '../../../../../schemas/contracts/console-session.ts'
import type { JsonObject } from '../../../../../schemas/values/json.ts'
import { changeQuery, hrefOf, queryOf } from '../../address.ts'
import { caller, hasScope, mayChange, session } from '../../api/session.ts'
import { useRead } from '../../api/use-request.ts'
import { describeCaller, nameOf } from '../../app.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { Badge } from '../../parts/values.tsx'
import { AgentSetup } from './agent-setup.tsx'
import { FirstRequest } from './first-request.tsx'
import { LibrarySetup } from './library-setup.tsx'

export default function Connect() {
  return (
    <div class="stack">
      <header class="screen-head">
        <h1>Connect</h1>
      </header>
      <WhoAmI />
      <Settings />
      <FirstRequest />
    </div>
  )
}

function WhoAmI() {
  const who = caller.value
  const current = session.value
  if (who === undefined || current === undefined) return null
  const workspaces = who.workspaces.map(({ slug, id }) => slug ?? id)
  return (
    <section class="panel" aria-labelledby="who">
      <h2 id="who">You and this gateway</h2>
      <dl class="facts">
        <dt>You are</dt>
        <dd>
          <bdi>{nameOf(who)}</bdi> <Badge>{describeCaller(who)}</Badge>
        </dd>
        {who.key !== undefined && (
          <>
            <dt>Key</dt>
            <dd>
              <a href={hrefOf(['keys', who.key])}>
                <bdi>{who.key}</bdi>
              </a>
            </dd>
          </>
        )}
        {workspaces.length > 0 && (
          <>
            <dt>Workspaces</dt>
            <dd>
              <bdi>{workspaces.join(', ')}</bdi>
            </dd>
          </>
        )}
        <dt>You may</dt>
        <dd>
          <Permissions held={[who.scopes, ...who.workspaces.map(({ scopes }) => scopes)]} />
        </dd>
        <dt>Base URL</dt>
        <dd>
          <code>{current.gateway.base_url}</code>
        </dd>
        <dt>Release</dt>
        <dd>
          <code>{current.gateway.plan}</code> <span class="quiet">Portolan {current.gateway.version}</span>
        </dd>
      </dl>
      {who.type === 'open' && (
        <p class="quiet">
          This gateway has no keys: any text works as the key, and it serves this machine only. Keys begin
          with <code>portolan admin-key create</code>.
        </p>
      )}
    </section>
  )
}

function Permissions({ held }: { readonly held: readonly HeldScopes[] }) {
  if (held.includes('all')) return <>everything</>
  const scopes = [...new Set(held.flatMap(each => (each === 'all' ? [] : each)))].sort()
  if (scopes.length === 0) return <>call nothing with this key</>
  return (
    <details>
      <summary>
        {scopes.length} {scopes.length === 1 ? 'scope' : 'scopes'}
      </summary>
      <ul>
        {scopes.map(scope => (
          <li key={scope}>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What to copy: for an agent, or for a program. */
function Settings() {
  const models = useRead<JsonObject>(session.value?.gateway.has.calls === false ? undefined : '/v1/models')
  const kind = queryOf('sdk') === undefined ? 'agent' : 'sdk'
  const listed = models.data === undefined ? undefined : modelsOfList(models.data)
  const origin = session.value?.gateway.base_url.replace(/\/v1$/, '') ?? window.location.origin
  return (
    <section class="panel" aria-labelledby="settings">
      <h2 id="settings">Settings to copy</h2>
      <KeyAdvice />
      <fieldset class="tabs">
        <legend class="unseen">What do you connect?</legend>
        <button
          type="button"
          aria-pressed={kind === 'agent'}
          aria-current={kind === 'agent' ? 'true' : undefined}
          onClick={() => changeQuery({ sdk: undefined, language: undefined, model: undefined })}
        >
          A coding agent
        </button>
        <button
          type="button"
          aria-pressed={kind === 'sdk'}
          aria-current={kind === 'sdk' ? 'true' : undefined}
          onClick={() => changeQuery({ agent: undefined, sdk: 'openai', model: undefined })}
        >
          An SDK or framework
        </button>
      </fieldset>
      {models.refusal !== undefined && listed === undefined ? (
        <Failed refusal={models.refusal} retry={models.reload} />
      ) : listed === undefined && session.value?.gateway.has.calls !== false ? (
        <Loading lines={4} label="Loading the models that you may call" />
      ) : kind === 'agent' ? (
        <AgentSetup listed={listed ?? []} origin={origin} />
      ) : (
        <LibrarySetup listed={listed ?? []} origin={origin} />
      )}
    </section>
  )
}

/** The page never has the secret of a key: where to get one. */
function KeyAdvice() {
  const who = caller.value
  if (who === undefined || who.type === 'open') return null
  const mayCreate =
    mayChange.value &&
    (hasScope('workspace_user_api_keys.create') || hasScope('workspace_service_api_keys.create'))
  return (
    <p>
      The lines read the key from the variable <code>PORTOLAN_API_KEY</code>; it is never part of them.{' '}
      {mayCreate && (
        <>
          <a href={hrefOf(['keys'], { create: '1' })}>Create a key</a> for each agent or program.
        </>
      )}
    </p>
  )
}
