// The project that `portolan init` creates. A test compiles and runs it.

const MANIFEST = `# The gateway manifest. Secrets are references, never values.
name: my-gateway
listen:
  host: 127.0.0.1
  port: 8787
providers:
  # Needs no network and no API key: use it as "@mock/echo" in the field "model".
  mock:
    provider: mock
  # openai:
  #   provider: openai
  #   api_key: \${env:OPENAI_API_KEY}
configs: configs
# Where portolan push stores releases, which portolan-runtime --store serves.
store: sqlite:.portolan/store.db
`

const CHAT = `# Saved config "chat": send x-gateway-config: chat
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

const CHAT_TESTS = `# Tests of "chat": run portolan test
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

const SPLIT = `# Saved config "split": 75% of the requests go to the first target.
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

/** The files by their paths relative to the project's folder. */
export const projectFiles = (typescript: boolean): ReadonlyMap<string, string> =>
  new Map([
    ['gateway.yaml', MANIFEST],
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
  ])
