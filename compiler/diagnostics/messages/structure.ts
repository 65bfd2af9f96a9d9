// Mistakes of structure: names, types, bounds and forms that the schema fixes.
import { type Entry, entry } from './entry.ts'

export const structure = {
  'unknown-property': entry(
    'error',
    'An object has a property that its schema does not know.',
    `
Objects are closed: the config, each target, "strategy", "cache", "retry" and the others refuse names they do not
know, since a misspelt name would otherwise be ignored and the setting would silently be missing. Names that differ
from a known one only by case are refused as well.

    retry:
      atempts: 3          # refused: did you mean "attempts"?

    retry:
      attempts: 3

Parameters of the payload, such as "temperature", belong into "override_params", which takes any name.
`,
  ),
  'wrong-type': entry(
    'error',
    'A value has another type than its property wants.',
    `
Nothing is converted: a number in quotes is a text, and a text is not a list of one. That is so that a config means the
same in JSON, YAML and TypeScript.

    request_timeout: "3000"     # refused: a text

    request_timeout: 3000
`,
  ),
  'missing-property': entry(
    'error',
    'An object lacks a property that it needs.',
    `
Some objects mean nothing without certain properties: "retry" needs "attempts", "strategy" and "cache" need "mode", a
condition needs "query" and "then".

    cache:
      max_age: 3600       # refused: which mode?

    cache:
      mode: simple
      max_age: 3600
`,
  ),
  'unknown-value': entry(
    'error',
    'A property has a value that is not one of those allowed.',
    `
The property takes one word of a fixed list; the message names them all.

    strategy:
      mode: roundrobin    # refused

    strategy:
      mode: loadbalance
`,
  ),
  'out-of-range': entry(
    'error',
    'A number is below or above its bounds.',
    `
Bounds come from the interface or protect the gateway: at most 5 retries, a cache age from 60 to 7776000 seconds, a
timeout from 1 to 3600000 milliseconds, a cooldown of at least 30000 milliseconds. Mind the unit: "request_timeout" is in
milliseconds, "max_age" in seconds.

    cache: { mode: simple, max_age: 5 }     # refused: at least 60

    cache: { mode: simple, max_age: 60 }
`,
  ),
  'wrong-form': entry(
    'error',
    'A text has another form than its property wants.',
    `
The text is empty, or does not have the form that the message describes.

    header_prefix: X_Gateway      # refused

    header_prefix: x-gateway-
`,
  ),
} as const satisfies Record<string, Entry>
