// Mistakes about strategies and their targets.
import { type Entry, entry } from './entry.ts'

export const routing = {
  'strategy-without-targets': entry(
    'error',
    'A strategy has no targets to choose from.',
    `
"strategy" says how to choose among "targets"; without them there is nothing to choose. A config that calls one provider
needs no strategy.

    strategy: { mode: fallback }      # refused: among what?

    strategy: { mode: fallback }
    targets:
      - provider: "@main"
      - provider: "@backup"
`,
  ),
  'targets-without-strategy': entry(
    'error',
    'Targets have no strategy that chooses among them.',
    `
    targets:                          # refused: in which order, and when?
      - provider: "@main"
      - provider: "@backup"

    strategy: { mode: fallback }
    targets:
      - provider: "@main"
      - provider: "@backup"
`,
  ),
  'empty-targets': entry(
    'error',
    'The list of targets is empty.',
    `
    strategy: { mode: loadbalance }
    targets: []                       # refused: there is nothing to call
`,
  ),
  'single-with-several-targets': entry(
    'warning',
    'Mode "single" has targets that never run.',
    `
Mode "single" uses the first target. Remove the others, or choose a mode that uses them.

    strategy: { mode: single }
    targets:
      - provider: "@main"
      - provider: "@backup"           # never runs

    strategy: { mode: fallback }
`,
  ),
  'incomplete-conditional': entry(
    'error',
    'A conditional strategy lacks conditions or a default.',
    `
Mode "conditional" tries its conditions in order and needs a default for requests that none of them fits.

    strategy:
      mode: conditional
      conditions:
        - query: { metadata.plan: paid }
          then: premium
      default: standard
    targets:
      - { name: premium, provider: "@large" }
      - { name: standard, provider: "@small" }
`,
  ),
  'unknown-target': entry(
    'error',
    'A condition names a target that does not exist.',
    `
"then" and "default" hold the "name" of one of the targets of the same config, letter by letter.

    default: standart                 # refused: did you mean "standard"?
    targets:
      - { name: standard, provider: "@small" }
`,
  ),
  'unrouted-target': entry(
    'warning',
    'No condition leads to a target.',
    `
A target of a conditional strategy runs only when a condition or the default names it. Name it, or remove it.

    default: standard
    targets:
      - { name: standard, provider: "@small" }
      - { name: premium, provider: "@large" }     # never runs
`,
  ),
  'duplicate-target-name': entry(
    'error',
    'Two targets have the same name.',
    `
Conditions choose targets by name, so names differ among the targets of one config.

    targets:
      - { name: standard, provider: "@small" }
      - { name: standard, provider: "@large" }    # refused
`,
  ),
  'all-weights-zero': entry(
    'error',
    'Every target of a balance has the weight 0.',
    `
A weight is a relative share of traffic, 1 when it is absent; 0 stops a target. When all are 0 nothing can be picked.

    strategy: { mode: loadbalance }
    targets:
      - { provider: "@main", weight: 0 }
      - { provider: "@backup", weight: 0 }        # refused: give one of them a share
`,
  ),
  'never-falls-back': entry(
    'warning',
    'A fallback has an empty list of status codes.',
    `
A list replaces the default, every code but 2xx. An empty one names no code, so the first reply always stands.

    strategy: { mode: fallback, on_status_codes: [] }     # never falls back

    strategy: { mode: fallback }
`,
  ),
  'retries-network-failures-only': entry(
    'note',
    'A retry has an empty list of status codes.',
    `
A list replaces the default codes. An empty one names none, so only network failures are tried again.

    retry: { attempts: 2, on_status_codes: [] }
`,
  ),
  'suspicious-status': entry(
    'warning',
    'A code that means success is treated as a failure.',
    `
Codes from 200 to 299 are replies as they should be. Listed here, a good reply is thrown away and asked for again.

    strategy: { mode: fallback, on_status_codes: [200, 429] }     # 200 is a good reply

    strategy: { mode: fallback, on_status_codes: [429] }
`,
  ),
} as const satisfies Record<string, Entry>
