// `portolan diff --format markdown`: the comment on a pull request, whose goldens in `comments/` were looked at as GitHub renders them.
// `UPDATE=1` rewrites them.
import { describe, expect, it } from 'vitest'
import { escapeMarkdown, markdownCode, truncateLine } from '../../../compiler/cli/analyse/render.ts'
import { portolan } from '../../support/command.ts'
import { expectGolden } from '../../support/golden.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `providers:
  main: { provider: openai, api_key: "\${env:MAIN_KEY}" }
  spare: { provider: anthropic, api_key: "\${env:SPARE_KEY}" }
`
const ONE = 'provider: "@main"\noverride_params: { model: gpt-5, max_tokens: 100 }\n'
const OTHER = 'provider: "@main"\noverride_params: { model: gpt-5-mini, max_tokens: 100 }\n'
const SPARE = `strategy: { mode: fallback }
targets:
  - { provider: "@main", override_params: { model: gpt-5, max_tokens: 100 }, retry: { attempts: 2 } }
  - { provider: "@spare", override_params: { model: claude-sonnet-4-5, max_tokens: 100 } }
`
const FAILS = `cases:
  - name: "the pipe | is <b>called</b>, says @ann in \`#12\`"
    expect: { calls: ["@spare"] }
  - name: passes
    expect: { status: 200 }
`
const many = (count: number, config: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`configs/service-${index}.yaml`, config]))
const ODD = ['a|b', 'a`b', '@ann', '<b>x', '#12', '*x*', `long-${'name-'.repeat(20)}`]
const odd = (config: string): Readonly<Record<string, string>> =>
  Object.fromEntries(ODD.map(name => [`configs/${name}.yaml`, config]))

const failing = (count: number): string =>
  `cases:\n${Array.from({ length: count }, (_, index) => `  - { name: case ${index}, expect: { calls: [] } }\n`).join('')}`

type Files = Readonly<Record<string, string>>

const COMMENTS: Readonly<Record<string, readonly [before: Files, after: Files, code: number]>> = {
  'nothing-changed': [
    { 'configs/chat.yaml': ONE },
    {
      'configs/chat.yaml': ONE,
      'configs/chat.test.yaml': 'cases: [{ name: passes, expect: { status: 200 } }]\n',
    },
    0,
  ],
  'a-regression': [
    { 'configs/chat.yaml': ONE, 'configs/same.yaml': ONE },
    { 'configs/chat.yaml': SPARE, 'configs/same.yaml': ONE, 'configs/chat.test.yaml': FAILS },
    1,
  ],
  'many-changes': [
    { ...many(12, ONE), 'configs/gone.yaml': ONE },
    {
      ...many(12, OTHER),
      ...many(5, SPARE),
      ...{ 'configs/new.yaml': ONE, 'configs/service-1.test.yaml': failing(9) },
    },
    1,
  ],
  'odd-names': [odd(ONE), odd(OTHER), 1],
  'a-broken-rule': [
    { 'configs/chat.yaml': ONE },
    {
      'gateway.yaml': `${MANIFEST}flows: [{ data: [messages], only: [api.openai.com] }]\n`,
      'configs/chat.yaml': SPARE,
      'configs/chat.test.yaml': FAILS,
    },
    1,
  ],
  'errors-of-the-change': [
    { 'configs/chat.yaml': ONE },
    {
      'configs/chat.yaml': 'retyr: {}\nprovider: "@man"\n',
      'configs/other.yaml': 'strategy: { mode: "|@ann" }\n',
    },
    2,
  ],
}

const below = (folder: string, files: Files): Files =>
  Object.fromEntries(
    Object.entries({ 'gateway.yaml': MANIFEST, ...files }).map(([path, text]) => [`${folder}/${path}`, text]),
  )

describe('the comment on a pull request', () => {
  it.each(Object.entries(COMMENTS))('%s', async (name, [before, after, expected]) => {
    const folder = temporaryFolder({ ...below('before', before), ...below('after', after) })
    const args = ['diff', 'before', 'after', '--test', '--format', 'markdown']
    const { code, out } = await portolan(args, folder)
    expect(code).toBe(expected)
    const [screen = '', details = ''] = out.split('<details>')
    expectGolden(`${import.meta.dirname}/comments/${name}.txt`, screen)
    // One screen: an item may take two lines, a row of a table one and a half.
    const rows = screen.split('\n').filter(line => /^[-|]/.test(line)).length
    expect(rows).toBeLessThan(24)
    expect(screen.length + details.length).toBeLessThan(65_536)
    expect(screen.replaceAll(/`[^`]*`|<code>.*?<\/code>|&#\d+;/g, '')).not.toMatch(/[@#]\w|[<`]/)
  })

  it('fails for a test that fails, whatever differs, and never where none does', async () => {
    const files = {
      ...below('a', { 'configs/chat.yaml': ONE }),
      ...below('b', { 'configs/chat.yaml': OTHER }),
    }
    const folder = temporaryFolder({ ...files, 'b/configs/chat.test.yaml': FAILS })
    const diff = (...args: readonly string[]) =>
      portolan(['diff', 'a', ...args, '--fail-on', 'never'], folder)
    expect((await diff('b')).code).toBe(0)
    const pretty = await diff('b', '--test')
    expect([pretty.code, pretty.out]).toEqual([
      1,
      expect.stringContaining('Config tests: 1 of 2 tests fails'),
    ])
    const json = await diff('b', '--test', '--format', 'json')
    expect(JSON.parse(json.out).tests).toMatchObject({ passed: 1, failed: 1, diagnostics: [{ line: 3 }] })
    expect((await diff('b', '--test', '--format', 'github')).out).toMatch(
      /^::error file=b\/configs\/chat\.test/,
    )
    expect((await diff('b/configs/chat.yaml', '--test')).complaints).toMatch(
      /^--test runs the tests of a project/,
    )
  })
})

describe('text in Markdown', () => {
  it.each([
    ['plain text, max_tokens and 100%', 'plain text, max_tokens and 100%'],
    ['@ann, x@y.example', '`@ann`, x@y.example'],
    ['fixes #12.', 'fixes `#12`.'],
    ['to https://x.example/a_b.', 'to `https://x.example/a_b`.'],
    ['*a* _b_ $e$ ~f~', '\\*a\\* \\_b\\_ \\$e\\$ \\~f\\~'],
    ['[c](d) [^1] targets[0]', '[c\\](d) \\[^1] targets[0]'],
    ['<i>&amp;|`', '&#60;i>&#38;amp;&#124;&#96;'],
    ['one\n\n# two', 'one # two'],
    ['`@ann`', '&#96;`@ann`&#96;'],
    ['sk-0123456789abcdef0123', '\\*'.repeat(23)],
  ])('%j', (text, expected) => {
    expect(escapeMarkdown(text)).toBe(expected)
  })

  it.each([
    ['chat <b>', '`chat <b>`'],
    ['a|b', '<code>a&#124;b</code>'],
    ['`@ann`', '<code>&#96;&#64;ann&#96;</code>'],
  ])('as code: %j', (text, expected) => {
    expect(markdownCode(text)).toBe(expected)
  })

  it('is cut off between characters', () => {
    expect(truncateLine('ab\u{1f600}c', 4)).toBe('ab…')
    expect(truncateLine('abcd', 4)).toBe('abcd')
  })
})
