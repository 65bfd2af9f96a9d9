// A project that is edited: a file of each kind, with a credential in each, by its form.
import { CANARY } from '../source-targets.ts'

export const FILES: Readonly<Record<string, string>> = {
  'gateway.yaml': `providers:\n  main: { provider: openai, api_key: "\${env:K}" }\n  other: { provider: anthropic, api_key: ${CANARY} }\n`,
  'configs/chat.yaml': `# key: ${CANARY}\nstrategy: { mode: fallback }\ntargets:\n  - { provider: "@main", name: first, weight: 1 }\r\n  - provider: "@mian"\n    retry: { attemps: 2 }\n`,
  'configs/other.json': `{ "provider": "openai", "api_key": "${CANARY}", "retry": { "attempts": 9 } }`,
  'configs/wide.yaml': `metadata: { tag: "💥é", b: 'a\u2028b' }\nprovider: "@main"\nprompt_id: greeting\n`,
  'prompts/greeting.yaml': `variables: { name: { type: string } }\nmessages:\n  - role: user\n    content: "Hi {{name}} ${CANARY} {{> part}}"\n`,
  'prompts/partials/part.txt': 'Bye {{name}}\n',
  'configs/chat.test.yaml': `cases:\n  - name: one ${CANARY}\n    upstreams: { "config.targets[0]": { status: 500 } }\n    expect: { status: 200 }\n`,
}
