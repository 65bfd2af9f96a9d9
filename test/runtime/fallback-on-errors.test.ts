// Semantics, 4.7: fallbacks and retries by the kinds of errors, on the linked runtime.
import { expect, it } from 'vitest'
import { createHarness } from '../support/harness.ts'
import { chunk, completion, DONE } from '../support/sample-bodies.ts'
import type { Step } from '../support/scripted-upstream.ts'

const ok: Step = { status: 200, body: completion('fine') }
const error = (status: number, code: string | null, message = 'no'): Step => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param: null, code } },
})
const LONG = error(400, 'context_length_exceeded')

const target = (more: object = {}): object => ({ provider: '@main', ...more })
const fallback = (lists: object): object => ({
  strategy: { mode: 'fallback', ...lists },
  targets: [target(), target({ override_params: { model: 'second' } })],
})
const retry = (lists: object): object => target({ retry: { attempts: 1, ...lists } })

async function callsOf(config: object, script: readonly Step[], stream = false) {
  const { call, clock } = createHarness({
    manifest: { providers: { main: { provider: 'openai', api_key: '${env:MAIN_KEY}' } } },
    configs: { c: config },
    environment: { MAIN_KEY: 'k' },
    script,
  })
  let over = false
  const reply = call({
    headers: { 'x-gateway-config': 'c' },
    body: { model: 'm', stream, messages: [{ role: 'user', content: 'Hello' }] },
  }).finally(() => {
    over = true
  })
  while (!over && (await clock.next()));
  const { status, outcome } = await reply
  return { status, calls: outcome?.record.attempts.length, because: outcome?.record.steps?.[0]?.because }
}

const ERRORS = { on_errors: ['context_length'] }

it.each<
  readonly [
    title: string,
    config: object,
    script: readonly Step[],
    expected: readonly [status: number, calls: number],
  ]
>([
  ['a kind triggers the fallback', fallback(ERRORS), [LONG, ok], [200, 2]],
  ['another error of its status does not', fallback(ERRORS), [error(400, null), ok], [400, 1]],
  ['a list of kinds replaces the default', fallback(ERRORS), [error(500, null), ok], [500, 1]],
  [
    'statuses and kinds are united: the status',
    fallback({ ...ERRORS, on_status_codes: [500] }),
    [error(500, null), ok],
    [200, 2],
  ],
  [
    'statuses and kinds are united: the kind',
    fallback({ ...ERRORS, on_status_codes: [500] }),
    [LONG, ok],
    [200, 2],
  ],
  [
    'a status that is always of a kind counts whatever the body says',
    fallback({ on_errors: ['rate_limit'] }),
    [error(429, null), ok],
    [200, 2],
  ],
  ['a connection that fails', fallback({ on_errors: ['connection'] }), [{ fails: 'refused' }, ok], [200, 2]],
  ['a timeout of the gateway', fallback({ on_errors: ['timeout'] }), ['silence', ok], [200, 2]],
  ['no connection where it is not listed', fallback(ERRORS), [{ fails: 'refused' }, ok], [502, 1]],
  [
    'a retry by kind',
    retry({ on_errors: ['overloaded'] }),
    [error(500, null, 'The model is overloaded.'), ok],
    [200, 2],
  ],
  [
    'a retry of kinds replaces the default',
    retry({ on_errors: ['overloaded'] }),
    [error(500, null), ok],
    [500, 1],
  ],
  [
    'a retry of kinds includes network failures',
    retry({ on_errors: ['overloaded'] }),
    [{ fails: 'reset' }, ok],
    [200, 2],
  ],
  [
    'a retry of timeouts includes those of the gateway',
    retry({ on_errors: ['timeout'] }),
    ['silence', ok],
    [200, 2],
  ],
])('%s', async (_title, config, script, [status, calls]) => {
  expect(await callsOf(config, script)).toMatchObject({ status, calls })
})

it('an error before the first content of a stream falls back by its kind', async () => {
  const first: Step = {
    status: 200,
    headers: ['content-type', 'text/event-stream'],
    text: `data: ${JSON.stringify({ error: { message: 'no', code: 'context_length_exceeded' } })}\n\n`,
  }
  const second: Step = { events: [chunk({ content: 'fine' }), DONE] }
  expect(await callsOf(fallback(ERRORS), [first, second], true)).toMatchObject({ status: 200, calls: 2 })
})

it('the log says which kind moved the request on', async () => {
  const { because } = await callsOf(fallback(ERRORS), [LONG, ok])
  expect(because).toBe('status 400 (context_length)')
})
