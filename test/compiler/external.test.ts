// "external": slugs of the store that a project may use, as the compiler checks them (semantics, section 1).
import { describe, expect, it, test } from 'vitest'
import { externalUses } from '../../compiler/plan/external-uses.ts'
import { compileProject } from '../../compiler/project.ts'
import type { PromptInputs } from '../../compiler/project-input.ts'
import { readJson } from '../../compiler/read/json.ts'
import { recompileProject } from '../../compiler/recompile-project.ts'
import { sha256 } from '../support/bundle.ts'
import { realCatalog } from '../support/catalog.ts'

const input = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})

const inputs = <Value extends object>(values: Readonly<Record<string, Value>>) =>
  new Map(Object.entries(values).map(([id, value]) => [id, input(`${id}.json`, value)]))

interface Project {
  readonly manifest: object
  readonly config?: object
  readonly prompt?: object
}

const projectOf = ({ manifest, config, prompt }: Project) => {
  const prompts: PromptInputs = { prompts: inputs(prompt ? { tone: prompt } : {}), partials: new Map() }
  return {
    manifest: input('gateway.json', { providers: { mock: { provider: 'mock' } }, ...manifest }),
    configs: inputs({ chat: config ?? { provider: '@mock' } }),
    prompts,
  }
}

const compile = (project: Project) => compileProject(projectOf(project), realCatalog, sha256)

const SECRET = `${'$'}{secret:openai}`
const KEY = { id: 'app', hash: `sha256:${'a'.repeat(64)}`, scopes: ['inference'] }
const NO_USES = { providers: [], prompts: [], secrets: [] }

describe('a slug of "external" is known', () => {
  test.each<[string, Project, object]>([
    ['as the provider of a config', { manifest: {}, config: { provider: '@team' } }, { providers: ['team'] }],
    ['as a virtual key', { manifest: {}, config: { virtual_key: 'team' } }, { providers: ['team'] }],
    [
      'in the model of an override',
      { manifest: {}, config: { override_params: { model: '@team/gpt-6-sol' } } },
      { providers: ['team'] },
    ],
    [
      'as the provider of a check',
      {
        manifest: {
          guardrails: {
            judged: {
              checks: [
                { id: 'default.llmJudge', parameters: { provider: '@team', model: 'm', rubric: 'Fine?' } },
              ],
            },
          },
          input_guardrails: ['judged'],
        },
      },
      { providers: ['team'] },
    ],
    ['as a default', { manifest: { defaults: { provider: '@team' } } }, { providers: ['team'] }],
    [
      'as a default of a key, and in its aliases',
      {
        manifest: {
          api_keys: [{ ...KEY, defaults: { provider: '@team' }, aliases: { fast: '@other/mini' } }],
          external: ['team', 'other'],
        },
      },
      { providers: ['other', 'team'] },
    ],
    ['in an alias', { manifest: { aliases: { fast: '@team/mini' } } }, { providers: ['team'] }],
    [
      'as the provider of embeddings',
      {
        manifest: { cache: { semantic: { provider: '@team', model: 'embed' } } },
        config: { provider: '@mock', cache: { mode: 'semantic' } },
      },
      { providers: ['team'] },
    ],
    [
      'as the provider of a prompt',
      { manifest: {}, prompt: { messages: [{ role: 'user', content: 'Hi' }], provider: '@team' } },
      { providers: ['team'] },
    ],
    [
      'in the model of a prompt',
      { manifest: {}, prompt: { messages: [{ role: 'user', content: 'Hi' }], model: '@team/gpt-6-sol' } },
      { providers: ['team'] },
    ],
    [
      'as a prompt',
      { manifest: {}, config: { provider: '@mock', prompt_id: 'team' } },
      { prompts: ['team'] },
    ],
    [
      'as a secret of a config',
      { manifest: { external: ['openai'] }, config: { provider: 'openai', api_key: SECRET } },
      { secrets: ['openai'] },
    ],
    [
      'as a secret of a provider of the manifest',
      {
        manifest: {
          external: ['openai'],
          providers: { mock: { provider: 'mock' }, own: { provider: 'openai', api_key: SECRET } },
        },
      },
      { secrets: ['openai'] },
    ],
    [
      'in the conditions of a policy, beside a use',
      {
        manifest: {
          policies: {
            rate_limits: [
              {
                name: 'a',
                type: 'requests',
                unit: 'rpm',
                value: 1,
                conditions: [{ key: 'provider', value: '@team' }],
              },
            ],
          },
        },
        config: { provider: '@team' },
      },
      { providers: ['team'] },
    ],
  ])('%s', (_, { manifest, ...project }, uses) => {
    const { bundle, diagnostics } = compile({ manifest: { external: ['team'], ...manifest }, ...project })
    expect(diagnostics.filter(({ severity }) => severity !== 'note').map(({ message }) => message)).toEqual(
      [],
    )
    expect(bundle && externalUses(bundle)).toEqual({ ...NO_USES, ...uses })
    // Where it is not listed it is a mistake, as it was.
    const without = compile({ manifest: { ...manifest, external: [] }, ...project })
    expect(without.bundle).toBeUndefined()
  })
})

describe('what the manifest defines itself', () => {
  const UNUSED = 'of "external" has no effect'
  test.each<[string, Project, readonly string[]]>([
    [
      'nothing',
      { manifest: { external: ['nope'] } },
      [`"nope" ${UNUSED}: no config, prompt or provider of the project names it.`],
    ],
    [
      'a provider',
      { manifest: { external: ['mock'] } },
      [`"mock" ${UNUSED}: the manifest defines the provider itself.`],
    ],
    [
      'a prompt',
      {
        manifest: { external: ['tone'] },
        prompt: { messages: [{ role: 'user', content: 'Hi' }] },
        config: { provider: '@mock', prompt_id: 'tone' },
      },
      [`"tone" ${UNUSED}: the project has the prompt itself.`],
    ],
    [
      'a secret reference',
      {
        manifest: {
          external: ['openai'],
          secret_references: { openai: { manager_type: 'env', secret_path: 'OPENAI' } },
        },
        config: { provider: 'openai', api_key: SECRET },
      },
      [`"openai" ${UNUSED}: the manifest defines the secret reference itself.`],
    ],
    [
      'the same twice',
      { manifest: { external: ['team', 'team'] }, config: { provider: '@team' } },
      ['"team" is listed twice in "external"; once is enough.'],
    ],
  ])('%s is said', (_, project, sentences) => {
    const { bundle, diagnostics } = compile(project)
    expect(diagnostics.map(({ message }) => message)).toEqual(sentences)
    expect(diagnostics.every(({ code }) => code === 'setting-without-effect')).toBe(true)
    expect(bundle).toBeDefined()
  })
})

it('a slug that cannot be one is refused at its place', () => {
  const { diagnostics } = compile({ manifest: { external: ['Bad Slug', 7] } })
  expect(diagnostics.map(({ code }) => code).sort()).toEqual(['malformed-slug', 'wrong-type'])
})

it('a mistyped name suggests an external one', () => {
  const { diagnostics } = compile({
    manifest: { external: ['openai-team'] },
    config: { provider: '@openai-taem' },
  })
  expect(diagnostics.map(({ message }) => message)).toContainEqual(
    'No provider of the manifest has the slug "openai-taem". Did you mean "openai-team"?',
  )
})

it('checks use only secret references of the manifest', () => {
  const checks = [{ id: 'lakera.guard', parameters: { apiKey: SECRET } }]
  const { diagnostics } = compile({ manifest: { external: ['openai'], guardrails: { a: { checks } } } })
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  expect(errors).toMatchObject([
    {
      code: 'unknown-secret-reference',
      notes: [{}, { message: expect.stringContaining('checks use only secret references of the manifest') }],
    },
  ])
})

it('errors of the manifest do not make its external prompts unknown', () => {
  const { diagnostics } = compile({
    manifest: { external: ['tone', 'Bad Slug'] },
    config: { provider: '@mock', prompt_id: 'tone' },
  })
  expect(diagnostics.map(({ code }) => code)).toEqual(['malformed-slug'])
})

it('a slug that is no longer used is said when only a config changes', () => {
  const first = projectOf({ manifest: { external: ['team'] }, config: { provider: '@team' } })
  const before = recompileProject(undefined, first, realCatalog, sha256)
  expect(before.compilation.diagnostics).toEqual([])
  const changed = { ...first, configs: inputs({ chat: { provider: '@mock' } }) }
  const { compilation } = recompileProject(before.memory, changed, realCatalog, sha256)
  expect(compilation.diagnostics.map(({ code }) => code)).toEqual(['setting-without-effect'])
  expect(compilation.diagnostics).toEqual(compileProject(changed, realCatalog, sha256).diagnostics)
})
