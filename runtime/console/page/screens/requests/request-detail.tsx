// One request: what was asked, sent and answered, its path, its bodies, and what to do with it.
import type { LogRecordFormat } from '../../../../../schemas/generated/control-types.ts'
import type { LogRecord } from '../../../../../schemas/generated/types.ts'
import { changeQuery, hrefOf, openAddress, queryOf } from '../../address.ts'
import { useRead } from '../../api/use-request.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { Remote } from '../../parts/states.tsx'
import { Badge, Duration, Money, Status, Text, Time } from '../../parts/values.tsx'
import { RequestActions } from './request-actions.tsx'
import { RequestBodies } from './request-bodies.tsx'
import { RequestPath } from './request-path.tsx'
import { filteredHref, listed, listHref, requestHref } from './request-view.ts'

const TABS = [
  ['path', 'Path and cost'],
  ['bodies', 'Bodies'],
  ['actions', 'Replay, test, report'],
  ['record', 'Record'],
] as const

export function RequestDetail({ id }: { readonly id: string }) {
  const loaded = useRead<LogRecordFormat>(`/v1/logs/${encodeURIComponent(id)}`, {
    log_format: 'record',
    bodies: false,
  })
  const tab = TABS.some(([name]) => name === queryOf('tab')) ? queryOf('tab') : 'path'
  return (
    <article class="panel detail" aria-label="Request">
      <Neighbours id={id} />
      <Remote loaded={loaded} lines={12}>
        {data => {
          const record = data.record as unknown as LogRecord
          return (
            <>
              <Head record={record} />
              <Facts record={record} />
              <fieldset class="tabs">
                <legend class="unseen">Parts of the request</legend>
                {TABS.map(([name, title]) => (
                  <button
                    key={name}
                    type="button"
                    aria-pressed={tab === name}
                    aria-current={tab === name ? 'true' : undefined}
                    onClick={() => changeQuery({ tab: name === 'path' ? undefined : name })}
                  >
                    {title}
                  </button>
                ))}
              </fieldset>
              {tab === 'path' && <RequestPath record={record} />}
              {tab === 'bodies' && <RequestBodies record={record} isStored={data.has_bodies} />}
              {tab === 'actions' && <RequestActions stored={data} record={record} reload={loaded.reload} />}
              {tab === 'record' && (
                <CodeBlock label="The line of the request log" text={JSON.stringify(record, null, 2)} />
              )}
            </>
          )
        }}
      </Remote>
    </article>
  )
}

/** Where to go from here. */
function Neighbours({ id }: { readonly id: string }) {
  const at = listed.value.indexOf(id)
  const [previous, next] = at < 0 ? [] : [listed.value[at - 1], listed.value[at + 1]]
  const open = (to: string | undefined): void => {
    if (to !== undefined) openAddress(requestHref(to), { replace: true })
  }
  return (
    <nav class="row detail-nav" aria-label="Requests of the list">
      <a class="button" href={listHref()}>
        ✕ Close
      </a>
      <span class="row">
        <button type="button" disabled={previous === undefined} onClick={() => open(previous)}>
          ↑ Newer
        </button>
        <button type="button" disabled={next === undefined} onClick={() => open(next)}>
          ↓ Older
        </button>
      </span>
    </nav>
  )
}

const Head = ({ record }: { readonly record: LogRecord }) => (
  <header class="detail-head">
    <h2 dir="auto">
      {record.method} {record.path}
    </h2>
    <p class="row">
      <Status of={record.status} />
      {record.broken !== undefined && <Badge tone="bad">stream broke</Badge>}
      {record.left === true && <Badge tone="warning">client left</Badge>}
      {record.outside === true && <Badge>reported by a client</Badge>}
      {record.stream === true && <Badge>stream</Badge>}
      {record.cache !== undefined && <Badge tone="accent">cache {record.cache}</Badge>}
      <Time at={record.time} />
      <span class="quiet">
        <Duration ms={record.milliseconds} />
        {record.firstToken !== undefined && (
          <>
            , first token after <Duration ms={record.firstToken} />
          </>
        )}
      </span>
      <Money dollars={record.cost === undefined ? undefined : record.cost / 1e9} />
    </p>
  </header>
)

/** A value that leads to the requests that share it. */
const Filtered = ({ name, value }: { readonly name: string; readonly value: string | undefined }) =>
  value === undefined || value === '' || value.includes(',') ? (
    <Text of={value} />
  ) : (
    <a href={filteredHref(name, value)} title="Requests with the same">
      <Text of={value} />
    </a>
  )

function Facts({ record }: { readonly record: LogRecord }) {
  const { model, servedModel, answeredModel, session, trace, key, config, prompt } = record
  const user = record.metadata?.['_user']
  return (
    <dl class="facts">
      <dt>Model</dt>
      <dd>
        <Filtered name="ai_org_model" value={model} />
        {servedModel !== undefined && (
          <>
            {' '}
            <span class="quiet">sent as</span> <Text of={servedModel} />
          </>
        )}
        {answeredModel !== undefined && (
          <>
            {' '}
            <span class="quiet">answered by</span> <Text of={answeredModel} />
          </>
        )}
      </dd>
      <dt>Provider</dt>
      <dd>
        <Filtered name="virtual_keys" value={record.slug ?? record.provider} />
        {record.member !== undefined && (
          <span class="quiet">
            , member <bdi>{record.member}</bdi>
          </span>
        )}
        {record.at !== undefined && (
          <span class="quiet">
            {' '}
            at <bdi>{record.at}</bdi>
          </span>
        )}
      </dd>
      <dt>Who</dt>
      <dd>
        {user !== undefined && (
          <>
            <bdi>{String(user)}</bdi>, <span class="quiet">key</span>{' '}
          </>
        )}
        {key === undefined ? (
          <Text of={undefined} />
        ) : (
          <a href={hrefOf(['keys', key])}>
            <bdi>{key}</bdi>
          </a>
        )}
        {record.workspace !== undefined && (
          <span class="quiet">
            {' '}
            in <bdi>{record.workspace}</bdi>
          </span>
        )}
      </dd>
      <dt>Config</dt>
      <dd>
        <Filtered name="configs" value={config?.replace(/@\d+$/, '')} />
        {prompt !== undefined && (
          <>
            , <span class="quiet">prompt</span> <bdi>{prompt}</bdi>
          </>
        )}
        <span class="quiet">
          {' '}
          of release <bdi>{record.plan}</bdi>
        </span>
      </dd>
      {session !== undefined && (
        <>
          <dt>Session</dt>
          <dd>
            <a href={hrefOf(['sessions', session])}>
              <bdi>{session}</bdi>
            </a>
          </dd>
        </>
      )}
      <dt>Trace</dt>
      <dd>
        <a href={filteredHref('trace_id', trace)}>
          <bdi>{trace}</bdi>
        </a>
      </dd>
    </dl>
  )
}
