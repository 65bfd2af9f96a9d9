// A call of a model on its way through the gateway: what arrived, and what the steps have found out about it so far.
import type { JsonObject } from '../../schemas/values/json.ts'
import type { Endpoint } from '../values/adapter.ts'
import { type Body, createBody } from '../values/body/body.ts'
import type { ScannedFields } from '../values/body/scan-in-turns.ts'
import type { CallRecord } from '../values/call.ts'
import type { Cancellation } from '../values/cancellation.ts'
import type { Failure } from '../values/failures.ts'
import type { ResourceCall } from '../values/resource-operation.ts'
import type { Caller } from './authenticate.ts'
import type { AdmittedRequest, CallOutcome, HandleOptions, RequestHead } from './request.ts'
import type { RequestOptions } from './request-options.ts'
import type { ResolvedConfig } from './resolved-config.ts'

/** The prompt that a request was rendered from. */
export interface PromptUse {
  readonly id: string
  /** `id@version`. */
  readonly name: string
}

type Writable<T> = { -readonly [name in keyof T]: T[name] }

export class GatewayRequest {
  readonly admitted: AdmittedRequest
  readonly caller: Caller
  readonly cancellation: Cancellation
  readonly arrival: HandleOptions
  readonly record: CallRecord
  /** What the log gets to know of it, once it is served. */
  readonly outcome: Writable<CallOutcome>
  /** As the client sent them, until a prompt takes their place. */
  head: RequestHead
  requestOptions: RequestOptions
  /** The endpoint that is called; undefined for other paths and methods. */
  endpoint: Endpoint | undefined
  bytes: Uint8Array
  /** The fields of a large body, scanned in turns. */
  scanned: ScannedFields | undefined = undefined
  prompt: PromptUse | undefined = undefined
  metadata: JsonObject = NO_METADATA
  config: ResolvedConfig | undefined = undefined
  resource: ResourceCall | undefined = undefined
  body: Body = NO_BODY
  stream = false
  /** The provider slug that prefixed the model. */
  slug: string | undefined = undefined
  /** The model without its slug. */
  model: string | undefined = undefined
  /** The same as the client named it. */
  requested: string | undefined = undefined
  /** That with its slug, as it is written. */
  written: string | undefined = undefined

  constructor(
    admitted: AdmittedRequest,
    bytes: Uint8Array,
    cancellation: Cancellation,
    arrival: HandleOptions,
    outcome: Writable<CallOutcome>,
  ) {
    const { head, requestOptions, caller } = admitted
    this.admitted = admitted
    this.caller = caller
    this.cancellation = cancellation
    this.arrival = arrival
    this.outcome = outcome
    this.record = outcome.record
    this.head = head
    this.requestOptions = requestOptions
    this.endpoint = head.method === 'POST' ? admitted.endpoint : undefined
    this.bytes = bytes
  }
}

/** Finds out one thing about a request, or why it is refused; a promise where it has to wait. */
export type RequestStep = (request: GatewayRequest) => Failure | undefined | Promise<Failure | undefined>

const NO_METADATA: JsonObject = {}
const NO_BODY = createBody(new Uint8Array(0))
