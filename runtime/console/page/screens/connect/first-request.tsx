// Waits for the first request of the caller's key, and turns into it when it comes.
import { useState } from 'preact/hooks'
import { modelsOfList } from '../../../../../schemas/contracts/coding-agent.ts'
import type { LogEntry, LogList } from '../../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../../schemas/values/json.ts'
import { hrefOf } from '../../address.ts'
import { api } from '../../api/client.ts'
import { caller, hasScope, session } from '../../api/session.ts'
import { useLoaded, useRead } from '../../api/use-request.ts'
import { Duration, Money, Status, Text, Time } from '../../parts/values.tsx'

/** Milliseconds between two looks for it. */
const LOOK = 2000
/** Requests of before the page was opened do not count, but for those that came while it was opened. */
const EARLIER = 5000

export function FirstRequest() {
  const who = caller.value
  const [since] = useState(() => Date.now() - EARLIER)
  const [found, setFound] = useState<LogEntry>()
  const isLogged = session.value?.gateway.has.logs === true && hasScope('logs.list')
  const latest = useLoaded<LogList>(
    isLogged && found === undefined ? `first request since ${since}` : undefined,
    async signal => {
      const read = await api.get<LogList>(
        '/v1/logs',
        {
          time_of_generation_min: new Date(since).toISOString(),
          time_of_generation_max: new Date(Date.now() + EARLIER).toISOString(),
          page_size: 20,
          api_key_ids: who?.role === 'owner' ? undefined : who?.key,
        },
        signal,
      )
      // Lists of models, as this page reads them, are not what is waited for.
      const call = read.ok ? read.data.data.find(({ path }) => !path.endsWith('/models')) : undefined
      if (call !== undefined) setFound(call)
      return read
    },
    { every: LOOK },
  )
  return (
    <section class="panel" aria-labelledby="first">
      <h2 id="first">{found === undefined ? 'Your first request' : 'It works'}</h2>
      <div aria-live="polite">
        {found !== undefined ? (
          <Arrived entry={found} />
        ) : !isLogged ? (
          <p>
            {session.value?.gateway.has.logs === true
              ? 'Your permissions do not include records of requests (logs.list): send one, and look at its reply.'
              : 'This gateway stores no records of requests. With telemetry: { log_store: {} } and a store in gateway.yaml, your first request appears here.'}
          </p>
        ) : (
          <p class="waiting">
            <span class="pulse" aria-hidden="true" /> Waiting for your first request…
            {latest.refusal !== undefined && latest.refusal.status !== 0 && (
              <span dir="auto"> {latest.refusal.message}</span>
            )}
          </p>
        )}
      </div>
      <TryNow />
    </section>
  )
}

const Arrived = ({ entry }: { readonly entry: LogEntry }) => (
  <dl class="facts">
    <dt>Request</dt>
    <dd>
      <a href={hrefOf(['requests', entry.id])}>
        {entry.method} <Text of={entry.path} />
      </a>{' '}
      <Status of={entry.status_code} />
    </dd>
    <dt>Arrived</dt>
    <dd>
      <Time at={entry.created_at} />
    </dd>
    <dt>Model</dt>
    <dd>
      <Text of={entry.model} /> {entry.provider !== null && <span class="quiet">at {entry.provider}</span>}
    </dd>
    <dt>Took</dt>
    <dd>
      <Duration ms={entry.latency} />
    </dd>
    <dt>Cost</dt>
    <dd>
      <Money dollars={entry.cost} />
    </dd>
  </dl>
)

/** A short chat from this page, with the rights of the caller. */
function TryNow() {
  const models = useRead<JsonObject>(session.value?.gateway.has.calls === false ? undefined : '/v1/models')
  const [answer, setAnswer] = useState<{ readonly isFault: boolean; readonly text: string }>()
  const [isBusy, setIsBusy] = useState(false)
  const model = models.data === undefined ? undefined : chatModel(models.data)
  if (model === undefined || session.value?.read_only === true) return null
  const send = async (): Promise<void> => {
    setIsBusy(true)
    const result = await api.send<JsonObject>('POST', '/v1/chat/completions', {
      model,
      messages: [{ role: 'user', content: 'Answer with one word: ready' }],
      max_tokens: 512,
    })
    setIsBusy(false)
    setAnswer(
      result.ok ? { isFault: false, text: contentOf(result.data) } : { isFault: true, text: result.message },
    )
  }
  return (
    <div class="row">
      <button type="button" disabled={isBusy} onClick={() => void send()}>
        {isBusy ? 'Sending…' : 'Send one from here'}
      </button>
      <span class="quiet">
        a short chat to <bdi>{model}</bdi>
      </span>
      <p class={answer?.isFault === true ? 'fault' : 'quiet'} role="status" dir="auto">
        {answer?.text}
      </p>
    </div>
  )
}

const chatModel = (list: JsonObject): string | undefined =>
  modelsOfList(list).find(({ id }) => !/embed|tts|whisper|image|rerank|moderation|audio|transcribe/.test(id))
    ?.id

function contentOf(reply: JsonObject): string {
  const [choice] =
    (reply['choices'] as readonly { readonly message?: { readonly content?: unknown } }[] | undefined) ?? []
  const content = choice?.message?.content
  return typeof content === 'string' ? `The model replied: ${content.slice(0, 300)}` : 'The model replied.'
}
