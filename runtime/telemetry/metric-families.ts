// All metrics of the gateway: names, descriptions and labels.
import { createHistogram, createMetric } from './metric.ts'

/** Upper bounds in seconds: models take from a tenth of a second to minutes. */
const REQUEST_BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]
/** Of what the gateway itself takes. */
const OWN_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5]

const counter = (name: string, description: string, labels: readonly string[] = []) =>
  createMetric('counter', name, description, labels)

const gauge = (name: string, description: string, labels: readonly string[] = []) =>
  createMetric('gauge', name, description, labels)

/** The label of what a canary served: live calls do not have it. Of one release at a time, so few have series. */
const RELEASE = 'release'

/** `chosen`: labels of requests, tokens and cost besides their own. */
export const declareMetrics = (chosen: readonly string[] = []) => ({
  requests: counter('portolan_requests_total', 'Requests by config and status.', [
    'config',
    'status',
    ...chosen,
    RELEASE,
  ]),
  requestSeconds: createHistogram(
    'portolan_request_seconds',
    'Time from the first byte of a request to the last byte of its reply.',
    ['config', RELEASE],
    REQUEST_BOUNDS,
  ),
  firstTokenSeconds: createHistogram(
    'portolan_first_token_seconds',
    'Time from the first byte of a request until its stream had content.',
    ['config', RELEASE],
    REQUEST_BOUNDS,
  ),
  ownSeconds: createHistogram(
    'portolan_own_seconds',
    'Time of the gateway itself until replies began, without uploads, attempts and waits.',
    [],
    OWN_BOUNDS,
  ),
  attempts: counter('portolan_attempts_total', 'Provider attempts by status.', ['provider', 'status']),
  memberAttempts: counter('portolan_member_attempts_total', 'Attempts at members of pools by status.', [
    'pool',
    'member',
    'status',
  ]),
  restingMembers: gauge('portolan_member_resting', '1 while a member of a pool rests.', ['pool', 'member']),
  membersInFlight: gauge('portolan_member_in_flight', 'Calls of a member of a pool.', ['pool', 'member']),
  memberLatency: gauge(
    'portolan_member_latency_seconds',
    'Time to the first content that the pick expects of a member of a pool.',
    ['pool', 'member'],
  ),
  attemptSeconds: createHistogram(
    'portolan_attempt_seconds',
    'Time until the reply of a provider was complete, or its stream had content.',
    ['provider'],
    REQUEST_BOUNDS,
  ),
  queueSeconds: createHistogram(
    'portolan_attempt_queue_seconds',
    'Time that attempts waited for a connection, with opening it.',
    ['provider'],
    OWN_BOUNDS,
  ),
  brokenStreams: counter(
    'portolan_broken_streams_total',
    'Streams that ended before their end, by who ended them (provider, client, guard, gateway) and the cause, which is error where the provider sent one, denied or left.',
    ['provider', 'by', 'cause'],
  ),
  fallbacks: counter(
    'portolan_fallbacks_total',
    'Replies that were not taken, so that the next target was called.',
    ['config', 'status'],
  ),
  skipped: counter('portolan_skipped_total', 'Targets skipped because their circuit was open.', [
    'config',
    'target',
  ]),
  tokens: counter(
    'portolan_tokens_total',
    'Tokens by kind; cached are among input, reasoning among output.',
    ['provider', 'kind', ...chosen, RELEASE],
  ),
  cost: counter(
    'portolan_cost_dollars_total',
    'Cost as the provider states it, or else by prices, in US dollars.',
    ['provider', ...chosen, RELEASE],
  ),
  unknownCost: counter(
    'portolan_unknown_cost_total',
    'Requests with tokens for whose model no list has a price. Those whose tokens are not known are in neither this nor the sum.',
    ['provider', ...chosen, RELEASE],
  ),
  otherModels: counter(
    'portolan_other_model_total',
    'Replies of another model than was sent, by more than a date or an alias.',
    ['provider'],
  ),
  cached: counter('portolan_cache_total', 'Requests by cache status.', ['status']),
  circuitChanges: counter('portolan_circuit_changes_total', 'Circuit breaker state changes.', [
    'circuit',
    'to',
  ]),
  openCircuits: gauge('portolan_circuit_open', '1 while a circuit is open or half-open.', ['circuit']),
  verdicts: counter('portolan_guard_verdicts_total', 'Guardrail verdicts.', ['guard', 'verdict']),
  refusals: counter('portolan_limit_refusals_total', 'Refusals by limits, of requests or of a target.', [
    'limit',
  ]),
  unpriced: counter(
    'portolan_unpriced_total',
    'Requests under a budget of cost of which a part has no price: the model, a unit, or an unknown field of the usage.',
  ),
  decisions: counter(
    'portolan_canary_decisions_total',
    'Calls for which the plan of a canary was evaluated along with the one in use, by whether it would route them differently.',
    ['config', 'differs'],
  ),
  services: gauge('portolan_service_available', '1 while a service is available.', ['service']),
  sinks: gauge('portolan_sink_available', '1 while a sink of the log takes records.', ['sink']),
  bugs: counter(
    'portolan_bugs_total',
    'Bugs of the gateway or of a custom check that did not fail their request; the log has them.',
  ),
  shed: counter('portolan_sink_shed_total', 'Records that a sink dropped.', ['sink']),
  waiting: gauge('portolan_sink_waiting', 'Records that wait to be written by a sink.', ['sink']),
  connectionsWaiting: gauge(
    'portolan_connections_waiting',
    'Attempts that wait because all connections to their provider are busy (limits.connections).',
  ),
  inFlight: gauge(
    'portolan_requests_in_flight',
    'Requests that are being answered; more than limits.concurrent_requests are refused.',
  ),
  buffered: gauge(
    'portolan_buffered_bytes',
    'Bytes of the memory budget (limits.buffered_bytes) that bodies and readers that stall take.',
  ),
  loopDelay: gauge(
    'portolan_event_loop_delay_seconds',
    'Delay of the event loop within the last one or two minutes, by quantile; 1 is the longest.',
    ['quantile'],
  ),
  linkedPolicies: counter(
    'portolan_linked_policies_total',
    'Policies that were linked, since they had changed or a call needed them for the first time.',
  ),
  dropped: counter(
    'portolan_dropped_connections_total',
    'Connections of clients that were closed at once, or to make room for others (limits.client_connections, limits.buffered_bytes).',
  ),
  refused: counter(
    'portolan_refused_requests_total',
    'Requests that were refused with 503, because the event loop was too busy.',
  ),
})
