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
} as const satisfies Record<string, MessageEntry>
