// MCP servers: whether they respond, what is switched on, tools whose definition has changed and is held, and whose accounts are connected.
import { useState } from 'preact/hooks'
import type {
  McpConnectionList,
  McpServerCapability,
  McpServerCapabilityList,
  McpServerList,
  McpServerObject,
  McpServerTest,
} from '../../../../../schemas/generated/control-types.ts'
import { hrefOf, queryOf, route } from '../../address.ts'
import { api } from '../../api/client.ts'
import { hasScope, mayChange, session } from '../../api/session.ts'
import { useRead } from '../../api/use-request.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { CodeBlock } from '../../parts/copy.tsx'
import { ChoiceFilter, FilterBar, TextFilter } from '../../parts/filter-bar.tsx'
import { Empty, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Text, Time, Zone } from '../../parts/values.tsx'

export default function McpServers() {
  const [open] = route.value.open
  return (
    <div class="stack">
      <header class="screen-head">
        <h1>MCP servers</h1>
        <Zone />
      </header>
      {open === undefined ? <Servers /> : <Server key={open} id={open} />}
    </div>
  )
}

const COLUMNS: readonly Column<McpServerObject>[] = [
  { id: 'name', title: 'Server', isMain: true, show: ({ name, slug }) => <Text of={name || slug} /> },
  { id: 'url', title: 'Address at the gateway', isMain: true, show: ({ url }) => <Text of={url} /> },
  {
    id: 'owner',
    title: 'Defined in',
    isMain: true,
    show: ({ owner }) => <Badge>{owner === 'git' ? 'git' : 'API'}</Badge>,
  },
  { id: 'workspace', title: 'Workspace', show: ({ workspace_id: id }) => <Text of={id ?? 'all'} /> },
]

function Servers() {
  const servers = useRead<McpServerList>('/v1/mcp-servers', { search: queryOf('search'), page_size: 100 })
  return (
    <>
      <FilterBar label="Filters of servers">
        <TextFilter name="search" label="Name" />
      </FilterBar>
      <Remote loaded={servers}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={queryOf('search') === undefined ? 'No MCP servers' : 'No server matches'}>
              <p>
                Servers are written under <code>mcp.servers</code> of gateway.yaml, or saved by the API.
              </p>
            </Empty>
          ) : (
            <Table
              label="MCP servers"
              columns={COLUMNS}
              rows={data}
              keyOf={({ id }) => id}
              hrefOf={({ slug }) => hrefOf(['mcp', slug])}
            />
          )
        }
      </Remote>
    </>
  )
}

function Server({ id }: { readonly id: string }) {
  const path = `/v1/mcp-servers/${encodeURIComponent(id)}`
  const server = useRead<McpServerObject>(path)
  return (
    <>
      <p>
        <a href={hrefOf(['mcp'])}>All servers</a>
      </p>
      <Remote loaded={server} lines={3}>
        {found => (
          <>
            <section class="panel" aria-labelledby="server">
              <h2 id="server">
                <bdi>{found.name || found.slug}</bdi> <Badge>{found.owner === 'git' ? 'git' : 'API'}</Badge>
              </h2>
              {found.description !== null && found.description !== undefined && (
                <p dir="auto">{found.description}</p>
              )}
              <CodeBlock
                label="Address for clients"
                text={new URL(found.url, session.value?.gateway.base_url).href}
              />
              <Test path={path} />
            </section>
            <Capabilities path={path} />
            <Connections id={found.id} />
          </>
        )}
      </Remote>
    </>
  )
}

/** Whether the server responds, when the viewer wants to know. */
function Test({ path }: { readonly path: string }) {
  const [result, setResult] = useState<McpServerTest>()
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const test = async (): Promise<void> => {
    setIsBusy(true)
    const tested = await api.send<McpServerTest>('POST', `${path}/test`)
    setIsBusy(false)
    setResult(tested.ok ? tested.data : undefined)
    setFault(tested.ok ? undefined : tested.message)
  }
  return (
    <div class="row">
      <button type="button" disabled={isBusy} onClick={() => void test()}>
        {isBusy ? 'Testing…' : 'Test the server'}
      </button>
      <span role="status" dir="auto">
        {fault !== undefined ? (
          <span class="fault">{fault}</span>
        ) : result === undefined ? null : result.success ? (
          <>
            <Badge tone="good">responds</Badge> {result.tools.length} tools
          </>
        ) : (
          <>
            <Badge tone="bad">does not respond</Badge> {result.error}
          </>
        )}
      </span>
    </div>
  )
}

function Capabilities({ path }: { readonly path: string }) {
  const capabilities = useRead<McpServerCapabilityList>(`${path}/capabilities`, { page_size: 200 })
  const [held, setHeld] = useState<McpServerCapability>()
  const [fault, setFault] = useState<string>()
  const search = (queryOf('search') ?? '').toLowerCase()
  const type = queryOf('type') ?? ''
  const mayUpdate = mayChange.value && hasScope('mcp_servers.update')
  const change = async ({ name, type: kind }: McpServerCapability, enabled: boolean): Promise<void> => {
    const result = await api.send('PUT', `${path}/capabilities`, {
      capabilities: [{ name, type: kind, enabled }],
    })
    setFault(result.ok ? undefined : result.message)
    capabilities.reload()
  }
  const columns: readonly Column<McpServerCapability>[] = [
    { id: 'name', title: 'Name', isMain: true, show: ({ name }) => <Text of={name} /> },
    { id: 'type', title: 'Kind', show: ({ type: kind }) => kind },
    {
      id: 'description',
      title: 'Description',
      show: ({ description }) => <Text of={description?.slice(0, 160)} />,
    },
    {
      id: 'enabled',
      title: 'Switched on',
      isMain: true,
      show: capability =>
        mayUpdate ? (
          <input
            type="checkbox"
            aria-label={`${capability.name} is switched on`}
            checked={capability.enabled}
            onChange={({ currentTarget }) => void change(capability, currentTarget.checked)}
          />
        ) : (
          <Badge tone={capability.enabled ? 'good' : 'quiet'}>{capability.enabled ? 'on' : 'off'}</Badge>
        ),
    },
    {
      id: 'status',
      title: 'Definition',
      isMain: true,
      show: capability =>
        capability.status === 'held' ? (
          <>
            <Badge tone="warning">held</Badge>{' '}
            {mayUpdate && (
              <button type="button" class="small" onClick={() => setHeld(capability)}>
                Look at the change
              </button>
            )}
          </>
        ) : capability.status === 'trusted' ? (
          <Badge tone="good">trusted</Badge>
        ) : (
          <span class="none">–</span>
        ),
    },
  ]
  return (
    <section aria-labelledby="capabilities">
      <h2 id="capabilities">Tools, prompts and resources</h2>
      <FilterBar label="Filters of capabilities">
        <TextFilter name="search" label="Name" />
        <ChoiceFilter
          name="type"
          label="Kind"
          choices={[
            { value: '', title: 'All' },
            { value: 'tool', title: 'Tools' },
            { value: 'prompt', title: 'Prompts' },
            { value: 'resource', title: 'Resources' },
          ]}
        />
      </FilterBar>
      {fault !== undefined && (
        <p class="fault" role="alert" dir="auto">
          {fault}
        </p>
      )}
      <Remote loaded={capabilities}>
        {({ data }) => {
          const shown = data.filter(
            ({ name, type: kind }) => name.toLowerCase().includes(search) && (type === '' || kind === type),
          )
          return shown.length === 0 ? (
            <Empty title="Nothing matches" />
          ) : (
            <Table
              label="Capabilities"
              columns={columns}
              rows={shown}
              keyOf={each => `${each.type} ${each.name} ${each.user_id ?? ''} ${each.api_key_id ?? ''}`}
            />
          )
        }}
      </Remote>
      {held !== undefined && (
        <ChangeDialog
          title={`Trust ${held.name} as it is now?`}
          action="Trust it"
          note={`The server has changed the definition of this tool, so it is neither listed nor called. Read it first: ${held.description ?? 'it has no description'}. Its digest was ${shortDigest(held.approved_digest)}, and is ${shortDigest(held.digest)}.`}
          fields={[]}
          onClose={() => setHeld(undefined)}
          send={() =>
            api.send('POST', `${path}/capabilities/approve`, {
              tools: [{ name: held.name, digest: held.digest }],
            })
          }
          onDone={capabilities.reload}
        />
      )}
    </section>
  )
}

const shortDigest = (digest: string | null | undefined): string => digest?.slice(7, 19) ?? 'unknown'

function Connections({ id }: { readonly id: string }) {
  const path = `/v2/mcp-servers/${encodeURIComponent(id)}/connections`
  const connections = useRead<McpConnectionList>(path, { page_size: 100 })
  const [ended, setEnded] = useState<string>()
  if (connections.refusal !== undefined && [400, 404, 501].includes(connections.refusal.status)) return null
  return (
    <section aria-labelledby="connections">
      <h2 id="connections">Connected accounts</h2>
      <Remote loaded={connections} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">No person has connected an account.</p>
          ) : (
            <Table
              label="Connected accounts"
              rows={data}
              keyOf={({ user_id: user }) => user}
              columns={[
                {
                  id: 'user',
                  title: 'Person',
                  isMain: true,
                  show: ({ user_id: user }) => <Text of={user} />,
                },
                {
                  id: 'state',
                  title: 'State',
                  isMain: true,
                  show: ({ connected }) => (
                    <Badge tone={connected ? 'good' : 'warning'}>
                      {connected ? 'connected' : 'connect again'}
                    </Badge>
                  ),
                },
                { id: 'since', title: 'Since', show: ({ created_at: at }) => <Time at={at} /> },
                {
                  id: 'renewed',
                  title: 'Last renewed',
                  show: ({ last_updated_at: at }) => <Time at={at} isRelative />,
                },
                {
                  id: 'end',
                  title: 'End',
                  show: ({ user_id: user }) =>
                    mayChange.value && (
                      <button type="button" class="small danger" onClick={() => setEnded(user)}>
                        End
                      </button>
                    ),
                },
              ]}
            />
          )
        }
      </Remote>
      {ended !== undefined && (
        <ChangeDialog
          title="End this connection?"
          action="End it"
          isDangerous
          note={`Tokens of ${ended} at this server are revoked and removed. The person can connect again.`}
          fields={[]}
          onClose={() => setEnded(undefined)}
          send={() => api.send('DELETE', `${path}?user_id=${encodeURIComponent(ended)}`)}
          onDone={connections.reload}
        />
      )}
    </section>
  )
}
