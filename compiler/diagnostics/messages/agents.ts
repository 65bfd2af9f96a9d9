// Diagnostics about agents.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const agentMessages = {
  'malformed-agent-url': defineMessage(
    'error',
    'The URL of an agent cannot be called.',
    `
The gateway fetches the card of an agent over HTTP, and calls the bindings JSON-RPC and HTTP+JSON of the A2A protocol. It does not speak gRPC.

    agents:
      research: { card_url: "grpc://research.example.com" }      # refused

    agents:
      research: { card_url: "https://research.example.com/.well-known/agent-card.json" }
`,
  ),
  'agents-without-public-url': defineMessage(
    'error',
    'Cards of agents need the URL under which clients reach the gateway.',
    `
A client reads the card of an agent and calls the URL in it. The gateway writes its own URL there, and does not trust the host that a
client happens to name.

    agents: { research: { card_url: "https://research.example.com/.well-known/agent-card.json" } }      # refused

    public_url: https://gateway.example.com
    agents: { research: { card_url: "https://research.example.com/.well-known/agent-card.json" } }
`,
  ),
  'unknown-agent': defineMessage(
    'error',
    'No agent has this name.',
    `
API keys name agents of "agents".

    agents: { research: { card_url: "https://research.example.com/.well-known/agent-card.json" } }
    api_keys:
      - { id: desk, hash: "sha256:...", scopes: [agents.invoke], agents: [reserach] }      # refused

      - { id: desk, hash: "sha256:...", scopes: [agents.invoke], agents: [research] }
`,
  ),
  'agent-without-effect': defineMessage(
    'error',
    'A setting of agents has no effect.',
    `
A setting without effect is refused: agents of a key that may call none, two interfaces for one binding and version, and
"signatures" beside a key that signs the cards.

    api_keys:
      - { id: desk, hash: "sha256:...", agents: [research] }                                # refused

      - { id: desk, hash: "sha256:...", agents: [research], scopes: [inference, agents.invoke] }
`,
  ),
} as const satisfies Record<string, MessageEntry>
