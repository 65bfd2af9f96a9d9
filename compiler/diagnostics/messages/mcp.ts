// Diagnostics about MCP servers.
import { defineMessage, type MessageEntry } from './message-entry.ts'

export const mcpMessages = {
  'malformed-mcp-url': defineMessage(
    'error',
    'The URL of an MCP server cannot be called.',
    `
The gateway calls servers of the streamable HTTP transport. It starts no processes, so servers that talk through stdio need an adapter,
and it does not speak the transport HTTP+SSE of 2024.

    mcp:
      servers:
        files: { url: "stdio:npx files" }           # refused

    mcp:
      servers:
        files: { url: "https://files.example.com/mcp" }
`,
  ),
  'unknown-mcp-server': defineMessage(
    'error',
    'No MCP server has this name.',
    `
Virtual servers and API keys name servers of "mcp.servers"; keys name virtual ones as v/name.

    mcp:
      servers: { github: { url: "https://api.githubcopilot.com/mcp/" } }
      virtual:
        office: { tools: [git/search_issues] }      # refused: there is no server "git"

      virtual:
        office: { tools: [github/search_issues] }
`,
  ),
  'malformed-mcp-name': defineMessage(
    'error',
    'A capability of a virtual server does not name its server.',
    `
Tools and prompts of a virtual server are written as server/name; a name that ends with * is a prefix.

    virtual:
      office: { tools: [search_issues] }            # refused

    virtual:
      office: { tools: [github/search_issues, "tickets/*"] }
`,
  ),
  'ambiguous-mcp-name': defineMessage(
    'error',
    'Two capabilities of a virtual server have the same name.',
    `
Clients call tools by name. With "prefix: none" tools of several servers share one namespace, so their names must be known to differ.

    virtual:
      office: { prefix: none, tools: [github/search, tickets/search] }      # refused

    virtual:
      office: { tools: [github/search, tickets/search] }    # github_search and tickets_search
`,
  ),
  'mcp-without-effect': defineMessage(
    'error',
    'A setting of MCP has no effect.',
    `
A restriction without effect is refused: pins beside "pins: off", rights of a key that may not call MCP servers at all, and
virtual servers that serve nothing.

    api_keys:
      - { id: agent, hash: "sha256:...", mcp: { github: {} } }              # refused

    api_keys:
      - { id: agent, hash: "sha256:...", mcp: { github: {} }, scopes: [inference, mcp.invoke] }
`,
  ),
  'mcp-without-public-url': defineMessage(
    'error',
    'OAuth of MCP needs the URL under which clients reach the gateway.',
    `
Tokens are for one audience, and the addresses of documents and redirects are published: the host that a client happens to name is
not trusted for either.

    sign_in: { issuer: "https://idp.example.com", audience: portolan }
    mcp: { servers: { github: { url: "https://api.githubcopilot.com/mcp/" } } }      # refused

    public_url: https://gateway.example.com
    sign_in: { issuer: "https://idp.example.com", audience: portolan }
    mcp: { servers: { github: { url: "https://api.githubcopilot.com/mcp/" } } }
`,
  ),
  'incomplete-mcp-auth': defineMessage(
    'error',
    'OAuth towards an MCP server lacks a setting.',
    `
The secret of a client goes to the authorization server that the manifest names. Accounts of people are connected in a browser, and their
tokens are stored encrypted.

    mcp:
      servers:
        crm:
          url: https://crm.example.com/mcp
          auth: { type: client_credentials, client_id: gateway, client_secret: "\${env:CRM_SECRET}" }    # refused: whose client?

          auth: { type: client_credentials, issuer: "https://login.example.com", client_id: gateway, client_secret: "\${env:CRM_SECRET}" }
        mail:
          url: https://mail.example.com/mcp
          auth: { type: oauth }                     # needs public_url, store and an encryption key
`,
  ),
} as const satisfies Record<string, MessageEntry>
