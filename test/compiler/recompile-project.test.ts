// A project that is compiled again after changes: the same diagnostics and the same bundle as from scratch, and only what
// depends on a change is compiled.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileProject } from '../../compiler/project.ts'
import type { ProjectInput, SourceInput } from '../../compiler/project-input.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import { type ProjectMemory, recompileProject } from '../../compiler/recompile-project.ts'
import { realCatalog } from '../support/catalog.ts'
import { runs } from '../support/property-seed.ts'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

const provider = (slug: string): string =>
  `providers:\n  ${slug}: { provider: openai, api_key: "\${env:K}" }\n`
const CONFIG = 'provider: "@main"\noverride_params: { model: gpt-6-sol }\n'

/** What each file may contain; undefined: there is none. */
const CONTENTS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  manifest: [
    undefined,
    provider('main'),
    `# remark\n${provider('main')}`,
    provider('other'),
    `${provider('main')}  second: { provider: anthropic, api_key: "\${env:A}" }\n`,
    `${provider('main')}rules: { override-is-lost: "off", alias-setting: note }\n`,
    `${provider('main')}budgets: { calls: 2 }\n`,
    `${provider('main')}flows:\n  - { secrets: ["@main"], only: [api.openai.com] }\n`,
    `${provider('main')}defaults: { config: chat }\n`,
    'providers: [\n',
  ],
  'configs/chat': [
    undefined,
    CONFIG,
    `${CONFIG}retry: { attempts: 3 }\n`,
    'provider: "@second"\noverride_params: { model: claude-sonnet-5-5, max_tokens: 100, logit_bias: {} }\n',
    'provider: "@mian"\n',
    'prompt_id: greeting\nprovider: "@main"\n',
    'provider: [\n',
    'provider: "@main"\ncustom_host: https://elsewhere.example/v1\n',
  ],
  'configs/spare': [undefined, CONFIG, 'targets: []\n', 'provider: openai\nAuthorization: "${env:K}"\n'],
  'prompts/greeting': [
    undefined,
    'messages: [{ role: user, content: "Hello {{name}}" }]\n',
    'messages: [{ role: user, content: "{{>footer}}" }]\n',
    'messages: [{ role: user, content: "{{#if}}" }]\n',
  ],
  'partials/footer': [undefined, 'template: Goodbye\n', 'template: "{{name"\n'],
}

type Files = ReadonlyMap<string, SourceInput>

const below = (files: Files, folder: string): ReadonlyMap<string, SourceInput> =>
  new Map(
    Array.from(files).flatMap(([path, input]) =>
      path.startsWith(folder) ? [[path.slice(folder.length), input] as const] : [],
    ),
  )

function inputOf(files: Files): ProjectInput {
  const manifest = files.get('manifest')
  return {
    ...(manifest && { manifest }),
    configs: below(files, 'configs/'),
    prompts: { prompts: below(files, 'prompts/'), partials: below(files, 'partials/') },
  }
}

const create = (path: string, text: string, read: SourceInput['read'] = readYaml): SourceInput => ({
  source: { name: `${path}.yaml`, text },
  read,
})

interface Edit {
  readonly path: string
  readonly text: string | undefined
}

const edit: fc.Arbitrary<Edit> = fc.constantFrom(
  ...Object.entries(CONTENTS).flatMap(([path, texts]) => texts.map(text => ({ path, text }))),
)

function edited(files: Files, { path, text }: Edit): Files {
  const next = new Map(files)
  if (text === undefined) next.delete(path)
  else if (files.get(path)?.source.text !== text) next.set(path, create(path, text))
  return next
}

const first: Files = new Map(
  Object.entries(CONTENTS).flatMap(([path, [, text]]) =>
    text === undefined ? [] : [[path, create(path, text)] as const],
  ),
)

const outcome = ({ bundle, diagnostics }: ReturnType<typeof compileProject>): string =>
  JSON.stringify({ bundle, diagnostics })

/** Whether the same comes out after each edit; `load`: how changed files become inputs. */
function holdsAfter(edits: readonly Edit[], load: (files: Files, edit: Edit) => Files = edited): boolean {
  let files = first
  let whole = first
  let memory: ProjectMemory | undefined
  for (const each of [undefined, ...edits]) {
    files = each === undefined ? files : load(files, each)
    whole = each === undefined ? whole : edited(whole, each)
    const again = recompileProject(memory, inputOf(files), realCatalog, hash)
    memory = again.memory
    if (outcome(again.compilation) !== outcome(compileProject(inputOf(whole), realCatalog, hash)))
      return false
  }
  return true
}

const edits = fc.array(edit, { minLength: 1, maxLength: 8 })

describe('a project that is compiled again', () => {
  it('has the diagnostics and the bundle of a compilation from scratch, after any edits', () => {
    fc.assert(
      fc.property(edits, list => holdsAfter(list)),
      { numRuns: runs(60) },
    )
  })

  it('the property above finds a change that is overlooked, in any file', () => {
    for (const path of Object.keys(CONTENTS)) {
      const overlook = (files: Files, each: Edit): Files => (each.path === path ? files : edited(files, each))
      const found = fc.check(
        fc.property(edits, list => holdsAfter(list, overlook)),
        { numRuns: runs(60) },
      )
      expect(found.failed, path).toBe(true)
    }
  })
})

describe('what is compiled again', () => {
  /** The sources that are read after an edit, by name. */
  function readAfter(each: Edit): readonly string[] {
    const names: string[] = []
    const counting: SourceInput['read'] = (source, report) => {
      names.push(source.name)
      return readYaml(source, report)
    }
    const before: Files = new Map(
      Array.from(first, ([path, { source }]) => [path, create(path, source.text, counting)]),
    )
    const { memory } = recompileProject(undefined, inputOf(before), realCatalog, hash)
    names.length = 0
    const after = new Map(before).set(each.path, create(each.path, each.text ?? '', counting))
    recompileProject(memory, inputOf(after), realCatalog, hash)
    return names
  }

  const cases: Readonly<Record<string, readonly [path: string, text: string, read: readonly string[]]>> = {
    'one config, if it has changed': ['configs/chat', 'provider: "@main"\n', ['configs/chat.yaml']],
    'nothing but the manifest, if it means the same': [
      'manifest',
      `# remark\n${provider('main')}`,
      ['manifest.yaml'],
    ],
    'the configs too, if it means something else': [
      'manifest',
      provider('other'),
      [
        'manifest.yaml',
        'configs/chat.yaml',
        'configs/spare.yaml',
        'partials/footer.yaml',
        'prompts/greeting.yaml',
      ],
    ],
    'the prompts, if one has changed': [
      'partials/footer',
      'template: Bye\n',
      ['partials/footer.yaml', 'prompts/greeting.yaml'],
    ],
    'the manifest, if a config is new': [
      'configs/new',
      'provider: "@main"\n',
      ['manifest.yaml', 'configs/new.yaml', 'partials/footer.yaml', 'prompts/greeting.yaml'],
    ],
  }
  for (const [title, [path, text, read]] of Object.entries(cases))
    it(title, () => expect(readAfter({ path, text })).toEqual(read))
})
