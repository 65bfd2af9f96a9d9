// Where a request goes: its path, metadata and body against the conditions of the plan, by the code that evaluates them in the gateway.
import { useEffect, useState } from 'preact/hooks'
import type { Json } from '../../../../../schemas/values/json.ts'
import { formatShare } from '../../format.ts'
import type { CallCompiler } from './compiler-client.ts'
import type { PageCompilation, PageRequest } from './page-types.ts'
import { NoPlan } from './results.tsx'

type Outcomes = Awaited<ReturnType<typeof routesOf>>

const routesOf = (call: CallCompiler, config: string, request: PageRequest) => call('route', config, request)

const PATHS = ['/v1/chat/completions', '/v1/responses', '/v1/messages', '/v1/embeddings', '/v1/completions']

interface TesterProps {
  readonly compilation: PageCompilation
  readonly config: string
  readonly call: CallCompiler
  readonly given: TestedRequest
  readonly onGiven: (given: TestedRequest) => void
}

/** As it was typed. */
export interface TestedRequest {
  readonly path: string
  readonly metadata: string
  readonly body: string
}

export const FIRST_REQUEST: TestedRequest = {
  path: '/v1/chat/completions',
  metadata: '{}',
  body: '{ "model": "gpt-6.1-sol", "messages": [{ "role": "user", "content": "Hello" }] }',
}

/** The value, or the sentence that says why there is none. */
function parseJson(text: string, name: string): { readonly value: Json } | { readonly fault: string } {
  try {
    return { value: JSON.parse(text.trim() === '' ? '{}' : text) as Json }
  } catch (error) {
    return { fault: `The ${name} is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
}

function requestOf({ path, metadata, body }: TestedRequest): PageRequest | string {
  const tags = parseJson(metadata, 'metadata')
  if ('fault' in tags) return tags.fault
  const { value } = tags
  const isFlat =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(each => typeof each === 'string')
  if (!isFlat) return 'The metadata must be an object of strings.'
  const sent = parseJson(body, 'body')
  if ('fault' in sent) return sent.fault
  return { path, metadata: value as Readonly<Record<string, string>>, body: sent.value }
}

export function Tester({ compilation, config, call, given, onGiven }: TesterProps) {
  const [outcomes, setOutcomes] = useState<Outcomes>()
  const request = requestOf(given)
  useEffect(() => {
    if (typeof request === 'string') return
    let isCurrent = true
    void routesOf(call, config, request).then(found => {
      if (isCurrent) setOutcomes(found)
    })
    return () => {
      isCurrent = false
    }
  }, [compilation, config, given])
  return (
    <div class="stack">
      <form class="stack" onSubmit={event => event.preventDefault()}>
        <label class="field">
          <span>Path</span>
          <select
            value={given.path}
            onChange={({ currentTarget }) => onGiven({ ...given, path: currentTarget.value })}
          >
            {PATHS.map(path => (
              <option key={path}>{path}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Metadata (JSON)</span>
          <textarea
            rows={2}
            class="short"
            spellcheck={false}
            value={given.metadata}
            onInput={({ currentTarget }) => onGiven({ ...given, metadata: currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>Body (JSON)</span>
          <textarea
            rows={4}
            spellcheck={false}
            value={given.body}
            onInput={({ currentTarget }) => onGiven({ ...given, body: currentTarget.value })}
          />
        </label>
      </form>
      <div aria-live="polite">
        {typeof request === 'string' ? (
          <p class="fault" dir="auto">
            {request}
          </p>
        ) : outcomes === undefined ? (
          <NoPlan />
        ) : (
          <ol class="problems">
            {outcomes.map((outcome, index) => (
              <li key={`${outcome.target}:${index}`}>
                <Outcome outcome={outcome} />
              </li>
            ))}
          </ol>
        )}
      </div>
      <p class="quiet">
        Conditions are evaluated as in the gateway. Verdicts of guards and contents of caches are not guessed,
        and nothing is sent.
      </p>
    </div>
  )
}

function Outcome({
  outcome: { target, provider, model, share, steps, next, undecided },
}: {
  readonly outcome: NonNullable<Outcomes>[number]
}) {
  return (
    <>
      <p class="row">
        <strong dir="auto">{target}</strong>
        <span dir="auto">
          {provider}
          {model === undefined ? '' : `, ${model}`}
        </span>
        <span class={share === undefined ? 'badge warning' : 'badge accent'}>
          {share === undefined ? 'not decided' : formatShare(share)}
        </span>
      </p>
      <ul>
        {steps.map(({ at, to, because }) => (
          <li key={`${at}:${to}`} dir="auto">
            {at} → {to}, because {because}
          </li>
        ))}
        {next.map(({ on, to }) => (
          <li key={`${on}:${to}`} dir="auto">
            then {to} on {on}
          </li>
        ))}
        {undecided.map(sentence => (
          <li key={sentence} class="quiet" dir="auto">
            Not decided: {sentence}
          </li>
        ))}
      </ul>
    </>
  )
}
