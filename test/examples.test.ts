// Every example is compiled as a user would compile it, and those that need no key are run.
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { PORTOLAN, portolan, type Running, start } from './support/command.ts'
import { folders, ROOT } from './support/folder.ts'

const chat = { model: '@mock/echo', messages: [{ role: 'user', content: 'Hello' }] }

describe('examples', () => {
  it.each(folders(join(ROOT, 'examples')))('%s compiles without an error or a warning', async name => {
    const { code, out } = await portolan(['check', `examples/${name}`, '--format', 'json'])
    const { diagnostics } = JSON.parse(out) as {
      diagnostics: readonly { severity: string; message: string }[]
    }
    expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([])
    expect(code).toBe(0)
  })
})

describe('examples that need nothing answer', () => {
  let running: Running | undefined
  afterEach(async () => {
    running?.child.kill()
    await running?.finished
  })

  interface Asked {
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: object
    readonly expected: Readonly<Record<string, string>>
  }
  const cases: readonly (readonly [string, readonly Asked[]])[] = [
    [
      'quickstart',
      [
        { expected: { 'x-gateway-provider': 'mock' } },
        {
          headers: { 'x-gateway-config': 'resilient' },
          expected: { 'x-gateway-last-used-option-index': 'config.targets[1]' },
        },
      ],
    ],
    [
      'routing',
      [
        {
          headers: { 'x-gateway-config': 'by-team', 'x-gateway-metadata': '{"team":"legal"}' },
          expected: { 'x-gateway-last-used-option-index': 'config.targets[0]' },
        },
        {
          headers: { 'x-gateway-config': 'by-team', 'x-gateway-metadata': '{"team":"sales"}' },
          expected: { 'x-gateway-last-used-option-index': 'config.targets[1]' },
        },
        {
          headers: { 'x-gateway-config': 'by-team' },
          body: { ...chat, max_tokens: 5000 },
          expected: { 'x-gateway-last-used-option-index': 'config.targets[0]' },
        },
      ],
    ],
    [
      'typescript',
      [{ headers: { 'x-gateway-config': 'regions' }, expected: { 'x-gateway-provider': 'mock' } }],
    ],
    [
      'cache',
      [
        { headers: { 'x-gateway-config': 'kept' }, expected: { 'x-gateway-cache-status': 'MISS' } },
        { headers: { 'x-gateway-config': 'kept' }, expected: { 'x-gateway-cache-status': 'HIT' } },
      ],
    ],
  ]
  it.each(cases)('%s', async (name, asked) => {
    running = start(PORTOLAN, ['serve', `examples/${name}`, '--port', '0', '--no-watch'])
    const [, url = ''] = await running.says(/on (http:\/\/\S+\/v1)/)
    for (const { headers = {}, body = chat, expected } of asked) {
      const reply = await fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      expect(reply.status).toBe(200)
      expect(Object.fromEntries(reply.headers)).toMatchObject(expected)
    }
  })
})
