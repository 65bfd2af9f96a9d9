// What the places of a template name, for one request of one judgement. Texts come from the share of that request; the
// rest is the same for all.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { requestText } from '../asking/request-text.ts'
import type { Subject } from '../check.ts'
import { joined } from '../judging/judge-text.ts'
import { type Places, valueAt } from './template.ts'

type Find = () => Json | undefined

/** @param longest the most code units of the texts that come along unjudged */
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

/** The last turn of what the client asked, its end. */
function lastOf(subject: Subject, longest: number): string | undefined {
  const text = requestText(subject)
  if (text === undefined) return undefined
  return (text.length > longest ? text.slice(-longest) : text).toWellFormed()
}
