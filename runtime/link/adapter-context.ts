// What an adapter is told of a call besides its body.
import type { Json } from '../../compiler/source.ts'
import type { Call } from '../call.ts'
import type { Ports } from '../ports.ts'
import type { AdapterContext } from '../providers/adapter.ts'
import type { Target } from './target.ts'

/** `overridden` is the model of the node's overrides, `strict` what the node says of compliance. */
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
  }
}

const asksForUsage = (options: Json | undefined): boolean =>
  typeof options === 'object' &&
  options !== null &&
  'include_usage' in options &&
  options['include_usage'] === true
