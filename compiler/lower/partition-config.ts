// Partitions the properties of a config by the part of lowering that uses them. The destructuring is exhaustive: a
// new property of the schema does not compile until it is assigned here.
import type { Config } from '../../schemas/generated/types.ts'

/** The properties that determine the destination and credential of a call: the facts mark them as `binding`. */
type BindingName =
  | 'provider'
  | 'api_key'
  | 'virtual_key'
  | 'custom_host'
  | 'deviating'
  | 'passthrough'
  | 'resource_name'
  | 'deployment_id'
  | 'api_version'
  | 'deployments'
  | 'anthropic_beta'
  | `vendor_${string}`
  | `cloud${1 | 2 | 3}_${string}`

type PropertiesOf<Name extends keyof Config> = { readonly [property in Name]: Config[property] | undefined }

export interface ConfigParts {
  readonly choice: PropertiesOf<'strategy' | 'targets' | 'on_status_codes'>
  readonly attempt: PropertiesOf<'retry' | 'request_timeout'>
  readonly cache: Config['cache'] | undefined
  readonly breaker: Config['cb_config'] | undefined
  readonly guards: PropertiesOf<
    'before_request_hooks' | 'after_request_hooks' | 'input_guardrails' | 'output_guardrails'
  >
  readonly payload: PropertiesOf<'override_params' | 'forward_headers' | 'strict_vendor_compliance'>
  readonly binding: Pick<Config, BindingName & keyof Config>
}

/** Returns its argument; does not compile for an object with an unassigned property. */
const assertBindingOnly = <Remainder extends object>(
  remainder: Exclude<keyof Remainder, BindingName> extends never ? Remainder : never,
): Remainder => remainder

/** The properties of an effective config by part. */
export function partitionConfig(config: Config): ConfigParts {
  const {
    strategy,
    targets,
    on_status_codes,
    retry,
    request_timeout,
    cache,
    override_params,
    forward_headers,
    strict_vendor_compliance,
    // Read by the parent strategy: conditions use names, load balancers use weights.
    name: _name,
    weight: _weight,
    cb_config,
    before_request_hooks,
    after_request_hooks,
    input_guardrails,
    output_guardrails,
    // Of the whole call, not of a node (compile.ts).
    prompt_id: _prompt,
    reply_model: _replyModel,
    ...binding
  } = config
  return {
    choice: { strategy, targets, on_status_codes },
    attempt: { retry, request_timeout },
    cache,
    breaker: cb_config,
    guards: { before_request_hooks, after_request_hooks, input_guardrails, output_guardrails },
    payload: { override_params, forward_headers, strict_vendor_compliance },
    binding: assertBindingOnly(binding),
  }
}
