// The project that `portolan init` creates. A test compiles and runs it, and an editor's language server reads it.
import { posix } from 'node:path'
import { SCHEMA_FOLDER, schemaFile, schemaText } from './files/editor-schemas.ts'

/** Tells editors which schema a file has; `up` leads from its folder to that of the project. */
const schemaLine = (kind: string, up: string): string =>
  `# yaml-language-server: $schema=${posix.join(up, SCHEMA_FOLDER, schemaFile(kind))}\n`

/** A name as a YAML string. */
const plainOrQuoted = (name: string): string =>
  /^[A-Za-z][\w.-]*$/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name)
    ? name
    : JSON.stringify(name)

const manifest = (
  name: string,
): string => `${schemaLine('manifest', '.')}# The gateway manifest. Secrets are references, never values.
name: ${plainOrQuoted(name)}
listen:
  host: 127.0.0.1
  port: 8787
providers:
  # Needs no network and no API key: its models are "echo", "tools" and "json".
  mock:
    provider: mock
  # openai:
  #   provider: openai
  #   api_key: \${env:OPENAI_API_KEY}
# A model that one provider has is called by its name, such as gpt-6-sol; "@openai/gpt-6-sol" names the provider.
aliases: auto
configs: configs
# Where portolan push stores releases, which portolan-runtime --store serves.
store: sqlite:.portolan/store.db
# A page for people at /console/, and the records of requests that it shows.
console: true
telemetry:
  log_store: {}
`

const CHAT = `${schemaLine('config', '..')}# Saved config "chat": send x-gateway-config: chat
strategy:
  mode: fallback
retry:
  attempts: 2
targets:
  - provider: "@mock"
    override_params:
      model: status-503
  - provider: "@mock"
    override_params:
      model: echo
`

const CHAT_TESTS = `${schemaLine('config-test', '..')}# Tests of "chat": run portolan test
cases:
  - name: the second target replies when the first one fails
    expect:
      calls:
        - config.targets[0]
        - config.targets[0]
        - config.targets[0]
        - config.targets[1]
      status: 200
      content: Hello
`

const SPLIT = `${schemaLine('config', '..')}# Saved config "split": 75% of the requests go to the first target.
strategy:
  mode: loadbalance
targets:
  - provider: "@mock"
    weight: 3
  - provider: "@mock"
    weight: 1
    override_params:
      model: echo
`

const CHAT_TYPESCRIPT = `// Saved config "chat": send x-gateway-config: chat
import { defineConfig } from 'portolan'

const models = ['status-503', 'echo']

export default defineConfig({
  strategy: { mode: 'fallback' },
  retry: { attempts: 2 },
  targets: models.map(model => ({ provider: '@mock', override_params: { model } })),
})
`

const SPLIT_TYPESCRIPT = `// Saved config "split": 75% of the requests go to the first target.
import { defineConfig } from 'portolan'

export default defineConfig({
  strategy: { mode: 'loadbalance' },
  targets: [
    { provider: '@mock', weight: 3 },
    { provider: '@mock', weight: 1, override_params: { model: 'echo' } },
  ],
})
`

/** The files by their paths relative to the project's folder; `name` is that of the folder. */
export const projectFiles = (name: string, typescript: boolean): ReadonlyMap<string, string> =>
  new Map([
    ['gateway.yaml', manifest(name === '' ? 'gateway' : name)],
    ['configs/chat.test.yaml', CHAT_TESTS],
    ['.gitignore', '# Stores, logs and the key of the owner.\n.portolan/\n*.plan.json\n*.plan.map.json\n'],
    ...(typescript
      ? ([
          ['configs/chat.ts', CHAT_TYPESCRIPT],
          ['configs/split.ts', SPLIT_TYPESCRIPT],
        ] as const)
      : ([
          ['configs/chat.yaml', CHAT],
          ['configs/split.yaml', SPLIT],
        ] as const)),
    ...['manifest', 'config', 'config-test'].map(
      kind => [`${SCHEMA_FOLDER}/${schemaFile(kind)}`, schemaText(kind)] as const,
    ),
  ])
