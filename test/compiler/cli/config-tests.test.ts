// `portolan test`: test files in, results and exit codes out.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PORTOLAN, portolan, start } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `providers:
  openai: { provider: openai, api_key: '\${env:OPENAI_API_KEY}' }
  anthropic: { provider: anthropic, api_key: '\${env:ANTHROPIC_API_KEY}' }
defaults: { config: chat }
`
const CHAT = `strategy: { mode: fallback }
targets:
  - provider: "@openai"
  - provider: "@anthropic"
    override_params: { model: claude-sonnet-5-5 }
`
const project = (tests: string, more: Readonly<Record<string, string>> = {}): string =>
  temporaryFolder({
    'gateway.yaml': MANIFEST,
    'configs/chat.yaml': CHAT,
    'configs/chat.test.yaml': tests,
    ...more,
  })
const oneCase = (rest: string): string => `cases:\n  - name: one\n${rest.replaceAll(/^/gm, '    ')}`

describe('expectations', () => {
  const met: readonly (readonly [string, string])[] = [
    ['calls by target, slug, provider and URL', 'expect: { calls: ["config.targets[0]"] }'],
    ['by slug', 'expect: { calls: ["@openai"] }'],
    ['by provider', 'expect: { calls: [openai] }'],
    ['by URL', 'expect: { calls: ["https://api.openai.com/"] }'],
    ['no calls', 'given: { body: "not JSON" }\nexpect: { calls: [], status: 400 }'],
    [
      'parts of a call',
      'upstreams: { openai: { status: 500 } }\nexpect: { calls: [openai, { provider: "@anthropic", model: claude-sonnet-5-5, url: https://api.anthropic.com/v1/messages, method: POST, headers: { anthropic-version: "2023-06-01", authorization: null }, body: { messages: [{ content: Hello }] } }] }',
    ],
    ['waits', 'upstreams: { openai: { status: 500 } }\nexpect: { waits: [0] }'],
    ['the status', 'upstreams: { "*": { status: 418 } }\nexpect: { status: 418 }'],
    [
      'a header, and one that is absent',
      'expect: { headers: { X-Gateway-Provider: openai, x-other: null } }',
    ],
    ['parts of the body', 'expect: { body: { choices: [{ finish_reason: stop }] } }'],
    ['the text', 'upstreams: { openai: { content: Hi } }\nexpect: { content: Hi }'],
    ['the time', 'upstreams: { openai: { delay: 120 } }\nexpect: { time: 120 }'],
    ['bounds of the time', 'upstreams: { openai: { delay: 120 } }\nexpect: { time: { min: 100, max: 200 } }'],
    [
      'earlier requests',
      'earlier: [{ upstreams: { openai: { status: 500 } }, times: 2, pause: 10 }]\nexpect: { calls: [openai] }',
    ],
    [
      'another request',
      'given: { path: embeddings, body: { model: "@openai/text-embedding-3-small" } }\nexpect: { calls: [{ url: "https://api.openai.com/v1/embeddings" }] }',
    ],
  ]
  it.each(met)('%s', async (_title, rest) => {
    const { code, complaints, out } = await portolan(['test'], project(oneCase(rest)))
    expect(out).not.toContain('unmet')
    expect(complaints).toMatch(/^1 passed in 1 file/)
    expect(code).toBe(0)
  })

  const unmet: readonly (readonly [string, string, RegExp])[] = [
    [
      'another target',
      'expect: { calls: ["@anthropic"] }',
      /Call 1 differs[\s\S]*expected @anthropic\n[\s\S]*received config\.targets\[0\] @openai gpt-6\.1-sol -> 200/,
    ],
    ['a call too few', 'expect: { calls: [openai, anthropic] }', /Call 2 was not made/],
    ['a call too many', 'expect: { calls: [] }', /Call 1 was not expected/],
    [
      'another model',
      'expect: { calls: [{ model: gpt-5 }] }',
      /The model of call 1 differs[\s\S]*received gpt-6\.1-sol/,
    ],
    ['another URL', 'expect: { calls: [{ url: "https://api.openai.com/" }] }', /The url of call 1 differs/],
    [
      'another part of the request',
      'expect: { calls: [{ body: { messages: [{ content: Bye }] } }] }',
      /differs at messages\[0\]\.content[\s\S]*received "Hello"/,
    ],
    ['other waits', 'expect: { waits: [100] }', /The waits differ/],
    [
      'another status',
      'expect: { status: 201 }',
      /:3:23 error unmet-expectation[\s\S]*expected 201[\s\S]*received 200/,
    ],
    [
      'another header',
      'expect: { headers: { x-gateway-provider: anthropic } }',
      /The header x-gateway-provider differs/,
    ],
    ['another body', 'expect: { body: { choices: [] } }', /The body differs at choices/],
    ['another text', 'expect: { content: Hi }', /The content differs/],
    ['an incomplete reply', 'expect: { complete: false }', /The reply is complete/],
    ['another time', 'expect: { time: 1 }', /expected 1 ms[\s\S]*received 0 ms/],
    ['less time', 'expect: { time: { min: 5 } }', /expected at least 5 ms/],
    [
      'more time',
      'upstreams: { openai: { delay: 9 } }\nexpect: { time: { max: 5 } }',
      /expected at most 5 ms/,
    ],
    ['no expectation', 'given: {}', /expects nothing/],
  ]
  it.each(unmet)('%s: where it was expected, and 1', async (_title, rest, sentence) => {
    const { code, out, complaints } = await portolan(['test'], project(oneCase(rest)))
    expect(out).toMatch(sentence)
    expect(complaints).toMatch(/1 failed/)
    expect(code).toBe(1)
  })
})

describe('files', () => {
  it('tests are no configs', async () => {
    const { code, complaints } = await portolan(['check'], project(oneCase('expect: { status: 200 }')))
    expect([code, complaints.trim()]).toEqual([0, '0 errors in 1 config'])
  })

  it('a mistake in a test file is a diagnostic with its place', async () => {
    const { code, out } = await portolan(['test'], project('cases:\n  - name: a\n    expects: {}\n'))
    expect(out).toMatch(/configs\/chat\.test\.yaml:3:5 error unknown-property\n.*Did you mean "expect"/)
    expect(code).toBe(1)
  })

  it('configs with errors are not tested', async () => {
    const folder = project(oneCase('expect: { status: 200 }'), { 'configs/bad.yaml': 'provider: "@opnai"\n' })
    const { code, out } = await portolan(['test'], folder)
    expect(out).toContain('unknown-slug')
    expect(code).toBe(1)
  })

  it('gateway.test.yaml sends no config', async () => {
    const { code } = await portolan(
      ['test', 'gateway.test.yaml'],
      project('', { 'gateway.test.yaml': oneCase('expect: { calls: [openai] }') }),
    )
    expect(code).toBe(0)
  })

  it('a config without a project has tests too', async () => {
    const folder = temporaryFolder({
      'chat.yaml': 'provider: openai\napi_key: ${env:KEY}\n',
      'chat.test.json': '{ "cases": [{ "name": "a", "expect": { "calls": ["openai"] } }] }',
    })
    expect((await portolan(['test'], folder)).code).toBe(0)
  })

  it.each<readonly [string, readonly string[], number, RegExp]>([
    ['a filter', ['test', '--filter', 'one'], 0, /^1 passed/],
    ['a filter that matches nothing', ['test', '--filter', 'two'], 1, /matches none/],
    ['a file that is no test', ['test', 'configs/chat.yaml'], 64, /No test file/],
    ['a test that is checked as a config', ['check', 'configs/chat.test.yaml'], 64, /portolan test/],
    ['a folder without tests', ['test', 'empty'], 64, /chat\.test\.yaml/],
    ['a threshold that is no number', ['test', '--coverage', 'all'], 64, /from 0 to 100/],
    ['an unknown format', ['test', '--format', 'xml'], 64, /--format must be/],
  ])('%s', async (_title, words, expected, sentence) => {
    const folder = project(oneCase('expect: { status: 200 }'), { 'empty/README.md': '' })
    const { code, complaints } = await portolan(words, folder)
    expect(complaints).toMatch(sentence)
    expect(code).toBe(expected)
  })

  it.each([
    ['100', 1],
    ['50', 0],
  ])(
    'coverage with the threshold %s: %i, with the place of what is not covered',
    async (threshold, expected) => {
      const folder = project(oneCase('expect: { status: 200 }'))
      const { code, out, complaints } = await portolan(['test', '--coverage', threshold], folder)
      expect(out).toContain('configs/chat.yaml:4:5 no test of "chat" falls over to config.targets[1]')
      expect(complaints).toContain('coverage 50%: 1 of 2 edges of 1 config')
      expect(code).toBe(expected)
    },
  )

  it('coverage counts configs without tests, unless files are named', async () => {
    const folder = project(oneCase('upstreams: { openai: { status: 500 } }\nexpect: { status: 200 }'), {
      'configs/other.yaml': 'provider: "@openai"\n',
    })
    const whole = await portolan(['test', '--coverage', '100'], folder)
    expect([whole.code, whole.out]).toEqual([1, expect.stringContaining('no test of "other" calls config')])
    const named = await portolan(['test', 'configs/chat.test.yaml', '--coverage', '100'], folder)
    expect(named.code).toBe(0)
  })

  it('as JUnit: a suite for each file, with its failures', async () => {
    const tests =
      'cases:\n  - { name: "a < b", expect: { status: 200 } }\n  - { name: fails, expect: { status: 201 } }\n'
    const { code, out } = await portolan(['test', '--format', 'junit'], project(tests))
    expect(code).toBe(1)
    expect(out).toContain('<testsuite name="configs/chat.test.yaml" tests="2" failures="1" errors="0">')
    expect(out).toContain('<testcase name="a &lt; b" classname="configs/chat.test.yaml"/>')
    expect(out).toMatch(
      /<failure message="&quot;fails&quot;: The status differs\.">configs\/chat\.test\.yaml:3:/,
    )
    const broken = await portolan(['test', '--format', 'junit'], project('cases: []\n'))
    expect(broken.out).toMatch(/errors="1"[\s\S]*<error /)
  })

  it('as JSON: the cases with what they did', async () => {
    const { out } = await portolan(['test', '--format', 'json'], project(oneCase('expect: { status: 200 }')))
    expect(JSON.parse(out)).toMatchObject({
      passed: 1,
      failed: 0,
      cases: [
        {
          file: 'configs/chat.test.yaml',
          name: 'one',
          passed: true,
          calls: [{ target: 'config.targets[0]' }],
        },
      ],
      diagnostics: [],
    })
  })
})

describe('--update', () => {
  const fileOf = (folder: string): string => join(folder, 'configs/chat.test.yaml')

  it('records what happened, and later compares it', async () => {
    const folder = project(oneCase('given: {}'))
    const first = await portolan(['test', '--update'], folder)
    expect([first.code, first.complaints]).toEqual([0, expect.stringContaining('recorded 1 case')])
    const recorded = readFileSync(fileOf(folder), 'utf8')
    expect(recorded).toContain('- "config.targets[0] @openai gpt-6.1-sol -> 200"')
    expect((await portolan(['test'], folder)).code).toBe(0)
    writeFileSync(fileOf(folder), recorded.replace('gpt-6.1-sol ->', 'gpt-6-sol ->'))
    const changed = await portolan(['test'], folder)
    expect(changed.code).toBe(1)
    expect(changed.out).toMatch(
      /"calls" was recorded differently at \[0\][\s\S]*received "config\.targets\[0\] @openai gpt-6.1-sol -> 200"/,
    )
    expect((await portolan(['test', '--update'], folder)).code).toBe(0)
    expect(readFileSync(fileOf(folder), 'utf8')).toBe(recorded)
  })

  it('changes no expectation', async () => {
    const tests = oneCase('expect: { status: 201 }')
    const folder = project(tests)
    expect((await portolan(['test', '--update'], folder)).code).toBe(1)
    expect(readFileSync(fileOf(folder), 'utf8')).toBe(tests)
  })

  it('records nothing that a simulation cannot know', async () => {
    const tests = oneCase('given: { path: moderations, body: { model: "@openai/m", input: Hello } }')
    const folder = project(tests)
    const { code, out } = await portolan(['test', '--update'], folder)
    expect([code, out]).toEqual([1, expect.stringContaining('unplayable-test')])
    expect(readFileSync(fileOf(folder), 'utf8')).toBe(tests)
  })
})

describe('--watch', () => {
  it('runs again after a change', async () => {
    const folder = project(oneCase('expect: { status: 201 }'))
    const running = start(PORTOLAN, ['test', '--watch'], folder)
    await running.waitForOutput(/1 failed[\s\S]*waiting for changes/)
    writeFileSync(join(folder, 'configs/chat.test.yaml'), oneCase('expect: { status: 200 }'))
    await running.waitForOutput(/1 passed/)
    running.child.kill('SIGTERM')
    expect((await running.finished).code).toBe(0)
  })
})
