// How each agent is run without a terminal: it reads a file by a tool and tells the word in it.

export interface AgentRun {
  /** The identifier in schemas/coding-agents/. */
  readonly agent: string
  /** How this run differs from what `portolan connect` sets up. */
  readonly way?: string
  readonly command: string
  readonly args: (prompt: string, model: string) => readonly string[]
  /** `{origin}` and `{key}` are those of the gateway, `{model}` that of the run. */
  readonly environment?: Readonly<Record<string, string>>
  /** The settings are those of the environment; nothing is set up before. */
  readonly bare?: true
}

const CLAUDE = {
  agent: 'claude-code',
  command: 'claude',
  args: (prompt: string) => ['-p', prompt, '--dangerously-skip-permissions'],
}
const CODEX = {
  agent: 'codex',
  command: 'codex',
  args: (prompt: string) => [
    ...['exec', '--profile', 'portolan', '--skip-git-repo-check'],
    ...['--dangerously-bypass-approvals-and-sandbox', prompt],
  ],
}
const COPILOT = {
  agent: 'copilot-cli',
  command: 'copilot',
  args: (prompt: string) => ['-p', prompt, '--allow-all-tools'],
}

export const RUNS: readonly AgentRun[] = [
  { ...CLAUDE, environment: { IS_SANDBOX: '1' } },
  {
    ...CLAUDE,
    way: 'Bedrock',
    bare: true,
    environment: {
      IS_SANDBOX: '1',
      CLAUDE_CODE_USE_BEDROCK: '1',
      ANTHROPIC_BEDROCK_BASE_URL: '{origin}/bedrock',
      AWS_BEARER_TOKEN_BEDROCK: '{key}',
      AWS_REGION: 'us-east-1',
      ANTHROPIC_MODEL: '{model}',
      ANTHROPIC_DEFAULT_HAIKU_MODEL: '{model}',
    },
  },
  {
    ...CLAUDE,
    way: 'Vertex AI',
    bare: true,
    environment: {
      IS_SANDBOX: '1',
      CLAUDE_CODE_USE_VERTEX: '1',
      CLAUDE_CODE_SKIP_VERTEX_AUTH: '1',
      ANTHROPIC_VERTEX_BASE_URL: '{origin}/vertex/v1',
      ANTHROPIC_VERTEX_PROJECT_ID: 'project',
      CLOUD_ML_REGION: 'us-east5',
      ANTHROPIC_CUSTOM_HEADERS: 'x-api-key: {key}',
      ANTHROPIC_MODEL: '{model}',
      ANTHROPIC_DEFAULT_HAIKU_MODEL: '{model}',
    },
  },
  CODEX,
  {
    ...CODEX,
    way: 'WebSocket',
    args: prompt => ['-c', 'model_providers.portolan.supports_websockets=true', ...CODEX.args(prompt)],
  },
  {
    agent: 'gemini-cli',
    command: 'gemini',
    args: prompt => ['--skip-trust', '-y', '-p', prompt],
  },
  { agent: 'opencode', command: 'opencode', args: prompt => ['run', '--auto', prompt] },
  { ...COPILOT, environment: { COPILOT_OFFLINE: 'true' } },
  {
    ...COPILOT,
    way: 'Responses',
    environment: { COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_WIRE_API: 'responses' },
  },
  {
    ...COPILOT,
    way: 'WebSocket',
    environment: {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_WIRE_API: 'responses',
      COPILOT_PROVIDER_TRANSPORT: 'websockets',
    },
  },
  {
    agent: 'continue',
    command: 'cn',
    args: prompt => ['--config', '.continue/config.yaml', '--auto', '-p', prompt],
  },
  { agent: 'cline', command: 'cline', args: prompt => [prompt] },
  { agent: 'qwen-code', command: 'qwen', args: prompt => ['-y', '-p', prompt] },
  {
    agent: 'pi',
    command: 'pi',
    args: (prompt, model) => ['--offline', '--provider', 'portolan', '--model', model, '-p', prompt],
  },
]
