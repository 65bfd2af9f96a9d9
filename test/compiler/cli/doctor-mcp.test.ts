// `portolan doctor mcp URL`: an MCP server of each era, directly and through a gateway, and the differences in words.

import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { compareLooks } from '../../../compiler/cli/doctor/compare-mcp.ts'
import type { McpLook } from '../../../compiler/cli/doctor/mcp-look.ts'
import { portolan } from '../../support/command.ts'
import { closeAll, later, listening } from '../../support/local-servers.ts'
import { runEraServer, type ServerEra } from '../../support/mcp/era-servers.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { freePort } from '../../support/test-redis.ts'

afterEach(closeAll)

const doctor = (args: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
  portolan(['doctor', 'mcp', ...args], temporaryFolder({}), environment)

const HAS = '12 tools, 1 prompt, 1 resource, 1 resource template'

describe('doctor mcp', () => {
  it.each<[ServerEra, string, string]>([
    ['legacy', `2025-11-25, everything 1.0.0: ${HAS}`, 'not spoken: '],
    ['modern', 'not spoken: ', `2026-07-28, everything 1.0.0: ${HAS}`],
    ['both', `2025-11-25, everything 1.0.0: ${HAS}`, `2026-07-28, everything 1.0.0: ${HAS}`],
  ])(
    'finds a server of the era %s the same through a gateway, for clients of each era: 0',
    async (era, legacy, modern) => {
      const server = await runEraServer(era)
      later(server.stop)
      const { code, out, complaints } = await doctor([server.url])
      const lines = out.trimEnd().split('\n')
      expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
      expect(lines.map(line => line.slice(0, 22).trim())).toEqual([
        'ok     legacy, direct',
        'ok     legacy, gateway',
        'ok     modern, direct',
        'ok     modern, gateway',
      ])
      expect(lines[0]?.slice(24)).toContain(legacy)
      expect(lines[2]?.slice(24)).toContain(modern)
      expect(lines[1]).toContain(HAS)
      expect(lines[3]).toContain(HAS)
    },
  )

  it('says once for each era that nothing answers: 1', async () => {
    const { code, out } = await doctor([`http://127.0.0.1:${await freePort()}/mcp`])
    expect(code).toBe(1)
    expect(out.match(/^fault {2}\w+, direct\s+not spoken: .+/gm)).toHaveLength(2)
    expect(out.trimEnd().split('\n')).toHaveLength(2)
  })

  it('sends headers with the values of variables, and shows none of them', async () => {
    const seen = new Set<string | undefined>()
    const port = await listening(
      createServer((request, response) => {
        seen.add(request.headers.authorization)
        response.writeHead(401).end()
      }),
    )
    const { code, out, complaints } = await doctor(
      [`http://127.0.0.1:${port}/mcp`, '--header', 'Authorization: Bearer ${env:TOKEN}'],
      { TOKEN: 'secret-of-mcp' },
    )
    expect(code).toBe(1)
    expect([...seen]).toEqual(['Bearer secret-of-mcp'])
    expect(out + complaints).not.toContain('secret-of-mcp')
  })

  it.each([
    [['not a url'], '"not a url" is not a URL with http or https.'],
    [['ftp://example.com'], '"ftp://example.com" is not a URL with http or https.'],
    [['http://127.0.0.1:1/', '--header', 'no colon'], '--header must be a name, a colon and a value.'],
  ])('refuses %s: 64', async (args, sentence) => {
    const { code, complaints } = await doctor(args)
    expect(code).toBe(64)
    expect(complaints).toContain(sentence)
  })

  it('names a variable of a header that is not set', async () => {
    const { code, out } = await doctor([
      'http://127.0.0.1:1/',
      '--header',
      'Authorization: ${env:ABSENT_TOKEN}',
    ])
    expect(code).toBe(1)
    expect(out).toMatch(/^fault {2}gateway {2}.*ABSENT_TOKEN/)
  })
})

describe('differences in words', () => {
  const look = (change: object = {}, lists: McpLook['lists'] = new Map()): McpLook => ({
    description: {
      era: 'modern',
      revision: '2026-07-28',
      info: { name: 'a' },
      capabilities: { tools: {}, completions: {} },
      ...change,
    },
    lists,
  })
  const tools = (...items: readonly object[]): McpLook['lists'] =>
    new Map([['tools/list', new Map(items.map(item => [String(Object(item).name), item as never]))]])

  it.each<[string, McpLook, McpLook, readonly string[]]>([
    ['the same', look(), look(), []],
    ['another name', look(), look({ info: { name: 'b' } }), ['its name is "b", not "a"']],
    ['other instructions', look({ instructions: 'x' }), look(), ['its instructions differ']],
    [
      'a capability less',
      look(),
      look({ capabilities: { tools: {} } }),
      ['the capability completions is missing'],
    ],
    [
      'a tool less, one more, and one that is described otherwise',
      look({}, tools({ name: 'x' }, { name: 'y', title: 'Y' })),
      look({}, tools({ name: 'y', title: 'Z', description: 'd' }, { name: 'z' })),
      ['tools/list lacks "x"', 'tools/list adds "z"', 'tools/list: "y" differs in title and description'],
    ],
    [
      'a list that is refused',
      look({}, tools({ name: 'x' })),
      look({}, new Map([['tools/list', 'no (-32601)']])),
      ['tools/list is refused: no (-32601)'],
    ],
  ])('%s', (_title, direct, through, sentences) => {
    expect(compareLooks(direct, through)).toEqual(sentences)
  })
})
