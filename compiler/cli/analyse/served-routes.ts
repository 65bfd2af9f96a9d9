// The routes of the API that a provider serves: in its own schema, translated, or by its chats.
import { inboundApis } from '../../../runtime/inbound/inbound-apis.ts'
import { supportedRoutes } from '../../../runtime/providers/supported-routes.ts'
import type { ProviderSpec } from '../../../schemas/generated/types.ts'

/** Of the messages that a provider with chats serves, the tokens are counted or estimated. */
const COUNT = 'messages/count_tokens'

export function servedRoutes(spec: ProviderSpec): readonly string[] {
  const { native, translated } = supportedRoutes(spec)
  const byChats = native.includes('chat/completions') ? [...Object.keys(inboundApis), COUNT] : []
  return [...new Set([...native, ...translated, ...byChats])]
}
