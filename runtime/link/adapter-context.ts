// What an adapter is told of a call besides its body.
import type { Json } from '../../compiler/source.ts'
import type { Call } from '../call.ts'
import type { Ports } from '../ports.ts'
import type { AdapterContext } from '../providers/adapter.ts'
import type { Target } from './target.ts'

/** A chat behind a face has another endpoint than the call that came. `overridden` is the model of the node's overrides, `strict` what the node says of compliance. */
export function adapterContext(
  call: Call,
  { row, settings }: Target,
  overridden: string | undefined,
  strict: boolean,
  { clock, identifier }: Pick<Ports, 'clock' | 'identifier'>,
): AdapterContext {
  const options = call.stream ? call.body.field('stream_options') : undefined
  return {
    model: overridden ?? call.model ?? '',
    stream: call.stream,
    strict: call.options.strict ?? strict,
    now: Math.floor(clock.now() / 1000),
    identifier: identifier(),
    includeUsage: asksForUsage(options),
    base64Vectors: call.endpoint === 'embeddings' && call.body.field('encoding_format') === 'base64',
    defaults: (row.defaults ?? {}) as AdapterContext['defaults'],
    settings,
    provider: row.id,
    ...(row.renames === undefined ? {} : { renames: row.renames }),
    ...(row.omits === undefined ? {} : { omits: row.omits }),
    ...(row.quirks === undefined ? {} : { quirks: row.quirks }),
  }
}

/** The same for a body that passes as it came: only where it goes depends on it, so nothing else is worked out. */
export const passedContext = (
  call: Call,
  { row, settings }: Target,
  overridden: string | undefined,
  strict: boolean,
): AdapterContext => ({
  model: overridden ?? call.model ?? '',
  stream: call.stream,
  strict: call.options.strict ?? strict,
  now: 0,
  identifier: '',
  includeUsage: false,
  defaults: (row.defaults ?? {}) as AdapterContext['defaults'],
  settings,
})

const asksForUsage = (options: Json | undefined): boolean =>
  typeof options === 'object' &&
  options !== null &&
  'include_usage' in options &&
  options['include_usage'] === true
