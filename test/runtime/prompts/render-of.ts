// Renders one template as the content of one message.
import { linkPrompt } from '../../../runtime/prompts/link-prompt.ts'
import { type Failure, isFailure } from '../../../runtime/values/failures.ts'
import type { PlanPrompt } from '../../../schemas/generated/types.ts'
import { asObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'

export const linkMessages = (
  messages: readonly JsonObject[],
  partials: Readonly<Record<string, string>> = {},
  variables: PlanPrompt['variables'] = {},
) =>
  linkPrompt('test', 1, { variables, messages: [...messages], parameters: {}, allow: [] }, id => partials[id])

/** The content, or the sentence of the failure. */
export function renderOf(
  template: string,
  variables: JsonObject,
  partials: Readonly<Record<string, string>> = {},
): Json | undefined {
  const rendered = linkMessages([{ role: 'user', content: template }], partials).render(variables)
  return textOf(rendered)
}

export const textOf = (rendered: readonly Json[] | Failure): Json | undefined =>
  isFailure(rendered) ? `400: ${rendered.message}` : asObject(rendered[0])['content']
