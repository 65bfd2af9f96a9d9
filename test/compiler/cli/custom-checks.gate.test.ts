// Custom checks on the command line: reported at their locations, listed, and reloaded when they change.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checksCommand } from '../../../compiler/cli/commands/checks.ts'
import { catalogChecks } from '../../../compiler/facts/catalog-checks.ts'
import { PORTOLAN, portolan, start } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `providers:
  mock: { provider: mock }
checks:
  acme.tone: ./checks/tone.ts
`
const tone = (reason: string): string => `import { defineCheck } from 'portolan'
export default defineCheck({
  hooks: ['reply'],
  schema: {
    title: 'Tone',
    description: 'It is calm.',
    properties: {
      most: { type: 'integer', description: 'Exclamation marks.', minimum: 0, default: 0 },
      words: { type: 'array', description: 'Unwanted words.', items: { type: 'string' } },
    },
  },
  link: ({ most }) => ({ texts }) => ({ passed: texts.join('').split('!').length - 1 <= most, reason: '${reason}' }),
})
`
const guarded = (parameters: string, side = 'output_guardrails'): string =>
  `provider: "@mock"\n${side}:\n  - id: tone\n    deny: true\n    acme.tone: ${parameters}\n`

const diagnosticsOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const { out } = await portolan(
    ['check', '--format', 'json'],
    temporaryFolder({ 'gateway.yaml': MANIFEST, 'checks/tone.ts': tone('x'), ...files }),
  )
  const { diagnostics } = JSON.parse(out) as {
    diagnostics: readonly {
      severity: string
      code: string
      file: string
      line: number
      column: number
      message: string
    }[]
  }
  return diagnostics
    .filter(({ severity }) => severity !== 'note')
    .map(({ code, file, line, column, message }) => `${file}:${line}:${column} ${code} ${message}`)
}

describe('check', () => {
  it('reports invalid parameters at their locations, like those of built-in checks', async () => {
    expect(
      await diagnosticsOf({ 'configs/a.yaml': guarded('{ mots: 1, most: many, words: [a, 2] }') }),
    ).toEqual([
      expect.stringMatching(
        /^configs\/a\.yaml:5:18 unknown-property "mots" is not a property .* Did you mean "most"\?$/,
      ),
      expect.stringMatching(
        /^configs\/a\.yaml:5:33 wrong-type .*"?most"? must be an integer, not the string "many"\.$/,
      ),
      expect.stringMatching(/^configs\/a\.yaml:5:50 wrong-type .* must be a string, not the number 2\.$/),
    ])
  })

  it('reports a check in a hook that it does not support', async () => {
    const told = await diagnosticsOf({ 'configs/a.yaml': guarded('{}', 'input_guardrails') })
    expect(told).toEqual([expect.stringMatching(/^configs\/a\.yaml:5:5 misplaced-check /)])
  })

  it('reports an unusable module at the line of the manifest, and not at its uses', async () => {
    const told = await diagnosticsOf({
      'configs/a.yaml': guarded('{ most: many }'),
      'checks/tone.ts': 'throw new Error("no luck")\n',
    })
    expect(told).toEqual([
      'gateway.yaml:4:14 unusable-check-module checks/tone.ts cannot be used. It failed to load at tone.ts:1. Error: no luck.',
    ])
  })

  it('property names of prototypes are invalid names of checks', async () => {
    const told = await diagnosticsOf({
      'gateway.yaml':
        'providers:\n  mock: { provider: mock }\nchecks:\n  __proto__: ./checks/tone.ts\n  constructor: ./a.ts\n',
    })
    expect(told).toEqual([
      expect.stringMatching(/^gateway\.yaml:4:3 malformed-check-id "__proto__" is not a valid check name/),
      expect.stringMatching(/^gateway\.yaml:5:3 malformed-check-id "constructor" is not a valid check name/),
    ])
  })

  it('a check in the configs folder is not a config', async () => {
    const told = await diagnosticsOf({
      'gateway.yaml':
        'providers: { mock: { provider: mock } }\nconfigs: .\nchecks: { acme.tone: checks/tone.ts }\n',
    })
    expect(told).toEqual([])
  })
})

describe('compile', () => {
  it('lists the files that the plan needs', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'checks/tone.ts': tone('x') })
    const { code, complaints } = await portolan(['compile'], folder)
    expect([code, complaints]).toEqual([
      0,
      expect.stringContaining('The plan needs checks/tone.ts next to it'),
    ])
  })
})

describe('serve', () => {
  it('reloads a check when it changes, and keeps the last valid version', async () => {
    const folder = temporaryFolder({
      'gateway.yaml': MANIFEST,
      'checks/tone.ts': tone('first'),
      'configs/chat.yaml': guarded('{}'),
    })
    const running = start(PORTOLAN, ['serve', '.', '--port', '0'], folder)
    const [, url = ''] = await running.waitForOutput(/on (http:\/\/\S+\/v1)/)
    const ask = async (): Promise<string> => {
      const reply = await fetch(`${url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-gateway-config': 'chat' },
        body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: 'Hey!' }] }),
      })
      return `${reply.status} ${await reply.text()}`
    }
    expect(await ask()).toMatch(/^446 .*acme\.tone: first/)

    writeFileSync(join(folder, 'checks/tone.ts'), tone('second'))
    await running.waitForOutput(/now serving plan/)
    expect(await ask()).toMatch(/^446 .*acme\.tone: second/)

    writeFileSync(join(folder, 'checks/tone.ts'), 'export default {\n')
    await running.waitForOutput(/The last valid version stays in use/)
    expect(await ask()).toMatch(/^446 .*acme\.tone: second/)

    running.child.kill('SIGTERM')
    expect((await running.finished).code).toBe(0)
  })
})

describe('checks', () => {
  const run = async (words: readonly string[], folder = '/', format = 'pretty') => {
    const said = { out: '', complaints: '' }
    const code = await checksCommand.run(
      words,
      { format },
      {
        writeStdout: text => {
          said.out += text
        },
        writeStderr: text => {
          said.complaints += text
        },
        paint: (_role, text) => text,
        progress: () => {},
        width: Number.POSITIVE_INFINITY,
        folder,
        now: () => 0,
        today: () => '2026-06-01',
        environment: {},
      },
    )
    return { code, ...said }
  }
  const project = (files: Readonly<Record<string, string>> = {}): string =>
    temporaryFolder({ 'gateway.yaml': MANIFEST, 'checks/tone.ts': tone('x'), 'configs/a.yaml': '', ...files })

  it('lists the built-in checks outside of projects', async () => {
    const { code, out } = await run([])
    expect(code).toBe(0)
    const heads = out.split('\n').filter(line => /^\S/.test(line))
    expect(heads).toEqual(catalogChecks.map(({ id }) => id))
    expect(out.split('\n').filter(line => line.length > 100)).toEqual([])
  })

  it('lists those of the project too, from any of its folders', async () => {
    const { code, out } = await run([], join(project(), 'configs'))
    expect(code).toBe(0)
    expect(out).toContain(
      [
        'acme.tone  checks/tone.ts',
        '  It is calm.',
        '  reads  text of replies',
        '  takes  most, words, failOnError, scope',
      ].join('\n'),
    )
  })

  it('shows one in detail', async () => {
    const { out } = await run(['acme.tone'], project())
    expect(out).toBe(
      [
        'Tone (acme.tone)',
        '  It is calm.',
        '  reads     text of replies',
        '  files     checks/tone.ts',
        '',
        '  most',
        '    integer from 0, default 0',
        '    Exclamation marks.',
        '  words',
        '    array of string',
        '    Unwanted words.',
        '  failOnError',
        '    boolean, default false',
        '    Counts a check with an error as failed.',
        '  scope',
        '    "last" | "all"',
        "    Scope of the text that is checked: all messages and fields, or those after the assistant's last",
        '    message. Defaults to all for checks that deny or rewrite, otherwise to last.',
      ].join('\n'),
    )
  })

  it('a name without a dot is a built-in check', async () => {
    expect((await run(['regexReplace'])).out).toMatch(
      /^\S.* \(default\.regexReplace\)\n[\s\S]*also +rewrites, evaluates streams/,
    )
  })

  it('every page fits into 100 columns', async () => {
    for (const { id } of catalogChecks) {
      const { out } = await run([id])
      expect(out.split('\n').filter(line => line.length > 100 && !line.includes('https://'))).toEqual([])
    }
  })

  it('--format json prints the facts, with the schema of the parameters', async () => {
    const { out } = await run(['acme.tone'], project(), 'json')
    expect(JSON.parse(out)).toMatchObject({
      id: 'acme.tone',
      parameters: { properties: { most: { minimum: 0 } } },
    })
    expect(JSON.parse((await run([], '/', 'json')).out)).toHaveLength(catalogChecks.length)
  })

  it('reports an unusable module and shows the others: 1', async () => {
    const { code, out, complaints } = await run([], project({ 'checks/tone.ts': 'throw 1' }))
    expect(code).toBe(1)
    expect(complaints).toMatch(/gateway\.yaml:4:14 error unusable-check-module/)
    expect(out).not.toContain('acme.tone')
    expect(out).toContain('default.contains')
  })

  it.each<readonly [string, readonly string[], string, RegExp]>([
    [
      'an unknown name suggests the closest',
      ['default.contians'],
      'pretty',
      /Unknown check "default\.contians"\. Did you mean "default\.contains"\?/,
    ],
    ['two names', ['a', 'b'], 'pretty', /Name only one check/],
    ['an unknown format', [], 'xml', /pretty, one-line, json,/],
  ])('%s: a sentence and 64', async (_title, words, format, sentence) => {
    const { code, complaints } = await run(words, '/', format)
    expect([code, complaints]).toEqual([64, expect.stringMatching(sentence)])
  })
})
