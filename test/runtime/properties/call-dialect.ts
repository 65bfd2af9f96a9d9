// Calls one dialect through the whole gateway, without sockets.
import { createHarness, type Harness } from '../../support/harness.ts'
import type { HarnessReply } from '../../support/read-harness-reply.ts'
import type { SentRequest, Step } from '../../support/scripted-upstream.ts'
import type { Dialect } from './dialects.ts'

export interface DialectCall {
  readonly reply: HarnessReply
  readonly sent: SentRequest | undefined
  readonly here: Harness
}

/** A chat with the dialect's stored provider. `body` overrides the default one-word question. */
export async function callDialect(
  { stored, model, textReply }: Dialect,
  body: Readonly<Record<string, unknown>> = {},
  script: readonly Step[] = [textReply('Hello')],
  headers: Readonly<Record<string, string>> = {},
): Promise<DialectCall> {
  const here = createHarness({ manifest: { providers: { one: stored } }, environment: { KEY: 'k' }, script })
  const reply = await here.call({
    headers: { 'x-gateway-provider': '@one', ...headers },
    body: { model, messages: [{ role: 'user', content: 'Hi' }], ...body },
  })
  return { reply, sent: here.upstream.sent[0], here }
}

/** The positions of texts in the sent request, in order. */
export const orderOf = (sent: SentRequest | undefined, texts: readonly string[]): readonly string[] =>
  texts
    .map(text => [text, sent?.text.indexOf(text) ?? -1] as const)
    .filter(([, at]) => at >= 0)
    .toSorted(([, one], [, other]) => one - other)
    .map(([text]) => text)

/** The only choice of a whole reply. */
export function choiceOf({ json }: HarnessReply): {
  readonly message: {
    readonly content: unknown
    readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[]
  }
  readonly finish_reason: string
} {
  const { choices } = json as { choices: readonly never[] }
  return choices[0] as never
}

export const chunksOf = ({ events }: HarnessReply): readonly Record<string, unknown>[] =>
  events.filter(text => text !== '[DONE]').map(text => JSON.parse(text) as Record<string, unknown>)
