// Findings in every format of every command that has some: positions, messages, suggestions and documentation are in each, and no secret is
// in any. SARIF is validated against the schema of the standard (its descriptions left out).
import { describe, expect, it } from 'vitest'
import { FORMAT_NAMES } from '../../../../compiler/cli/formats/formats.ts'
import { diagnosticMessages } from '../../../../compiler/diagnostics/messages.ts'
import { portolan } from '../../../support/command.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { parseSarif } from './sarif-schema.ts'

const SECRET = 'sk-live-0123456789abcdefghij'
const MANIFEST = 'providers:\n  main: { provider: openai, api_key: "${env:MAIN_KEY}" }\n'
const FILES = {
  'gateway.yaml': MANIFEST,
  'configs/a b.yaml': 'provider: "@mian"\nretyr: { attempts: 1 }\n',
  'configs/leak.yaml': `provider: openai\napi_key: ${SECRET}\n`,
  'configs/warned.yaml': 'provider: "@main"\nretry: { attempts: 1, use_retry_after_header: true }\n',
  'configs/good.yaml': 'provider: "@main"\n',
}

const check = (format: string, files: Readonly<Record<string, string>> = FILES) =>
  portolan(['check', '--format', format], temporaryFolder(files))

describe('check', () => {
  it.each(FORMAT_NAMES)(
    'as %s: every finding with its place, message and suggestion, and no secret',
    async format => {
      const { code, out } = await check(format)
      expect(code).toBe(1)
      for (const part of ['unknown-slug', 'unknown-property', '@main', 'leak.yaml', 'slug'])
        expect(out).toContain(part)
      expect(out).toMatch(/a(?: |%20)b\.yaml/)
      expect(out).not.toContain(SECRET)
    },
  )

  it('as one-line: a line for each, which editors jump to', async () => {
    const { out, complaints } = await check('one-line')
    const lines = out.trimEnd().split('\n')
    for (const line of lines)
      expect(line).toMatch(/^configs\/[\w ]+\.yaml:\d+:\d+: (?:error|warning|note): .+ \[[a-z-]+\]$/)
    expect(lines).toContain(
      'configs/a b.yaml:1:11: error: No provider of the manifest has the slug "mian". Did you mean "main"? Fix: write "@main" at line 1, column 11. [unknown-slug]',
    )
    expect(complaints).toMatch(/errors?, 1 warning/)
  })

  it('as one-line: an edit of spaces in words', async () => {
    const { out } = await check('one-line', {
      'gateway.yaml': MANIFEST,
      'configs/tab.yaml': 'provider: "@main"\nretry:\n\tattempts: 1\n',
    })
    expect(out).toContain('Fix: write 2 spaces at line 3, column 1. [malformed-yaml]')
  })

  it('as SARIF: valid, with rules, regions and fixes', async () => {
    const { tool, results } = parseSarif((await check('sarif')).out)
    const ids = tool.driver.rules.map(({ id }: { id: string }) => id)
    for (const { ruleId, ruleIndex } of results) expect(ids[ruleIndex]).toBe(ruleId)
    const slug = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'unknown-slug')
    expect(slug.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'configs/a%20b.yaml' },
      region: { startLine: 1, startColumn: 11, endLine: 1, endColumn: 18 },
    })
    expect(slug.fixes[0].artifactChanges[0].replacements).toEqual([
      {
        deletedRegion: { startLine: 1, startColumn: 11, endLine: 1, endColumn: 18 },
        insertedContent: { text: '"@main"' },
      },
    ])
    const rule = tool.driver.rules[slug.ruleIndex]
    expect(rule.help.text).toBe(diagnosticMessages['unknown-slug'].explanation)
  })

  it('as SARIF without findings: valid, and empty', async () => {
    const { out, code } = await check('sarif', { 'gateway.yaml': MANIFEST })
    expect([code, parseSarif(out).results]).toEqual([0, []])
  })

  it('as annotations of GitHub: commands on one line, escaped', async () => {
    const { out } = await check('github')
    const lines = out.trimEnd().split('\n')
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) expect(line).toMatch(/^::(?:error|warning|notice) file=[^,:]+,line=\d+,/)
    expect(out).toContain(
      '::error file=configs/a b.yaml,line=1,col=11,endLine=1,endColumn=17,title=unknown-slug::No provider of the manifest',
    )
    expect(out).toContain('%0AFix: write "@main"')
  })

  it('as code quality of GitLab: a fingerprint for each, kept when lines move', async () => {
    const report = JSON.parse((await check('gitlab')).out)
    const moved = JSON.parse(
      (await check('gitlab', { ...FILES, 'configs/a b.yaml': `# moved\n${FILES['configs/a b.yaml']}` })).out,
    )
    const prints = (from: readonly { fingerprint: string }[]) => from.map(({ fingerprint }) => fingerprint)
    expect(prints(moved)).toEqual(prints(report))
    expect(new Set(prints(report)).size).toBe(report.length)
    expect(report).toContainEqual(
      expect.objectContaining({
        check_name: 'unknown-slug',
        severity: 'major',
        location: expect.objectContaining({ path: 'configs/a b.yaml', lines: { begin: 1, end: 1 } }),
        content: { body: diagnosticMessages['unknown-slug'].explanation },
      }),
    )
  })

  it('as JUnit: errors are failures, warnings are not, and a clean run has a case', async () => {
    const { out } = await check('junit')
    const failures = [...out.matchAll(/<failure /g)].length
    expect(out).toContain(`failures="${failures}"`)
    expect(out).toMatch(/<testcase name="alias-setting[^>]+>\n {6}<system-out>/)
    const clean = await check('junit', { 'gateway.yaml': MANIFEST })
    expect(clean.out).toContain('<testcase name="0 configs checked" classname="portolan"/>')
  })

  it('the same findings for compile', async () => {
    const { out } = await portolan(['compile', '--format', 'sarif'], temporaryFolder(FILES))
    expect(parseSarif(out).results.length).toBeGreaterThan(2)
  })

  it('compile without findings: still a document', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/good.yaml': 'provider: "@main"\n' })
    const { code, out } = await portolan(['compile', '--format', 'gitlab'], folder)
    expect([code, JSON.parse(out)]).toEqual([0, []])
  })
})

describe('diff', () => {
  const folder = () =>
    temporaryFolder({
      'a/gateway.yaml': MANIFEST,
      'a/configs/chat.yaml': 'provider: "@main"\n',
      'b/gateway.yaml': MANIFEST,
      'b/configs/chat.yaml': 'provider: "@main"\nretry: { attempts: 2 }\n',
    })

  it('as SARIF: a config that differs is a result at its file', async () => {
    const { code, out } = await portolan(['diff', 'a', 'b', '--format', 'sarif'], folder())
    const { results } = parseSarif(out)
    expect(code).toBe(1)
    expect(results).toMatchObject([
      {
        ruleId: 'cost-difference',
        level: 'error',
        locations: [{ physicalLocation: { artifactLocation: { uri: 'b/configs/chat.yaml' } } }],
      },
    ])
    expect(results[0].message.text).toContain('calls of targets: at most 1 → at most 3')
  })

  it('below the level that fails: a note', async () => {
    const words = ['diff', 'a', 'b', '--format', 'github', '--fail-on', 'security']
    const { code, out } = await portolan(words, folder())
    expect(code).toBe(0)
    expect(out).toMatch(/^::notice file=b\/configs\/chat\.yaml,line=1,.*title=cost-difference::/)
  })
})

describe('test', () => {
  const files = {
    'gateway.yaml': MANIFEST,
    'configs/chat.yaml': 'provider: "@main"\n',
    'configs/chat.test.yaml': 'cases:\n  - name: is wrong\n    expect: { status: 404 }\n',
  }

  it.each(['one-line', 'sarif', 'github', 'gitlab'])('as %s: what failed, at its place', async format => {
    const { code, out } = await portolan(['test', '--format', format], temporaryFolder(files))
    expect(code).toBe(1)
    expect(out).toContain('unmet-expectation')
    expect(out).toContain('configs/chat.test.yaml')
    if (format === 'sarif') parseSarif(out)
  })
})
