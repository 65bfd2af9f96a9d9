// The values of template placeholders, for one request of one evaluation. Texts are the chunks of that request;
// everything else is the same for all requests.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { requestText } from '../../body-texts/request-text.ts'
import type { CheckInput } from '../../check.ts'
import { joinTexts } from '../../on-text.ts'
import { type ResolvePlaceholder, valueAtPath } from './template.ts'

type ResolveValue = () => Json | undefined

/** @param longest maximum code units of the context that is sent with the texts */
export function linkTemplateValues(
  input: CheckInput,
  texts: readonly string[],
  parameters: JsonObject,
  maxLength: number,
): ResolvePlaceholder {
  const { side, request, reply, model, provider, endpoint, path, workspace, trace, metadata } = input
  const values: Readonly<Record<string, ResolveValue>> = {
    text: () => joinTexts(texts),
    texts: () => texts,
    requestText: () => lastTurnText(input, maxLength),
    side: () => side,
    role: () => (side === 'request' ? 'user' : 'assistant'),
    request: () => request,
    reply: () => reply,
    model: () => model,
    provider: () => provider,
    endpoint: () => endpoint,
    path: () => path,
    workspace: () => workspace,
    trace: () => trace,
    metadata: () => metadata,
    parameters: () => parameters,
  }
  return ([first = '', ...remaining]) =>
    Object.hasOwn(values, first) ? valueAtPath(values[first]?.(), remaining) : undefined
}

/** The end of the last turn of the request. */
function lastTurnText(input: CheckInput, maxLength: number): string | undefined {
  const text = requestText(input)
  if (text === undefined) return undefined
  return (text.length > maxLength ? text.slice(-maxLength) : text).toWellFormed()
}
