// The tools of one caller, as a server that the proxy talks to without a network: what is listed is what the caller may use.
import { asText } from '../../../schemas/values/json.ts'
import type { McpServer } from '../../mcp/catalogue/mcp-server.ts'
import type { NameRule } from '../../mcp/catalogue/name-rules.ts'
import { fault, INVALID_PARAMS, methodNotFound } from '../../mcp/messages/fault.ts'
import { LATEST_LEGACY } from '../../mcp/messages/revision.ts'
import type { ServerLink } from '../../mcp/upstream/server-link.ts'
import { CONTROL_SLUG } from '../core/control-slug.ts'
import type { Principal } from '../core/principal.ts'
import { deniedBy, type RunOperation } from '../serve/run-operation.ts'
import { callTool } from './call-tool.ts'
import type { ControlTool } from './describe-tools.ts'

export interface ToolServerParts {
  readonly tools: ReadonlyMap<string, ControlTool>
  readonly principal: Principal
  /** Which tools its key may use, whatever its scopes. */
  readonly mayName: NameRule
  readonly run: RunOperation
  /** Called with the tool that is called, for the log. */
  readonly onTool: (name: string) => void
}

export const createToolServer = ({
  tools,
  principal,
  mayName,
  run,
  onTool,
}: ToolServerParts): ServerLink => ({
  describe: async () => ({
    // Nothing of it changes while a client listens, so there are no subscriptions.
    era: 'legacy',
    revision: LATEST_LEGACY,
    info: { name: CONTROL_SLUG, title: 'Portolan', version: '1' },
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
  }),
  send: async ({ method, params }) => {
    if (method === 'tools/list') {
      const listed = [...tools].filter(
        ([name, { fact }]) => mayName(name) && deniedBy(principal, fact) === undefined,
      )
      return { result: { tools: listed.map(([, { definition }]) => definition) } }
    }
    if (method !== 'tools/call') return methodNotFound(method)
    const name = asText(params['name']) ?? ''
    const tool = mayName(name) ? tools.get(name) : undefined
    if (tool === undefined)
      return { fault: fault(INVALID_PARAMS, `Unknown tool: ${JSON.stringify(name.slice(0, 128))}.`) }
    onTool(name)
    return await callTool(tool, params['arguments'], principal, run)
  },
  listen: ({ onOpen }, { cancellation }) =>
    new Promise(resolve => {
      onOpen({})
      if (cancellation.cancelled()) resolve(undefined)
      else cancellation.onCancel(() => resolve(undefined))
    }),
  notify: async () => {},
  close: async () => {},
})

const INSTRUCTIONS =
  'The saved resources of this gateway: keys, configs, prompts, providers, policies, logs. Tools do what the key of this connection may do, and every change is in the audit log. Secrets in results are shown once.'

/** What the proxy knows of it; nothing is ever sent to its address. */
export const TOOL_SERVER: McpServer = {
  slug: CONTROL_SLUG,
  address: {
    slug: CONTROL_SLUG,
    origin: '',
    path: '',
    hostAuthor: 'operator',
    auth: { perSubject: false, headers: () => [] },
    timeout: 0,
  },
  offers: kind => kind === 'tool',
  pins: 'off',
  pinned: {},
}
