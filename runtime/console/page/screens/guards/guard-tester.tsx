// Runs a guard on a text: a chat with the mock provider, which repeats the text, so that no provider is called.
import { useState } from 'preact/hooks'
import {
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../../../schemas/values/json.ts'
import { api } from '../../api/client.ts'
import { mayChange, session } from '../../api/session.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { Badge, type Tone } from '../../parts/values.tsx'

interface Verdict {
  readonly verdict: string
  readonly message: string
  /** What each check has found, as the reply has it. */
  readonly results: Json | undefined
}

const TONES: Readonly<Record<string, Tone>> = { passed: 'good', failed: 'warning', denied: 'bad' }

/** The guard is named, or written as JSON. */
const guardOf = (written: string): Json | undefined => {
  if (!written.startsWith('{')) return written === '' ? undefined : written
  const parsed = parseJson(written)
  return isObject(parsed) ? parsed : undefined
}

export function GuardTester({ known }: { readonly known: readonly string[] }) {
  const [guard, setGuard] = useState('')
  const [text, setText] = useState('')
  const [side, setSide] = useState<'input' | 'output'>('input')
  const [found, setFound] = useState<Verdict>()
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  if (session.value?.gateway.has.calls !== true || !mayChange.value) return null
  const test = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const named = guardOf(guard.trim())
    if (named === undefined) return setFault('Name a guard of the manifest, or write one as a JSON object.')
    setFault(undefined)
    setIsBusy(true)
    const result = await runGuard(named, side, text)
    setIsBusy(false)
    if (typeof result === 'string') setFault(result)
    setFound(typeof result === 'string' ? undefined : result)
  }
  return (
    <section class="panel" aria-labelledby="try-guard">
      <h2 id="try-guard">Try a guard</h2>
      <p class="quiet">
        The text is sent to the mock provider, which repeats it: no provider is called, and the request is
        among the records. Guards of the gateway and of your key run too.
      </p>
      <form onSubmit={event => void test(event)}>
        <label class="field">
          <span>Guard, by its name or as JSON</span>
          <input
            list="known-guards"
            value={guard}
            spellcheck={false}
            autocomplete="off"
            onInput={({ currentTarget }) => setGuard(currentTarget.value)}
          />
          <datalist id="known-guards">
            {known.map(name => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        <label class="field">
          <span>It sees</span>
          <select
            value={side}
            onChange={({ currentTarget: { value } }) => setSide(value === 'output' ? 'output' : 'input')}
          >
            <option value="input">the request</option>
            <option value="output">the reply</option>
          </select>
        </label>
        <label class="field">
          <span>Text</span>
          <textarea dir="auto" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>
        <p class="fault" role="alert" dir="auto">
          {fault}
        </p>
        <button type="submit" class="main" disabled={isBusy}>
          {isBusy ? 'Running…' : 'Run the guard'}
        </button>
      </form>
      {found !== undefined && (
        <div role="status">
          <p>
            <Badge tone={TONES[found.verdict] ?? 'quiet'}>{found.verdict}</Badge>{' '}
            <span dir="auto">{found.message}</span>
          </p>
          {found.results !== undefined && (
            <CodeBlock label="Results of the checks" text={JSON.stringify(found.results, null, 2)} />
          )}
        </div>
      )}
    </section>
  )
}

/** A sentence where the guard did not run. */
async function runGuard(guard: Json, side: 'input' | 'output', text: string): Promise<Verdict | string> {
  const prefix = session.value?.gateway.header_prefix ?? ''
  let response: Response
  let body: JsonObject
  try {
    response = await api.fetch('/v1/chat/completions', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [`${prefix}config`]: writeHeader({
          provider: 'mock',
          strict_vendor_compliance: false,
          [`${side}_guardrails`]: [guard],
        }),
      },
      body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: text }] }),
    })
    body = asObject(parseJson(await response.text()))
  } catch {
    return 'The gateway cannot be reached.'
  }
  const message = asText(asObject(body['error'])['message']) ?? ''
  const verdict = response.headers.get(`${prefix}hook-verdict`)
  return verdict === null
    ? message || `The gateway replied with ${response.status}.`
    : { verdict, message, results: body['hook_results'] }
}

/** Headers hold ASCII: other characters are escaped as JSON escapes them. */
const writeHeader = (value: JsonObject): string =>
  JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
