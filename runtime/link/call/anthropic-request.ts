// Requests of Anthropic's clients without an endpoint: files, batches of messages, skills. They pass untranslated to
// providers of Anthropic's dialect, and are refused elsewhere, since no reply would be what the client expects.
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { isAnthropicClient } from '../../values/headers.ts'
import type { LinkContext } from '../link-context.ts'
import type { Target } from '../target/target.ts'
import { speakingProviders } from './speaking-providers.ts'

const isAnthropic = ({ dialect }: ProviderSpec): boolean => dialect === 'anthropic'

/** Providers that serve messages may serve what is below them. */
const servesMessages = ({ routes }: ProviderSpec): boolean => routes.messages !== undefined

/** The pass-through path of the request, or why it has none; undefined for requests of other clients. */
export function anthropicPath(
  { path, pathname, headers, resource }: Call,
  { spec }: Target,
  context: LinkContext,
): string | Failure | undefined {
  if (!isAnthropicClient(headers) || pathname.startsWith('/v1/proxy/')) return undefined
  if (isAnthropic(spec)) return path
  // A list of models is of use in any format.
  if (resource === undefined && (servesMessages(spec) || path.startsWith('/models'))) return undefined
  const [route = ''] = path.split('?', 1)
  return failure(
    'unsupported_endpoint',
    `${spec.name} does not speak Anthropic's API, in which the request is (header anthropic-version), and ${route} is not translated. ${speakingProviders(context, isAnthropic)}`,
  )
}
