// Providers with a dialect of their own, two models each, by their documentation.
import { asList, asObject, type JsonObject } from '../../../../schemas/values/json.ts'
import type { Demands } from '../../../support/dialects/demands.ts'
import { WITHOUT_DEVELOPER } from './chat-rules.ts'
import { CLAUDE_CARRIERS, checkConverse, claude, HAIKU_4_5, OPUS_5 } from './claude-rules.ts'
import { COHERE_CARRIERS, checkCohere } from './cohere-rules.ts'
import { CONVERSE_CARRIERS, checkNova } from './converse-rules.ts'
import { type DialectTarget, key } from './dialect-target.ts'
import { GEMINI_CARRIERS, gemini } from './gemini-rules.ts'

const checkOllama =
  (thoughts: readonly unknown[]) =>
  (body: JsonObject, { demand, only }: Demands): void => {
    only(body, ['model', 'messages', 'tools', 'think', 'format', 'options', 'stream', 'keep_alive'], 'body')
    demand(body['think'] === undefined || thoughts.includes(body['think']), 'think is not supported.')
    for (const message of asList(body['messages']).map(asObject)) {
      only(
        message,
        ['role', 'content', 'images', 'tool_calls', 'thinking', 'tool_name', 'tool_call_id'],
        'messages',
      )
      demand(WITHOUT_DEVELOPER.includes(String(message['role'])), `The role ${String(message['role'])}.`)
      demand(typeof message['content'] === 'string', 'A content is not a string.')
    }
  }

const OLLAMA_CARRIERS = {
  tools: ['tools'],
  temperature: ['options.temperature'],
  top_p: ['options.top_p'],
  top_k: ['options.top_k'],
  max_tokens: ['options.num_predict'],
  stop: ['options.stop'],
  stop_sequences: ['options.stop'],
  seed: ['options.seed'],
  presence_penalty: ['options.presence_penalty'],
  frequency_penalty: ['options.frequency_penalty'],
  thinking: ['think'],
  reasoning_effort: ['think'],
  response_format: ['format'],
}

const ACCOUNT = { cloud3_region: 'us-central1', cloud3_project_id: 'project' }
const VERTEX = { ...key('vertex'), ...ACCOUNT }
const OLLAMA = { provider: 'ollama-native', custom_host: 'http://ollama.test:11434' }
const BEDROCK = {
  provider: 'bedrock',
  cloud1_access_key_id: '${env:KEY}',
  cloud1_secret_access_key: '${env:KEY}',
  cloud1_region: 'us-east-1',
}
const target = (
  name: string,
  stored: DialectTarget['stored'],
  model: string,
  check: DialectTarget['check'],
  carriers: DialectTarget['carriers'],
  refuses: DialectTarget['refuses'] = {},
): DialectTarget => ({ name, stored, model, check, carriers, refuses })

export const translatedTargets: readonly DialectTarget[] = [
  target('anthropic', key('anthropic'), 'claude-haiku-4-5', claude(HAIKU_4_5), CLAUDE_CARRIERS),
  target('anthropic-5', key('anthropic'), 'claude-opus-5', claude(OPUS_5), CLAUDE_CARRIERS, {
    'an answer that begins': 'messages',
  }),
  target('bedrock', BEDROCK, 'us.anthropic.claude-haiku-4-5-20251001-v1:0', checkConverse, CONVERSE_CARRIERS),
  target('bedrock-nova', BEDROCK, 'us.amazon.nova-2-lite-v1:0', checkNova, CONVERSE_CARRIERS, {
    sampling: 'temperature',
  }),
  target('vertex', VERTEX, 'gemini-2.5-pro', gemini({ level: false }), GEMINI_CARRIERS),
  target('vertex-claude', VERTEX, 'anthropic/claude-haiku-4-5', claude(HAIKU_4_5), CLAUDE_CARRIERS),
  target('gemini', key('google'), 'gemini-3-pro-preview', gemini({ level: true }), GEMINI_CARRIERS),
  target(
    'gemini-2.5',
    key('google'),
    'gemini-2.5-flash',
    gemini({ level: false, penalties: false }),
    GEMINI_CARRIERS,
  ),
  target('cohere', key('cohere'), 'command-a-03-2025', checkCohere(false), COHERE_CARRIERS),
  target(
    'cohere-reasoning',
    key('cohere'),
    'command-a-reasoning-08-2025',
    checkCohere(true),
    COHERE_CARRIERS,
  ),
  target(
    'ollama',
    OLLAMA,
    'qwen3:8b',
    checkOllama([true, false, 'low', 'medium', 'high', 'max']),
    OLLAMA_CARRIERS,
  ),
  target('ollama-llama', OLLAMA, 'llama3.1:8b', checkOllama([false]), OLLAMA_CARRIERS),
]
