// A gateway with a strict provider of every dialect behind it, for the client tests.
import type { Provider, RunningGateway } from '../running-gateway.ts'
import { runGateway } from '../running-gateway.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { cohereChat } from './cohere-chat.ts'
import { converse } from './converse.ts'
import { gemini } from './gemini.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResources } from './openai-resources.ts'
import { openaiResponses } from './openai-responses.ts'
import { type Dialect, type ExtraRoutes, serveDialect } from './serve.ts'

/** The provider slugs. */
export type Slug = 'openai' | 'claude' | 'gemini' | 'bedrock' | 'cohere'

/** A model of each provider, as clients name it. */
export const MODELS: Readonly<Record<Slug, string>> = {
  openai: '@openai/gpt-5',
  claude: '@claude/claude-sonnet-5',
  gemini: '@gemini/gemini-3-pro-preview',
  bedrock: '@bedrock/us.anthropic.claude-haiku-4-5-20251001-v1:0',
  cohere: '@cohere/command-a-03-2025',
}

export interface ProviderHarness {
  readonly gateway: RunningGateway
  readonly providers: Readonly<Record<Slug, Provider>>
  readonly stop: () => Promise<void>
}

interface HarnessOptions {
  readonly configs?: Readonly<Record<string, object>>
  /** Additional providers of the manifest. */
  readonly more?: Readonly<Record<string, object>>
  readonly manifest?: object
}

const KEYS = { OPENAI: 'openai-key', CLAUDE: 'anthropic-key', GEMINI: 'google-key', COHERE: 'cohere-key' }
const AWS_KEYS = { KEY_ID: 'AKIDEXAMPLE', SECRET: 'wJalrXUtnFEMI' }

/** Anthropic's token counting endpoint. */
const counts: ExtraRoutes = ({ path, body }, response) => {
  if (path !== '/v1/messages/count_tokens') return false
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ input_tokens: JSON.stringify(body['messages'] ?? null).length }))
  return true
}

export async function startProviderHarness({
  configs,
  more,
  manifest,
}: HarnessOptions = {}): Promise<ProviderHarness> {
  const serveAt = (dialect: Dialect, path: RegExp) =>
    serveDialect(asked => (path.test(asked) ? dialect : undefined))
  const vendor: Readonly<Record<string, Dialect>> = {
    '/v1/chat/completions': openaiChat,
    '/v1/responses': openaiResponses(),
  }
  const [openai, claude, google, bedrock, cohere] = await Promise.all([
    serveDialect(path => vendor[path], openaiResources),
    serveDialect(
      path => (/^\/v1\/messages(\?beta=true)?$/.test(path) ? anthropicMessages : undefined),
      counts,
    ),
    serveAt(gemini, /./),
    serveAt(converse, /./),
    serveAt(cohereChat, /./),
  ])
  const providers = { openai, claude, gemini: google, bedrock, cohere }
  const gateway = await runGateway(
    {
      providers: {
        openai: { provider: 'openai', api_key: '${env:OPENAI}', custom_host: `${openai.origin}/v1` },
        claude: { provider: 'anthropic', api_key: '${env:CLAUDE}', custom_host: `${claude.origin}/v1` },
        gemini: { provider: 'google', api_key: '${env:GEMINI}', custom_host: `${google.origin}/v1beta` },
        bedrock: {
          provider: 'bedrock',
          cloud1_access_key_id: '${env:KEY_ID}',
          cloud1_secret_access_key: '${env:SECRET}',
          cloud1_region: 'eu-central-1',
          custom_host: bedrock.origin,
        },
        cohere: { provider: 'cohere', api_key: '${env:COHERE}', custom_host: cohere.origin },
        ...more,
      },
      trusted_hosts: ['127.0.0.1'],
      ...manifest,
    },
    configs,
    { ...KEYS, ...AWS_KEYS },
  )
  const stop = async (): Promise<void> => {
    await gateway.stop()
    await Promise.all(Object.values(providers).map(provider => provider.stop()))
  }
  return { gateway, providers, stop }
}
