// Guardrails over real sockets: their results in a request's log record, and a reload of semantic cache settings.
import { describe, expect, it } from 'vitest'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import { runGateway } from '../support/running-gateway.ts'

const MOCK = { providers: { mock: { provider: 'mock' } } }
const send = async (url: string, config: object | string, content: string) =>
  await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gateway-config': typeof config === 'string' ? config : JSON.stringify(config),
    },
    body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content }] }),
  })

describe('The log record of a request', () => {
  it('contains guard results, without the checked texts and without secrets', async () => {
    const gateway = await runGateway(MOCK)
    const guard = {
      id: 'mine',
      deny: true,
      // The second check is not evaluated: the first one has failed.
      sequential: true,
      contains: { words: ['forbidden-word'], operator: 'none' },
      webhook: { webhookURL: 'https://hooks.example.com/x', secret: 'sk-literal-secret', timeout: 50 },
    }
    const reply = await send(
      gateway.url,
      { provider: '@mock', input_guardrails: [guard] },
      'a forbidden-word',
    )
    const text = await reply.text()
    const lines = await gateway.log()
    await gateway.stop()
    expect(text).not.toContain('sk-literal-secret')
    expect(JSON.stringify(lines)).not.toContain('sk-literal-secret')
    expect(JSON.stringify(lines)).not.toContain('a forbidden-word')
    if (reply.status === 446)
      expect(lines.find(line => line['status'] === 446)).toMatchObject({
        guards: [{ id: 'mine', verdict: false, deny: true }],
        error: 'guardrail_denied',
      })
    else throw new Error(`${reply.status} ${text}`)
  })
})

describe('A reload', () => {
  const bundleOf = (manifest: object) => {
    const input = (name: string, value: object) => ({
      source: { name, text: JSON.stringify(value) },
      read: readJson,
    })
    const { bundle, diagnostics } = compileProject(
      {
        manifest: input('gateway.json', { listen: { port: 0 }, ...MOCK, ...manifest }),
        configs: new Map([['c', input('c.json', { provider: '@mock', cache: { mode: 'simple' } })]]),
      },
      runtimeCatalog(),
      text => text,
    )
    if (bundle === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
    return bundle
  }
  const semantic = { cache: { semantic: { provider: '@mock', model: 'embed' } } }

  it.each([
    ['appear', {}, semantic],
    ['disappear', semantic, {}],
  ])(
    'in which semantic settings %s is applied, and reports that they take effect after a restart',
    async (_title, before, after) => {
      const gateway = await runGateway(
        { ...MOCK, ...before },
        { c: { provider: '@mock', cache: { mode: 'simple' } } },
      )
      expect(await gateway.runtime.reload(bundleOf(after))).toEqual([])
      const statuses = [await send(gateway.url, 'c', 'echo a'), await send(gateway.url, 'c', 'echo a')].map(
        ({ status, headers }) => [status, headers.get('x-gateway-cache-status')],
      )
      const lines = await gateway.log()
      await gateway.stop()
      expect(statuses).toEqual([
        [200, 'MISS'],
        [200, 'HIT'],
      ])
      expect(lines.map(line => line['message'])).toContain(
        'The new value of cache.semantic.vectors takes effect after a restart.',
      )
    },
  )
})
