// The values of template placeholders, for one request of one evaluation. Texts are the chunks of that request;
// everything else is the same for all requests.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { requestText } from '../asking/request-text.ts'
import type { Subject } from '../check.ts'
import { joined } from '../judging/judge-text.ts'
import { type Places, valueAt } from './template.ts'

type Find = () => Json | undefined

/** @param longest maximum code units of the context that is sent with the texts */
export function placesOf(
  subject: Subject,
  texts: readonly string[],
  parameters: JsonObject,
  longest: number,
): Places {
  const { side, request, reply, model, provider, endpoint, path, workspace, trace, metadata } = subject
  const found: Readonly<Record<string, Find>> = {
    text: () => joined(texts),
    texts: () => texts,
    requestText: () => lastOf(subject, longest),
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
  return ([first = '', ...rest]) =>
    Object.hasOwn(found, first) ? valueAt(found[first]?.(), rest) : undefined
}

/** The end of the last turn of the request. */
function lastOf(subject: Subject, longest: number): string | undefined {
  const text = requestText(subject)
  if (text === undefined) return undefined
  return (text.length > longest ? text.slice(-longest) : text).toWellFormed()
}
