// The rules of the strict providers: each refuses the request that breaks it, and accepts a sound one; each says where it is written.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject } from '../../../schemas/values/json.ts'
import { cerebrasRules, deepseekRules, mistralRules } from '../../support/dialects/rules/chat-hosts.ts'
import { adaptiveRules, budgetRules, claudeRules } from '../../support/dialects/rules/claude-rules.ts'
import { converseRules } from '../../support/dialects/rules/converse-rules.ts'
import { geminiRules, signatureRule } from '../../support/dialects/rules/gemini-rules.ts'
import {
  deepseekMessagesRules,
  VERTEX_FIELDS,
  vertexRules,
} from '../../support/dialects/rules/messages-hosts.ts'
import { messagesRules } from '../../support/dialects/rules/messages-rules.ts'
import { openaiRules, reasoningRules } from '../../support/dialects/rules/openai-rules.ts'
import { responsesRules } from '../../support/dialects/rules/responses-rules.ts'
import { type JudgedRequest, type Rule, refusalsOf } from '../../support/dialects/rules/rule.ts'

const messages = [{ role: 'user', content: 'Hello' }]
const MESSAGES = { model: 'claude', max_tokens: 100, messages }
const CHAT = { model: 'm', messages }
const VERTEX = { anthropic_version: 'vertex-2023-10-16', max_tokens: 100, messages }
const CONVERSE = { messages: [{ role: 'user', content: [{ text: 'Hello' }] }] }
const GEMINI = { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }

const GROUPS: Readonly<Record<string, readonly [rules: readonly Rule[], sound: JsonObject]>> = {
  'Anthropic, a model with budgets': [[...messagesRules(), ...claudeRules, ...budgetRules], MESSAGES],
  'Anthropic, an adaptive model': [adaptiveRules, MESSAGES],
  'Vertex AI, Claude': [[...messagesRules(VERTEX_FIELDS), ...vertexRules], VERTEX],
  'DeepSeek, messages': [deepseekMessagesRules, MESSAGES],
  Bedrock: [converseRules, CONVERSE],
  Gemini: [[...geminiRules(), signatureRule], GEMINI],
  OpenAI: [[...openaiRules, ...reasoningRules], CHAT],
  'OpenAI, responses': [responsesRules, { model: 'm', input: 'Hello' }],
  Mistral: [mistralRules, CHAT],
  DeepSeek: [deepseekRules, CHAT],
  Cerebras: [cerebrasRules, CHAT],
}

const requestOf = (broken: JsonObject | JudgedRequest, sound: JsonObject): JudgedRequest =>
  'headers' in broken && 'body' in broken
    ? (broken as JudgedRequest)
    : { body: asObject(broken), headers: {}, model: String(sound['model'] ?? 'm') }

describe.each(Object.entries(GROUPS))('%s', (_, [rules, sound]) => {
  it('accepts a sound request', () => {
    expect(refusalsOf(requestOf(sound, sound), rules)).toEqual([])
  })

  it.each(rules.map(rule => [rule.refuses, rule] as const))('refuses %s', (_sentence, rule) => {
    expect(rule.fault(requestOf(rule.breaks(sound), sound))).toEqual(expect.any(String))
    expect(rule.source).toMatch(/^https:\/\//)
  })
})
