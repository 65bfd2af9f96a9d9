// What a model of a provider accepts beside what the provider does: efforts, sampling, forced tools, schemas, history.
import { asList, asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import type { Demands } from '../../../support/dialects/demands.ts'

export interface ModelRules {
  /** The values of `reasoning_effort`; without any the parameter is rejected. */
  readonly efforts?: string
  /** The types of `thinking`; without any the parameter is rejected. */
  readonly thinkingTypes?: string
  /** Parameters that are rejected at any value. */
  readonly refuses?: string
  /** Parameters that have no effect, or are rejected, while the model thinks. */
  readonly refusesWhileThinking?: string
  readonly thinks?: (body: JsonObject) => boolean
  /** The values of `tool_choice`, where not all are accepted. */
  readonly choices?: string
  readonly schemaWithTools?: boolean
  /** Whether replies of the history must have their thinking. */
  readonly replays?: boolean
  /** Whether a reply that is not streamed must be one without thinking. */
  readonly streamsThinking?: boolean
}

const words = (text = ''): readonly string[] => text.split(/\s+/).filter(word => word !== '')

export function checkModel(body: JsonObject, rules: ModelRules, { demand, only }: Demands): void {
  const effort = body['reasoning_effort']
  demand(
    effort === undefined || words(rules.efforts).includes(String(effort)),
    `reasoning_effort ${String(effort)} is not supported.`,
  )
  if (body['thinking'] !== undefined) {
    const thinking = asObject(body['thinking'])
    only(thinking, ['type'], 'thinking')
    demand(words(rules.thinkingTypes).includes(String(thinking['type'])), 'thinking is not supported.')
  }
  const thinks = rules.thinks?.(body) ?? false
  const refused = [...words(rules.refuses), ...(thinks ? words(rules.refusesWhileThinking) : [])]
  for (const name of refused) demand(body[name] === undefined, `${name} is not supported.`)
  const choice = body['tool_choice']
  if (rules.choices !== undefined)
    demand(
      choice === undefined || words(rules.choices).includes(String(asText(choice))),
      'tool_choice is not supported.',
    )
  demand(
    rules.schemaWithTools !== false || body['response_format'] === undefined || body['tools'] === undefined,
    'response_format is not supported with tools.',
  )
  demand(
    rules.streamsThinking !== true || body['stream'] === true || body['enable_thinking'] === false,
    'enable_thinking must be false for calls that are not streamed.',
  )
  if (rules.replays === true && thinks)
    for (const message of asList(body['messages']).map(asObject))
      demand(
        message['role'] !== 'assistant' || typeof message['reasoning_content'] === 'string',
        'reasoning_content must be passed back.',
      )
}

/** Whether `thinking` is not disabled, which is how it starts. */
export const unlessDisabled = (body: JsonObject): boolean => asObject(body['thinking'])['type'] !== 'disabled'
