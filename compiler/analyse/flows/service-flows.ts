// The flows of services that the manifest names: state, store, vectors, alerts and secret managers.
import type { Gateway } from '../../../schemas/generated/types.ts'
import { awsSecretsOrigin } from '../../../schemas/values/token-origins.ts'
import { originOf } from '../../lower/origin.ts'
import { carriedContent, type Flow, type Sender, toOrigin, toUnknown } from './flow.ts'

export interface ServicePlace {
  readonly address?: string
  readonly secret?: Gateway['state']['secret']
}

/** Replies are messages, whatever was redacted of requests. */
export function storedAt(place: ServicePlace, by: Sender): readonly Flow[] {
  const to = placeOf(place)
  return [...secretOf(place, to, by), { carried: carriedContent('messages'), to, by }]
}

const placeOf = ({ address }: ServicePlace): Flow['to'] => {
  const origin = address === undefined ? undefined : originOf(address)
  return origin === undefined ? toUnknown('its address is a secret') : toOrigin(origin)
}

const secretOf = ({ secret }: ServicePlace, to: Flow['to'], by: Sender): readonly Flow[] =>
  secret === undefined || secret.source === 'literal'
    ? []
    : [{ carried: { kind: 'secret', secret: `${secret.source}:${secret.name}` }, to, by }]

type Sink = NonNullable<NonNullable<Gateway['telemetry']>['http' | 'otlp']>

/** A secret in a header of a sink goes where the sink is. */
const headerPlaces = (
  service: string,
  sink: Sink | undefined,
): readonly (readonly [string, ServicePlace])[] =>
  (sink?.headers ?? []).flatMap(({ secret }) =>
    secret === undefined
      ? []
      : [[service, { ...(sink?.address !== undefined && { address: sink.address }), secret }] as const],
  )

/** The secrets that the gateway itself sends, whatever is called. */
export function serviceFlows({
  secretReferences = {},
  state,
  store,
  alerts,
  semantic,
  telemetry = {},
}: Gateway): readonly Flow[] {
  const services: readonly (readonly [string, ServicePlace | undefined])[] = [
    ['state', state],
    ['store', store],
    ['alerts', alerts],
    ['vectors', semantic?.vectors],
    ['log_http', telemetry.http],
    ['otlp', telemetry.otlp],
    ...headerPlaces('log_http', telemetry.http),
    ...headerPlaces('otlp', telemetry.otlp),
  ]
  const managers = Object.entries(secretReferences).flatMap(([slug, { manager, credentials, settings }]) =>
    Object.values(credentials).flatMap((secret): readonly Flow[] => {
      const [origin] = secret.origins
      const region = settings['aws_region']
      const to =
        origin !== undefined
          ? toOrigin(origin)
          : manager === 'aws_sm' && typeof region === 'string'
            ? toOrigin(awsSecretsOrigin(region))
            : toUnknown('the secret manager has no address in the manifest')
      return secretOf({ secret }, to, { kind: 'service', service: `secret_references.${slug}` })
    }),
  )
  return [
    ...managers,
    ...services.flatMap(([service, place]) =>
      place === undefined ? [] : secretOf(place, placeOf(place), { kind: 'service', service }),
    ),
  ]
}
