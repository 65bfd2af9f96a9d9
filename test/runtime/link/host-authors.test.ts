// Semantics, section 12: every URL has an author. `trusted_hosts` are open to the manifest and saved configs,
// `caller_hosts` to what callers send.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

const ok = { status: 200, body: completion('fine') }
const PRIVATE = '10.0.0.5:8000'
const URL = `http://${PRIVATE}/v1`
const own = { authorization: 'Bearer own' }
const webhook = { id: 'g', deny: true, webhook: { webhookURL: `http://${PRIVATE}/hook` } }
const config = (value: object) => ({ 'x-gateway-config': JSON.stringify(value), ...own })

const main = { provider: 'openai', api_key: '${env:MAIN_KEY}' }
const local = { ...main, custom_host: URL }

/** Who chose the hosts of the calls made, or the code of the failure and what its message names. */
async function authors(
  lists: object,
  headers: Readonly<Record<string, string>>,
  guards: object = {},
  saved: object = local,
) {
  const { call, upstream } = createHarness({
    // Without the list the compiler rejects what the operator writes.
    manifest: { providers: 'trusted_hosts' in lists ? { main, local } : { main }, ...lists, ...guards },
    configs: 'trusted_hosts' in lists ? { saved } : {},
    script: [ok, ok],
  })
  const { status, text } = await call({ headers, body: { model: 'm', messages: [] } })
  const list = /trusted_hosts|caller_hosts/.exec(text)?.[0]
  return status === 200 ? upstream.sent.map(({ hostAuthor }) => hostAuthor) : [status, list]
}

describe('A private host', () => {
  const TRUSTED = { trusted_hosts: [PRIVATE] }
  const CALLERS = { caller_hosts: [PRIVATE] }
  const BOTH = { ...TRUSTED, ...CALLERS }
  const header = { 'x-gateway-provider': 'openai', 'x-gateway-custom-host': URL, ...own }
  const inHeader = config({ provider: 'openai', api_key: 'k', custom_host: URL })
  it.each<readonly [string, object, Readonly<Record<string, string>>, readonly unknown[]]>([
    ['of a saved config', TRUSTED, { 'x-gateway-config': 'saved' }, ['operator']],
    ['of a stored provider', TRUSTED, { 'x-gateway-provider': '@local' }, ['operator']],
    ['of a stored provider in a config of a header', TRUSTED, config({ provider: '@local' }), ['operator']],
    ['in a header', TRUSTED, header, [400, 'caller_hosts']],
    ['in a header', BOTH, header, ['caller']],
    ['in a header', CALLERS, header, ['caller']],
    ['in a config of a header', TRUSTED, inHeader, [400, 'caller_hosts']],
    ['in a config of a header', BOTH, inHeader, ['caller']],
    [
      'beside a stored provider in a header',
      TRUSTED,
      { ...header, 'x-gateway-provider': '@local' },
      [400, 'caller_hosts'],
    ],
    ['beside a stored provider in a header', BOTH, { ...header, 'x-gateway-provider': '@local' }, ['caller']],
    [
      'of a check in a config of a header',
      TRUSTED,
      config({ provider: '@main', input_guardrails: [webhook] }),
      [400, 'caller_hosts'],
    ],
    [
      'of a check in a config of a header',
      BOTH,
      config({ provider: '@main', input_guardrails: [webhook] }),
      ['caller', 'catalog'],
    ],
  ])('%s with %j', async (_title, lists, headers, expected) => {
    expect(await authors(lists, headers)).toEqual(expected)
  })

  it('of a check of the manifest is the operator’s in a config of a header', async () => {
    const guards = { guardrails: { stored: { deny: true, webhook: webhook.webhook } } }
    const headers = config({ provider: '@main', input_guardrails: ['stored'] })
    expect(await authors(TRUSTED, headers, guards)).toEqual(['operator', 'catalog'])
  })

  it('that a saved config names for the provider of a request is the operator’s', async () => {
    const headers = { 'x-gateway-config': 'saved', 'x-gateway-provider': 'openai', ...own }
    const saved = { passthrough: true, custom_host: URL }
    expect(await authors(TRUSTED, headers, {}, saved)).toEqual(['operator'])
  })

  it('of the catalog, over plain http, is the caller’s where a caller names the provider', async () => {
    expect(await authors(TRUSTED, { 'x-gateway-provider': 'ollama' })).toEqual(['caller'])
    expect(await authors(TRUSTED, config({ provider: 'ollama' }))).toEqual(['caller'])
  })
})
