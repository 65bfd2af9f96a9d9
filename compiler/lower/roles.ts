// Which part of lowering uses which property of a config. The destructuring is exhaustive: a property that the schema
// gains does not compile here until it has a role.
import type { Config } from '../../schemas/generated/types.ts'

/** The properties that say where a call goes and with which credential: the facts mark them `binding`. */
type BindingName =
  | 'provider'
  | 'api_key'
  | 'virtual_key'
  | 'custom_host'
  | 'passthrough'
  | 'resource_name'
  | 'deployment_id'
  | 'api_version'
  | 'deployments'
  | 'anthropic_beta'
  | `vendor_${string}`
  | `cloud${1 | 2 | 3}_${string}`

type Role<Name extends keyof Config> = { readonly [property in Name]: Config[property] | undefined }

export interface Roles {
  readonly choice: Role<'strategy' | 'targets' | 'on_status_codes'>
  readonly attempt: Role<'retry' | 'request_timeout'>
  readonly cache: Config['cache'] | undefined
  readonly breaker: Config['cb_config'] | undefined
  readonly guards: Role<
    'before_request_hooks' | 'after_request_hooks' | 'input_guardrails' | 'output_guardrails'
  >
  readonly payload: Role<'override_params' | 'forward_headers' | 'strict_vendor_compliance'>
  readonly binding: Pick<Config, BindingName & keyof Config>
}

/** Gives its argument back, and does not compile for an object that holds a property without a role. */
const bindingOnly = <Rest extends object>(
  rest: Exclude<keyof Rest, BindingName> extends never ? Rest : never,
): Rest => rest

/** The properties of an effective config by role. */
export function roles(config: Config): Roles {
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
    // Read by the strategy above: conditions name their targets, a balance weighs them.
    name: _name,
    weight: _weight,
    cb_config,
    before_request_hooks,
    after_request_hooks,
    input_guardrails,
    output_guardrails,
    // Refused by `check` in this version, so no plan says it.
    prompt_id: _prompt,
    ...binding
  } = config
  return {
    choice: { strategy, targets, on_status_codes },
    attempt: { retry, request_timeout },
    cache,
    breaker: cb_config,
    guards: { before_request_hooks, after_request_hooks, input_guardrails, output_guardrails },
    payload: { override_params, forward_headers, strict_vendor_compliance },
    binding: bindingOnly(binding),
  }
}
