// What an adapter receives of a call besides its body.
import type { Json } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { Call } from '../../values/call.ts'
import type { Ports } from '../../values/ports.ts'
import type { Target } from '../target/target.ts'

/**
 * `overridden` is the model from the overrides of the node, `strict` its compliance setting. For a translated chat,
 * `call.endpoint` differs from the endpoint of the client.
 */
export function adapterContext(
  call: Call,
  { spec, settings }: Target,
  overridden: string | undefined,
  strict: boolean,
  { clock, randomId }: Pick<Ports, 'clock' | 'randomId'>,
): AdapterContext {
  const options = call.stream ? call.body.field('stream_options') : undefined
  return {
    model: overridden ?? call.model ?? '',
    stream: call.stream,
    strict: call.options.strict ?? strict,
    now: Math.floor(clock.now() / 1000),
    identifier: randomId(),
    includeUsage: requestsUsage(options),
    base64Vectors: call.endpoint === 'embeddings' && call.body.field('encoding_format') === 'base64',
    defaults: (spec.defaults ?? {}) as AdapterContext['defaults'],
    settings,
    provider: spec.id,
    ...(spec.renames === undefined ? {} : { renames: spec.renames }),
    ...(spec.omits === undefined ? {} : { omits: spec.omits }),
    ...(spec.quirks === undefined ? {} : { quirks: spec.quirks }),
  }
}

/** The context for a body that passes unchanged: only the path depends on it, so the other fields are not computed. */
export const passthroughContext = (
  call: Call,
  { spec, settings }: Target,
  overridden: string | undefined,
  strict: boolean,
): AdapterContext => ({
  model: overridden ?? call.model ?? '',
  stream: call.stream,
  strict: call.options.strict ?? strict,
  now: 0,
  identifier: '',
  includeUsage: false,
  defaults: (spec.defaults ?? {}) as AdapterContext['defaults'],
  settings,
})

const requestsUsage = (options: Json | undefined): boolean =>
  typeof options === 'object' &&
  options !== null &&
  'include_usage' in options &&
  options['include_usage'] === true
