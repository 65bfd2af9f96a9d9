// A project of many configs with three targets each, and a config in TypeScript beside it.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MANIFEST = `providers:
  openai: { provider: openai, api_key: "\${env:OPENAI_API_KEY}" }
  anthropic: { provider: anthropic, api_key: "\${env:ANTHROPIC_API_KEY}" }
`

const config = (index: number): string => `# Config ${index}
strategy:
  mode: fallback
retry: { attempts: 2 }
targets:
  - provider: "@openai"
    override_params: { model: gpt-4o-${index} }
  - strategy: { mode: loadbalance }
    targets:
      - provider: "@openai"
        weight: 3
        override_params:
          model: gpt-4o-mini
          temperature: 0.${index % 10}
      - provider: "@anthropic"
        weight: 7
        override_params: { model: claude-sonnet-4-5, max_tokens: ${1_000 + index} }
`

export const TYPESCRIPT_CONFIG = `import { defineConfig } from 'portolan'
const models = ['gpt-4o', 'gpt-4o-mini'] as const
export default defineConfig({
  strategy: { mode: 'loadbalance' },
  targets: models.map(model => ({ provider: 'openai', api_key: '\${env:K}', override_params: { model } })),
})
`

/** The path of the folder, which the caller removes. */
export function makeConfigFolder(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-bench-'))
  mkdirSync(join(folder, 'project/configs'), { recursive: true })
  mkdirSync(join(folder, 'typescript'))
  writeFileSync(join(folder, 'project/gateway.yaml'), MANIFEST)
  for (let index = 0; index < count; index += 1)
    writeFileSync(join(folder, `project/configs/config-${index}.yaml`), config(index))
  writeFileSync(join(folder, 'typescript/made.ts'), TYPESCRIPT_CONFIG)
  return folder
}
