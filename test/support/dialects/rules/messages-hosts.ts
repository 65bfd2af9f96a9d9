// Hosts of the Messages API beside Anthropic, and what they refuse of its requests.
import { asObject } from '../../../../schemas/values/json.ts'
import { allBlocks, betasOf, FIELDS, typeOf } from './messages-shape.ts'
import { firstOf, type Rule } from './rule.ts'

/** The fields at Vertex AI, whose model is in the path. */
export const VERTEX_FIELDS = `${FIELDS.replace('model ', '')} anthropic_version anthropic_beta`

export const vertexRules: readonly Rule[] = [
  {
    refuses: 'a beta feature that it does not know',
    source: 'https://github.com/anthropics/claude-code/issues/34802',
    fault: ({ body, headers }) =>
      firstOf(betasOf(headers, body), name =>
        /^(effort-|prompt-caching-scope-|oauth-|adaptive-thinking-|structured-outputs-|code-execution-)/.test(
          name,
        )
          ? `Unexpected value(s) \`${name}\` for the \`anthropic-beta\` header. Please consult our documentation at docs.anthropic.com or try again without the header.`
          : undefined,
      ),
    breaks: sound => ({
      body: sound,
      headers: { 'anthropic-beta': 'effort-2025-11-24' },
      model: 'claude',
    }),
  },
  {
    refuses: 'another version than its own',
    source: 'https://github.com/clawvisor/clawvisor/pull/156',
    fault: ({ body }) =>
      body['anthropic_version'] === 'vertex-2023-10-16'
        ? undefined
        : 'anthropic_version: Input should be vertex-2023-10-16',
    breaks: ({ anthropic_version: _, ...sound }) => sound,
  },
]

/** DeepSeek ignores most of what it does not know, and takes text only. */
export const deepseekMessagesRules: readonly Rule[] = [
  {
    refuses: 'other blocks than text, calls, results and thinking',
    source:
      'https://www.studynil.com/ai/llm/deepseek/issues/claude-code-deepseek-compat-send-images-error.html',
    fault: ({ body }) =>
      firstOf(allBlocks(body), block =>
        ['text', 'tool_use', 'tool_result', 'thinking'].includes(typeOf(block))
          ? undefined
          : `Failed to deserialize the JSON body into the target type: ${block.at}: unknown variant \`${typeOf(block)}\`, expected one of \`text\`, \`tool_use\`, \`tool_result\`, \`thinking\``,
      ),
    breaks: sound => ({
      ...sound,
      messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'base64', data: 'AA==' } }] }],
    }),
  },
  {
    refuses: 'a model that it does not have',
    source: 'https://api-docs.deepseek.com/guides/anthropic_api',
    fault: ({ body }) =>
      /^(deepseek-|claude)/.test(String(asObject(body)['model'])) ? undefined : 'Model Not Exist',
    breaks: sound => ({ ...sound, model: 'gpt-5' }),
  },
]
