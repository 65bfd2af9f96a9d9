// A gateway whose bundle names models that have ended says so in its log, and that of others says nothing.
import { expect, it } from 'vitest'
import { compileProject } from '../../../compiler/project.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { runtimeCatalog } from '../../../runtime/process/catalog.ts'
import { endedModels } from '../../../runtime/process/ended-models.ts'

const source = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})

const { bundle } = compileProject(
  {
    manifest: source('gateway.json', {
      providers: {
        openai: { provider: 'openai', api_key: '${env:KEY}' },
        own: { provider: 'openai', api_key: '${env:KEY}', custom_host: 'https://models.example/v1' },
      },
      aliases: { old: '@openai/gpt-3.5-turbo', ours: '@own/gpt-4-0314' },
    }),
    configs: new Map([
      ['chat', source('chat.json', { provider: '@openai', override_params: { model: 'gpt-3.5-turbo' } })],
    ]),
  },
  runtimeCatalog(),
  text => text,
)
if (bundle === undefined) throw new Error('The project has errors.')

const on = (day: string): readonly string[] =>
  endedModels(bundle, id => (id === 'openai' ? 'OpenAI' : undefined), Date.parse(day))

it('A model is named once, with what names it, from the day of its end on', () => {
  expect(on('2026-10-22')).toEqual([])
  expect(on('2026-10-23')).toEqual([
    'OpenAI stopped serving "gpt-3.5-turbo" on 2026-10-23. OpenAI recommends "gpt-5.6-terra". Used by config chat and alias old.',
  ])
})
