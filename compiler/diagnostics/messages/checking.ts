// Diagnostics of the validation phase (compiler/validate), merged from their topics.

import { agentMessages } from './agents.ts'
import { cachingAndCircuitMessages } from './caching-and-circuits.ts'
import { customCheckMessages } from './custom-checks.ts'
import { guardMessages } from './guards.ts'
import { headerMessages } from './headers.ts'
import { hostMessages } from './hosts.ts'
import { manifestMessages } from './manifest.ts'
import { mcpMessages } from './mcp.ts'
import type { MessageEntry } from './message-entry.ts'
import { policyMessages } from './policies.ts'
import { promptMessages } from './prompts.ts'
import { providerMessages } from './providers.ts'
import { queryMessages } from './queries.ts'
import { routingMessages } from './routing.ts'
import { secretMessages } from './secrets.ts'
import { settingMessages } from './settings.ts'
import { structureMessages } from './structure.ts'

export const checkingMessages = {
  ...structureMessages,
  ...providerMessages,
  ...secretMessages,
  ...hostMessages,
  ...headerMessages,
  ...routingMessages,
  ...queryMessages,
  ...settingMessages,
  ...guardMessages,
  ...customCheckMessages,
  ...cachingAndCircuitMessages,
  ...manifestMessages,
  ...policyMessages,
  ...agentMessages,
  ...mcpMessages,
  ...promptMessages,
} as const satisfies Record<string, MessageEntry>
