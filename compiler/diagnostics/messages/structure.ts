// Diagnostics about structure: property names, types, ranges and formats defined by the schema.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const structureMessages = {
  'foreign-file': defineMessage(
    'error',
    'The file is of another program.',
    `
It has the form of a configuration of LiteLLM, of a Compose file or of a manifest of Kubernetes. Keys of providers, guardrails and keys of
callers are in gateway.yaml here, and each route is a file in the folder configs. \`portolan init\` writes both.

    model_list: [{ model_name: chat, litellm_params: { model: openai/gpt-6-sol } }]     # refused

    provider: "@openai"                       # configs/chat.yaml
    override_params: { model: gpt-6-sol }
`,
  ),
  'unknown-property': defineMessage(
    'error',
    'An object has an unknown property.',
    `
Unknown properties are rejected in the config, each target, "strategy", "cache", "retry" and all other objects, because a
misspelled setting would otherwise be ignored silently. Names are case-sensitive.

    retry:
      atempts: 3          # refused: did you mean "attempts"?

    retry:
      attempts: 3

Parameters of the request body, such as "temperature", belong in "override_params", which accepts any name.
`,
  ),
  'wrong-type': defineMessage(
    'error',
    'A value has the wrong type.',
    `
Values are not coerced: a number in quotes is a string, and a string is not a list with one item. So a config means the same
in JSON, YAML and TypeScript.

    request_timeout: "3000"     # refused: a string

    request_timeout: 3000
`,
  ),
  'missing-property': defineMessage(
    'error',
    'An object lacks a required property.',
    `
Some objects have required properties: "retry" requires "attempts", "strategy" and "cache" require "mode", and a condition
requires "query" and "then".

    cache:
      max_age: 3600       # refused: "mode" is missing

    cache:
      mode: simple
      max_age: 3600
`,
  ),
  'unknown-value': defineMessage(
    'error',
    'A property has a value that is not allowed.',
    `
The property takes one of a fixed list of values; the message lists them.

    strategy:
      mode: roundrobin    # refused

    strategy:
      mode: loadbalance
`,
  ),
  'out-of-range': defineMessage(
    'error',
    'A number is out of range.',
    `
Limits are part of the interface or protect the gateway: at most 5 retries, a cache age from 60 to 7776000 seconds, a timeout
from 1 to 3600000 milliseconds, a cooldown of at least 30000 milliseconds. Check the unit: "request_timeout" is in
milliseconds, "max_age" in seconds.

    cache: { mode: simple, max_age: 5 }     # refused: at least 60

    cache: { mode: simple, max_age: 60 }
`,
  ),
  'wrong-form': defineMessage(
    'error',
    'A string has the wrong format.',
    `
The string is empty, or does not have the format that the message describes.

    header_prefix: X_Gateway      # refused

    header_prefix: x-gateway-
`,
  ),
} as const satisfies Record<string, MessageEntry>
