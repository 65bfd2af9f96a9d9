// Claude Code as a client: its headers, the fields of its requests, and its history.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, present } from '../../../schemas/values/json.ts'
import { type MessagesStep, TOOL_FIELDS } from './claude-code-day.ts'

export const HEADERS = {
  'anthropic-version': '2023-06-01',
  'anthropic-beta':
    'claude-code-20250219,interleaved-thinking-2025-05-14,context-management-2025-06-27,prompt-caching-scope-2026-01-05,effort-2025-11-24',
  'anthropic-dangerous-direct-browser-access': 'true',
  'user-agent': 'claude-cli/2.1.126 (external, cli)',
  'x-app': 'cli',
  'x-stainless-lang': 'js',
  'x-stainless-retry-count': '0',
}

/** How it asks for thinking: by the budget of its settings, or as much as the model finds right. */
export const THINKING = {
  budget: { thinking: { budget_tokens: 31_999, type: 'enabled' } },
  adaptive: { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
} as const

export const CAP = 32_000

const MARK: JsonObject = { type: 'ephemeral' }
const SYSTEM: readonly JsonObject[] = [
  { type: 'text', text: 'x-anthropic-billing-header: cc_version=2.1.126; cc_entrypoint=cli;' },
  { type: 'text', text: 'You are Claude Code.', cache_control: MARK },
  { type: 'text', text: 'Be concise. The folder is /src.', cache_control: { ...MARK, ttl: '1h' } },
]

export class ClaudeCode {
  #history: readonly JsonObject[] = []
  #ids: readonly string[] = []
  #model: string
  #thinking: JsonObject

  constructor(model: string, thinking: keyof typeof THINKING) {
    this.#model = model
    this.#thinking = THINKING[thinking]
  }

  /** Another model from now on. */
  ask(model: string, thinking: keyof typeof THINKING): void {
    this.#model = model
    this.#thinking = THINKING[thinking]
  }

  request({ says, fields = {}, fresh, counts }: MessagesStep, stream: boolean): JsonObject {
    if (fresh) this.#history = []
    if (says !== undefined) this.#history = [...this.#history, { role: 'user', content: says(this.#ids) }]
    const whole: Record<string, Json | undefined> = {
      model: this.#model,
      messages: marked(this.#history),
      system: SYSTEM,
      tools: TOOL_FIELDS,
      metadata: {
        user_id: `user_${'0a1b'.repeat(16)}_account__session_1c2d3e4f-0000-4000-8000-000000000000`,
      },
      max_tokens: CAP,
      ...this.#thinking,
      context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
      ...fields,
    }
    // Its models that think as they find right take no sampling.
    if ('output_config' in this.#thinking) whole['temperature'] = undefined
    if (!counts) return present({ ...whole, ...(stream ? { stream: true } : {}) })
    const { model, messages, system, tools } = whole
    return present({ model, messages, system, tools })
  }

  /** Appends a reply to the history; the thinking of a model that it did not ask for is dropped. */
  receive({ says }: MessagesStep, message: JsonObject): void {
    const { content: blocks, model = this.#model } = message
    const content =
      model === this.#model ? asList(blocks) : asList(blocks).filter(block => !isThinking(asObject(block)))
    if (says === undefined) return
    this.#ids = content
      .map(asObject)
      .flatMap(({ type, id }) => (type === 'tool_use' ? [asText(id) ?? ''] : []))
    if (content.length > 0) this.#history = [...this.#history, { role: 'assistant', content }]
  }

  /** What had arrived of a reply that broke off. */
  interrupted(text: string): void {
    this.#ids = []
    if (text !== '')
      this.#history = [...this.#history, { role: 'assistant', content: [{ type: 'text', text }] }]
  }

  /** How many blocks of thinking its history has. */
  get thoughts(): number {
    return this.#history.flatMap(({ content }) => asList(content).map(asObject)).filter(isThinking).length
  }

  get history(): readonly JsonObject[] {
    return this.#history
  }
}

export const isThinking = ({ type }: JsonObject): boolean =>
  type === 'thinking' || type === 'redacted_thinking'

/** The last two turns have marks for the cache. */
function marked(history: readonly JsonObject[]): readonly JsonObject[] {
  const users = history.flatMap(({ role }, index) => (role === 'user' ? [index] : [])).slice(-2)
  return history.map((turn, index) => {
    const content = asList(turn['content']).map(asObject)
    if (!users.includes(index)) return turn
    return {
      ...turn,
      content: content.map((block, at) =>
        at === content.length - 1 ? { ...block, cache_control: MARK } : block,
      ),
    }
  })
}
