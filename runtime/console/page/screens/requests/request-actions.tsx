// What to do with a request: see where another config would send it, take it as a config test, report it, rate it.
import { useState } from 'preact/hooks'
import { describePath } from '../../../../../compiler/plan/request-path.ts'
import type {
  FeedbackSaved,
  LogFacets,
  LogRecordFormat,
  LogReplayed,
} from '../../../../../schemas/generated/control-types.ts'
import type { LogRecord } from '../../../../../schemas/generated/types.ts'
import { type ApiResult, api } from '../../api/client.ts'
import { hasScope, mayChange, session } from '../../api/session.ts'
import { useRead } from '../../api/use-request.ts'
import { formatShare } from '../../format.ts'
import { CodeBlock, downloadText } from '../../parts/copy.tsx'
import { Failed, Remote } from '../../parts/states.tsx'
import { Time } from '../../parts/values.tsx'
import { useReproduction } from './request-bodies.tsx'

interface ActionsProps {
  readonly stored: LogRecordFormat
  readonly record: LogRecord
  readonly reload: () => void
}

export const RequestActions = ({ stored, record, reload }: ActionsProps) => (
  <>
    <Replay record={record} />
    <AsTest record={record} />
    <Report record={record} hasBodies={stored.has_bodies} />
    <Feedback stored={stored} record={record} reload={reload} />
  </>
)

function Replay({ record }: { readonly record: LogRecord }) {
  const configs = useRead<LogFacets>('/v1/logs/facets/config')
  const [config, setConfig] = useState(record.config?.replace(/@\d+$/, '') ?? '')
  const [result, setResult] = useState<ApiResult<LogReplayed>>()
  const [isBusy, setIsBusy] = useState(false)
  const known = configs.data?.data.map(({ value }) => value) ?? []
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setIsBusy(true)
    setResult(
      await api.send<LogReplayed>('POST', `/v1/logs/${encodeURIComponent(record.id)}/replay`, { config }),
    )
    setIsBusy(false)
  }
  return (
    <section aria-labelledby="replay">
      <h3 id="replay">Replay through another config</h3>
      <p class="quiet">Shows where a config would send this request. No provider is called.</p>
      <form onSubmit={event => void submit(event)}>
        <label class="field">
          <span>A saved config, a version such as chat@3, or a config as JSON</span>
          <textarea
            value={config}
            spellcheck={false}
            rows={3}
            onInput={({ currentTarget }) => setConfig(currentTarget.value)}
          />
        </label>
        <div class="row">
          <button type="submit" class="main" disabled={isBusy || config.trim() === ''}>
            {isBusy ? 'Replaying…' : 'Replay'}
          </button>
          {known
            .filter(name => name !== '' && name !== 'inline' && name !== 'headers')
            .slice(0, 8)
            .map(name => (
              <button key={name} type="button" class="small" dir="auto" onClick={() => setConfig(name)}>
                {name}
              </button>
            ))}
        </div>
      </form>
      <div aria-live="polite">
        {result !== undefined &&
          (result.ok ? <Outcomes replayed={result.data} record={record} /> : <Failed refusal={result} />)}
      </div>
    </section>
  )
}

function Outcomes({ replayed, record }: { readonly replayed: LogReplayed; readonly record: LogRecord }) {
  const was = record.slug ?? record.provider ?? 'none'
  return (
    <>
      <p>
        It was answered by <bdi>{was}</bdi>
        {record.at !== undefined && (
          <>
            {' '}
            at <code>{record.at}</code>
          </>
        )}
        . {replayed.decided ? 'Through this config it is sent to:' : 'Through this config it may be sent to:'}
      </p>
      <ul class="lines">
        {replayed.outcomes.map(({ target, provider, model, share, steps, next, undecided }) => (
          <li key={`${target} ${JSON.stringify(steps)}`}>
            <b>
              <bdi>{provider}</bdi>
            </b>{' '}
            <span class="quiet">at</span> <code>{target}</code>
            {model !== null && (
              <>
                {' '}
                <span class="quiet">model</span> <bdi>{model}</bdi>
              </>
            )}
            {share !== null && share < 1 && (
              <span class="quiet">, {formatShare(share)} of such requests</span>
            )}
            <ul class="lines">
              {(steps as readonly { at?: string; to?: string; because?: string }[]).map(step => (
                <li key={`${step.at} ${step.to}`} dir="auto">
                  {step.at} → {step.to} because {step.because}
                </li>
              ))}
              {(next as readonly { on?: string; to?: string }[]).map(each => (
                <li key={`next ${each.to}`} dir="auto" class="quiet">
                  on {each.on} then {each.to}
                </li>
              ))}
              {undecided.map(sentence => (
                <li key={sentence} class="warns" dir="auto">
                  {sentence}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}

function AsTest({ record }: { readonly record: LogRecord }) {
  const made = useReproduction(record.id)
  return (
    <section aria-labelledby="as-test">
      <h3 id="as-test">As a test</h3>
      <Remote loaded={made} lines={4}>
        {({ test, problem, is_same_plan: isSame, differences }) => (
          <>
            <p dir="auto">
              {problem ??
                (test === null
                  ? 'The request named its provider itself: a config test needs a config.'
                  : differences.length > 0
                    ? `It does not pass with ${isSame ? 'this release' : 'the release of now'}: ${differences.join(' ')}`
                    : `It passes with ${isSame ? 'the release that served it' : 'the release of now'}.`)}
            </p>
            {test !== null && (
              <>
                <p class="quiet">A stored body was read for it, which is in the audit log.</p>
                <CodeBlock label="configs/NAME.test.yaml" text={test} />
                <button
                  type="button"
                  onClick={() => downloadText(`${record.id.slice(0, 8)}.test.yaml`, test)}
                >
                  Download the test
                </button>
              </>
            )}
          </>
        )}
      </Remote>
    </section>
  )
}

/** What someone who helps needs: the record, its path in words, versions, and bodies only if they are chosen. */
function Report({ record, hasBodies }: { readonly record: LogRecord; readonly hasBodies: boolean }) {
  const made = useReproduction(record.id)
  const [withBodies, setWithBodies] = useState(false)
  const [fault, setFault] = useState<string>()
  const save = async (): Promise<void> => {
    setFault(undefined)
    const stored = withBodies
      ? await api.get<LogRecordFormat>(`/v1/logs/${encodeURIComponent(record.id)}`, { log_format: 'record' })
      : undefined
    if (stored?.ok === false) return setFault(stored.message)
    const { version, plan, has } = session.peek()?.gateway ?? {}
    const { data } = made
    const report = {
      portolan: { version, plan, plan_of_request: record.plan, has },
      browser: navigator.userAgent,
      created_at: new Date().toISOString(),
      path: describePath(record).map(({ text }) => text),
      record: withBodies ? record : { ...record, metadata: undefined, session: undefined },
      reproduction: data && {
        problem: data.problem,
        differences: data.differences,
        lacking: data.lacking,
        sent: data.sent.map(({ body, ...call }) => (withBodies ? { ...call, body } : call)),
        ...(withBodies && { test: data.test }),
      },
      ...(stored?.ok && {
        request_body: stored.data.request_body,
        response_body: stored.data.response_body,
      }),
    }
    downloadText(`request-${record.id.slice(0, 8)}.json`, JSON.stringify(report, null, 2), 'application/json')
  }
  return (
    <section aria-labelledby="report">
      <h3 id="report">A bundle for a report</h3>
      <p class="quiet">
        One JSON file: the record, its path in words, versions and headers that are sent. Credentials are
        references; metadata and the session are left out unless the bodies are included.
      </p>
      <div class="row">
        {hasBodies && (
          <label class="row">
            <input
              type="checkbox"
              checked={withBodies}
              onChange={({ currentTarget }) => setWithBodies(currentTarget.checked)}
            />
            Include bodies, metadata and the session
          </label>
        )}
        <button type="button" onClick={() => void save()}>
          Download the bundle
        </button>
      </div>
      {fault !== undefined && (
        <p class="fault" role="alert" dir="auto">
          {fault}
        </p>
      )}
    </section>
  )
}

const RATINGS = [
  ['Good', 5],
  ['Bad', -5],
] as const

function Feedback({ stored, record, reload }: ActionsProps) {
  const [fault, setFault] = useState<string>()
  const mayRate = mayChange.value && (hasScope('logs.write') || hasScope('inference'))
  const rate = async (value: number): Promise<void> => {
    const result = await api.send<FeedbackSaved>('POST', '/v1/feedback', {
      trace_id: record.trace,
      value,
      ...(record.workspace !== undefined && { workspace_id: record.workspace }),
    })
    setFault(result.ok ? undefined : result.message)
    if (result.ok) reload()
  }
  return (
    <section aria-labelledby="feedback">
      <h3 id="feedback">Feedback on the trace</h3>
      {stored.feedback.length === 0 ? (
        <p class="quiet">None yet.</p>
      ) : (
        <ul class="lines">
          {stored.feedback.map(({ id, value, weight, created_at: at }) => (
            <li key={id}>
              <b>{value}</b> <span class="quiet">of -10 to 10, weight {weight},</span> <Time at={at} />
            </li>
          ))}
        </ul>
      )}
      {mayRate && (
        <div class="row">
          {RATINGS.map(([title, value]) => (
            <button key={title} type="button" onClick={() => void rate(value)}>
              {title}
            </button>
          ))}
        </div>
      )}
      {fault !== undefined && (
        <p class="fault" role="alert" dir="auto">
          {fault}
        </p>
      )}
    </section>
  )
}
