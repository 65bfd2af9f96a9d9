// Lowers a valid prompt: one name for its provider, one for the limit of its output, and nothing that only people read.
import type { PlanPrompt, Prompt } from '../../schemas/generated/types.ts'

export function lowerPrompt({
  $schema: _schema,
  description: _description,
  tests: _tests,
  variables = {},
  messages,
  provider,
  virtual_key,
  config,
  allow = [],
  max_tokens: limit,
  ...parameters
}: Prompt): PlanPrompt {
  const stored = provider ?? (virtual_key && `@${virtual_key.replace(/^@/, '')}`)
  return {
    variables: Object.fromEntries(
      Object.entries(variables).map(([name, { type, default: value, required }]) => [
        name,
        {
          ...(type === undefined ? {} : { type }),
          ...(value === undefined ? {} : { default: value }),
          ...(required === true ? { required } : {}),
        },
      ]),
    ),
    messages: messages.map(message => ({ ...message })),
    parameters: { ...(limit === undefined ? {} : { max_completion_tokens: limit }), ...parameters },
    ...(stored === undefined ? {} : { provider: stored }),
    ...(config === undefined ? {} : { config }),
    allow: [...new Set(allow)].sort(),
  }
}
