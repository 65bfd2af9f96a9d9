// Mistakes about what only a manifest holds.
import { type Entry, entry } from './entry.ts'

export const manifest = {
  'open-gateway': entry(
    'error',
    'The gateway would answer anyone.',
    `
Whoever reaches the gateway spends its credentials. Without keys of callers it listens on the loopback address only.

    listen: { host: 0.0.0.0 }       # refused without api_keys

    listen: { host: 0.0.0.0 }
    api_keys:
      - id: backend
        hash: sha256:...            # the SHA-256 of the key
`,
  ),
  'duplicate-api-key': entry(
    'error',
    'Two keys of callers are equal.',
    `
A key is found by its hash and shown by its id, so both differ from those of all others.

    api_keys:
      - { id: backend, hash: "sha256:..." }
      - { id: backend, hash: "sha256:..." }     # refused: the same id
`,
  ),
  'unknown-rule': entry(
    'error',
    'A rule has a code that does not exist.',
    `
"rules" sets the severity of warnings and notes by their codes, which stand in every message.

    rules: { setting-without-efect: off }       # refused

    rules: { setting-without-effect: note }
`,
  ),
  'unlowerable-rule': entry(
    'error',
    'An error cannot be lowered.',
    `
Warnings and notes can be lowered or turned off. Errors cannot: no plan can be made of a config that has one.

    rules: { unknown-target: off }              # refused
`,
  ),
} as const satisfies Record<string, Entry>
