// A chat with a model or a config, with the rights of the viewer: what came, and which way it took.
import { computed, signal } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { modelsOfList } from '../../../../../schemas/contracts/coding-agent.ts'
import type { ConfigList } from '../../../../../schemas/generated/control-types.ts'
import { isList, type Json, type JsonObject, parseJson } from '../../../../../schemas/values/json.ts'
import { changeQuery, hrefOf, queryOf } from '../../address.ts'
import { session } from '../../api/session.ts'
import { useRead } from '../../api/use-request.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { Empty, Forbidden } from '../../parts/states.tsx'
import { Badge, Duration, Status } from '../../parts/values.tsx'
import { type ChatReply, NO_REPLY, sendChat } from './send-chat.ts'

interface Turn {
  readonly role: 'user' | 'assistant'
  readonly text: string
  /** Of the user, as data. */
  readonly image?: string
  readonly reply?: ChatReply
}

/** The conversation stays while the page is open, wherever one goes in between. */
const turns = signal<readonly Turn[]>([])
const draft = signal('')
const settings = signal({ system: '', temperature: '', maxTokens: '', tools: '', isStream: true })
const image = signal<string | undefined>(undefined)
const running = signal<AbortController | undefined>(undefined)
/** JSON that cannot be sent, as a sentence. */
const toolsFault = computed(() => {
  const { tools } = settings.value
  if (tools.trim() === '') return undefined
  return isList(parseJson(tools)) ? undefined : 'The tools must be a JSON array.'
})

export default function Playground() {
  const current = session.value
  if (current?.gateway.has.calls === false)
    return (
      <Empty title="This listener serves no calls">
        <p>
          The console runs beside saved resources only. With a listener of its own (console.listen) it reaches
          models too.
        </p>
      </Empty>
    )
  if (current?.read_only === true)
    return <Forbidden message="This console only reads, so it sends no chats." />
  return (
    <div class="stack">
      <header class="screen-head">
        <h1>Playground</h1>
        <div class="actions">
          <button
            type="button"
            onClick={() => {
              turns.value = []
            }}
            disabled={turns.value.length === 0}
          >
            Start again
          </button>
        </div>
      </header>
      <Target />
      <Settings />
      <Conversation />
      <Compose />
    </div>
  )
}

function Target() {
  const models = useRead<JsonObject>('/v1/models')
  const configs = useRead<ConfigList>('/v1/configs')
  const listed = models.data === undefined ? [] : modelsOfList(models.data)
  const model = queryOf('model')
  useEffect(() => {
    if (model === undefined && listed[0] !== undefined) changeQuery({ model: listed[0].id })
  }, [model, listed.length])
  return (
    <div class="filters">
      <label class="field">
        <span>Model</span>
        <input
          list="playground-models"
          value={model ?? ''}
          spellcheck={false}
          autocomplete="off"
          onChange={({ currentTarget: { value } }) =>
            changeQuery({ model: value === '' ? undefined : value })
          }
        />
        <datalist id="playground-models">
          {listed.map(({ id }) => (
            <option key={id} value={id} />
          ))}
        </datalist>
      </label>
      <label class="field">
        <span>Config</span>
        <select
          value={queryOf('config') ?? ''}
          onChange={({ currentTarget: { value } }) =>
            changeQuery({ config: value === '' ? undefined : value })
          }
        >
          <option value="">none</option>
          {configs.data?.data.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {models.refusal !== undefined && (
        <p class="fault" role="alert" dir="auto">
          {models.refusal.message}
        </p>
      )}
    </div>
  )
}

function Settings() {
  const { system, temperature, maxTokens, tools, isStream } = settings.value
  const change = (more: Partial<typeof settings.value>): void => {
    settings.value = { ...settings.value, ...more }
  }
  return (
    <details class="panel">
      <summary>Settings of the request</summary>
      <div class="stack">
        <label class="field">
          <span>System message</span>
          <textarea
            dir="auto"
            value={system}
            onInput={({ currentTarget }) => change({ system: currentTarget.value })}
          />
        </label>
        <div class="row">
          <label class="field">
            <span>Temperature</span>
            <input
              type="number"
              min="0"
              max="2"
              step="0.1"
              value={temperature}
              onInput={({ currentTarget }) => change({ temperature: currentTarget.value })}
            />
          </label>
          <label class="field">
            <span>Maximum output tokens</span>
            <input
              type="number"
              min="1"
              value={maxTokens}
              onInput={({ currentTarget }) => change({ maxTokens: currentTarget.value })}
            />
          </label>
          <label class="row">
            <input
              type="checkbox"
              checked={isStream}
              onChange={({ currentTarget }) => change({ isStream: currentTarget.checked })}
            />
            <span>Stream</span>
          </label>
        </div>
        <label class="field">
          <span>Tools, as a JSON array</span>
          <textarea
            spellcheck={false}
            value={tools}
            aria-describedby="tools-fault"
            aria-invalid={toolsFault.value !== undefined}
            onInput={({ currentTarget }) => change({ tools: currentTarget.value })}
          />
        </label>
        <p id="tools-fault" class="fault" role="alert">
          {toolsFault.value}
        </p>
      </div>
    </details>
  )
}

const Conversation = () => (
  <ol class="conversation" aria-label="Conversation">
    {turns.value.map((turn, at) => (
      <li key={at} class={`panel ${turn.role}`}>
        <h2 class="quiet">{turn.role === 'user' ? 'You' : 'Reply'}</h2>
        {turn.image !== undefined && <img class="picture" src={turn.image} alt="Attached by you" />}
        {turn.role === 'user' ? (
          <p class="words" dir="auto">
            {turn.text}
          </p>
        ) : (
          <Reply
            reply={turn.reply ?? NO_REPLY}
            isRunning={running.value !== undefined && at === turns.value.length - 1}
          />
        )}
      </li>
    ))}
  </ol>
)

function Reply({ reply, isRunning }: { readonly reply: ChatReply; readonly isRunning: boolean }) {
  const { text, reasoning, tools, images, fault, verdicts } = reply
  return (
    <>
      {reasoning !== '' && (
        <details>
          <summary>Reasoning</summary>
          <p class="words" dir="auto">
            {reasoning}
          </p>
        </details>
      )}
      <p class="words" dir="auto" aria-live={isRunning ? 'off' : 'polite'}>
        {text}
        {isRunning && <span class="pulse" aria-hidden="true" />}
      </p>
      {tools.length > 0 && <CodeBlock label="Calls of tools" text={JSON.stringify(tools, null, 2)} />}
      {images.map(url => (
        <img key={url} class="picture" src={url} alt="Made by the model" />
      ))}
      {fault !== undefined && (
        <p class="fault" role="alert" dir="auto">
          {fault}
        </p>
      )}
      {verdicts !== undefined && (
        <details>
          <summary>Verdicts of guards</summary>
          <CodeBlock label="hook_results" text={JSON.stringify(verdicts, null, 2)} />
        </details>
      )}
      {reply.status > 0 && <Way reply={reply} />}
    </>
  )
}

/** Which way the request took, as the headers of its reply have it. */
function Way({ reply: { status, headers, firstToken, took } }: { readonly reply: ChatReply }) {
  const trace = headers['trace-id']
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['provider', headers['provider']],
    ['member', headers['member']],
    ['model', headers['model']],
    ['target', headers['last-used-option-index']],
    ['retries', headers['retry-attempt-count']],
    ['cache', headers['cache-status']],
    ['guards', headers['hook-verdict']],
    ['skipped', headers['skipped-targets']],
    ['dropped', headers['dropped-params']],
    ['cost', headers['cost']],
  ]
  return (
    <p class="row quiet">
      <Status of={status} />
      {facts.flatMap(([name, value]) =>
        value === undefined
          ? []
          : [
              <span key={name}>
                {name} <Badge>{value}</Badge>
              </span>,
            ],
      )}
      {firstToken !== undefined && (
        <span>
          first token <Duration ms={firstToken} />
        </span>
      )}
      {took !== undefined && (
        <span>
          whole <Duration ms={took} />
        </span>
      )}
      {trace !== undefined && session.value?.gateway.has.logs === true && (
        <a href={hrefOf(['requests'], { trace_id: trace, period: '1h' })}>The request with its cost</a>
      )}
    </p>
  )
}

function Compose() {
  const file = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string>()
  const isRunning = running.value !== undefined
  const submit = async (event?: Event): Promise<void> => {
    event?.preventDefault()
    const model = queryOf('model')
    if (model === undefined) return setFault('Choose a model.')
    if (toolsFault.value !== undefined) return setFault(toolsFault.value)
    if (draft.value.trim() === '' || running.value !== undefined) return
    setFault(undefined)
    const asked: Turn = {
      role: 'user',
      text: draft.value,
      ...(image.value !== undefined && { image: image.value }),
    }
    const before = [...turns.value, asked]
    draft.value = ''
    image.value = undefined
    const controller = new AbortController()
    running.value = controller
    const show = (reply: ChatReply): void => {
      turns.value = [...before, { role: 'assistant', text: reply.text, reply }]
    }
    show(NO_REPLY)
    await sendChat(
      bodyOf(model, before),
      queryOf('config'),
      session.value?.gateway.header_prefix ?? '',
      controller.signal,
      show,
    )
    running.value = undefined
  }
  const attach = async (): Promise<void> => {
    const chosen = file.current?.files?.[0]
    if (chosen === undefined) return
    image.value = await readImage(chosen)
  }
  return (
    <form class="panel" onSubmit={event => void submit(event)}>
      <label class="field">
        <span>Message</span>
        <textarea
          dir="auto"
          value={draft.value}
          onInput={({ currentTarget }) => {
            draft.value = currentTarget.value
          }}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
          }}
        />
      </label>
      <p class="fault" role="alert">
        {fault}
      </p>
      <div class="row">
        <button type="submit" class="main" disabled={isRunning}>
          Send
        </button>
        {isRunning && (
          <button type="button" onClick={() => running.value?.abort()}>
            Stop
          </button>
        )}
        <label class="button">
          {image.value === undefined ? 'Attach an image' : 'Another image'}
          <input ref={file} class="unseen" type="file" accept="image/*" onChange={() => void attach()} />
        </label>
        {image.value !== undefined && (
          <>
            <img class="picture small" src={image.value} alt="To be sent" />
            <button
              type="button"
              class="small"
              onClick={() => {
                image.value = undefined
              }}
            >
              Remove
            </button>
          </>
        )}
        <span class="quiet">Ctrl or ⌘ with Enter sends</span>
      </div>
    </form>
  )
}

const readImage = (file: File): Promise<string | undefined> =>
  new Promise(resolve => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : undefined)
    reader.onerror = () => resolve(undefined)
    reader.readAsDataURL(file)
  })

/** The request as a client of OpenAI's API writes it. */
function bodyOf(model: string, conversation: readonly Turn[]): JsonObject {
  const { system, temperature, maxTokens, tools, isStream } = settings.value
  const messages: Json[] = conversation.map(({ role, text, image: attached }) =>
    attached === undefined
      ? { role, content: text }
      : {
          role,
          content: [
            { type: 'text', text },
            { type: 'image_url', image_url: { url: attached } },
          ],
        },
  )
  const parsed = parseJson(tools)
  return {
    model,
    messages: system.trim() === '' ? messages : [{ role: 'system', content: system }, ...messages],
    ...(isStream && { stream: true }),
    ...(temperature !== '' && { temperature: Number(temperature) }),
    ...(maxTokens !== '' && { max_tokens: Number(maxTokens) }),
    ...(isList(parsed) && parsed.length > 0 && { tools: parsed }),
  }
}
