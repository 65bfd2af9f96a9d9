// Diagnostics about limits of rates and usage.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const policyMessages = {
  'duplicate-policy': defineMessage(
    'error',
    'Two limits are indistinguishable.',
    `
The identifier of a policy is derived from its name, and its counters are stored under it. The limits of a key are identified by what
they count: of two that count the same, only the stricter one would decide.

    policies:
      rate_limits:
        - { name: team, type: requests, unit: rpm, value: 60 }
        - { name: team, type: tokens, unit: rpm, value: 90000 }      # refused: the same name

    policies:
      rate_limits:
        - { name: team, type: requests, unit: rpm, value: 60 }
        - { name: team tokens, type: tokens, unit: rpm, value: 90000 }
`,
  ),
  'unknown-limit-profile': defineMessage(
    'error',
    'A key names a limit profile that does not exist.',
    `
Keys of the manifest have profiles of the manifest: a profile that was saved by API may be changed or deleted by API, and the key would lose its limits.

    limit_profiles:
      trial: { rate_limits: [{ type: requests, unit: rpm, value: 60 }] }
    api_keys:
      - { id: app, hash: "sha256:...", limit_profile: trail }      # refused

    api_keys:
      - { id: app, hash: "sha256:...", limit_profile: trial }
`,
  ),
  'impossible-limit': defineMessage(
    'error',
    'A limit cannot hold as it is written.',
    `
An alert comes before the credit is used up, only one setting schedules resets, tokens and requests are integers, requests are
in flight and tokens are not, and cost is counted in billionths of a dollar, up to nine million dollars.

    usage_limits:
      - { name: team, type: cost, credit_limit: 100, alert_threshold: 100 }                          # refused
      - { name: lab, type: tokens, credit_limit: 1000, periodic_reset: weekly, periodic_reset_days: 7 } # refused

    usage_limits:
      - { name: team, type: cost, credit_limit: 100, alert_threshold: 80 }
      - { name: lab, type: tokens, credit_limit: 1000, periodic_reset: weekly }
`,
  ),
  'condition-names-nothing': defineMessage(
    'warning',
    'A condition of a policy never holds.',
    `
A policy counts the calls whose key, workspace, config, provider or endpoint it names. A value that does not exist is a limit
that protects nothing. If the manifest has a store, keys, workspaces and configs may be in it and are not checked. Models are
named without the slug of a provider.

    conditions: [{ key: api_key, value: bakend }]     # no key of the manifest is named so

    conditions: [{ key: api_key, value: backend }]
`,
  ),
  'suspicious-threshold': defineMessage(
    'warning',
    'The threshold of an alert is probably written as a share.',
    `
"alert_threshold" is an amount in the unit of "credit_limit", not a share of it.

    usage_limits: [{ name: monthly, type: cost, credit_limit: 500, alert_threshold: 0.8 }]     # at 80 cents

    usage_limits: [{ name: monthly, type: cost, credit_limit: 500, alert_threshold: 400 }]
`,
  ),
  'limit-below-one-call': defineMessage(
    'warning',
    'A limit of tokens is below what one call reserves.',
    `
A call reserves the longest reply that it requests. If the limit is lower, calls are admitted one at a time, and only while nothing else
counts.

    # gateway.yaml
    policies: { rate_limits: [{ name: slow, type: tokens, unit: rpm, value: 1000 }] }

    provider: "@openai"
    override_params: { max_tokens: 4096 }     # more than the limit of a minute
`,
  ),
  'suspicious-price': defineMessage(
    'warning',
    'A price is probably written for one token.',
    `
Prices of tokens are in US dollars for a million of them. Lists of others have them for one token, or for a thousand.

    prices: [{ provider: "@openai", model: my-model, input: 0.0000025, output: 0.00001 }]

    prices: [{ provider: "@openai", model: my-model, input: 2.5, output: 10 }]
`,
  ),
} as const satisfies Record<string, MessageEntry>
