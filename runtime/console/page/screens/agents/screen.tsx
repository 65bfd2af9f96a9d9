// Agents of A2A: where clients reach them, and whether their cards can be fetched and are trusted.
import { useState } from 'preact/hooks'
import type {
  AgentIntegrationList,
  AgentServerList,
  AgentServerObject,
} from '../../../../../schemas/generated/control-types.ts'
import type { JsonObject } from '../../../../../schemas/values/json.ts'
import { hrefOf, queryOf } from '../../address.ts'
import { api } from '../../api/client.ts'
import { hasScope, mayChange, session } from '../../api/session.ts'
import { useRead } from '../../api/use-request.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FilterBar, TextFilter } from '../../parts/filter-bar.tsx'
import { Empty, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Text, Time, Zone } from '../../parts/values.tsx'

export default function Agents() {
  const servers = useRead<AgentServerList>('/v1/agent-servers', { page_size: 100 })
  const search = (queryOf('search') ?? '').toLowerCase()
  return (
    <div class="stack">
      <header class="screen-head">
        <h1>Agents</h1>
        <Zone />
      </header>
      <FilterBar label="Filters of agents">
        <TextFilter name="search" label="Name or slug" />
      </FilterBar>
      <Remote loaded={servers}>
        {({ data }) => {
          const shown = data.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(search))
          return shown.length === 0 ? (
            <Empty title={data.length === 0 ? 'No agents' : 'No agent matches'}>
              <p>
                Agents are written under <code>agents</code> of gateway.yaml, or saved by the API.
              </p>
            </Empty>
          ) : (
            <Table label="Agents" columns={COLUMNS} rows={shown} keyOf={({ id }) => id} />
          )
        }}
      </Remote>
      {hasScope('agent_integrations.list') && <Integrations />}
    </div>
  )
}

const COLUMNS: readonly Column<AgentServerObject>[] = [
  { id: 'name', title: 'Agent', isMain: true, show: ({ name, slug }) => <Text of={name || slug} /> },
  {
    id: 'url',
    title: 'Address for clients',
    isMain: true,
    show: ({ url }) => <Text of={new URL(url, session.value?.gateway.base_url).href} />,
  },
  {
    id: 'owner',
    title: 'Defined in',
    isMain: true,
    show: ({ owner }) => <Badge>{owner === 'git' ? 'git' : 'API'}</Badge>,
  },
  { id: 'workspace', title: 'Workspace', show: ({ workspace_id: id }) => <Text of={id ?? 'all'} /> },
  {
    id: 'requests',
    title: 'Requests',
    show: ({ slug }) => <a href={hrefOf(['requests'], { search: `/agents/${slug}`, period: '24h' })}>Show</a>,
  },
]

type Integration = AgentIntegrationList['data'][number]

function Integrations() {
  const integrations = useRead<AgentIntegrationList>('/v1/agent-integrations', { page_size: 100 })
  const [card, setCard] = useState<{
    readonly name: string
    readonly text: string
    readonly isFault: boolean
  }>()
  const fetchCard = async ({ id, name }: Integration): Promise<void> => {
    const fetched = await api.send<JsonObject>(
      'POST',
      `/v1/agent-integrations/${encodeURIComponent(id)}/fetch-agent-card`,
    )
    setCard(
      fetched.ok
        ? { name, text: JSON.stringify(fetched.data, null, 2), isFault: false }
        : { name, text: fetched.message, isFault: true },
    )
  }
  return (
    <section aria-labelledby="integrations">
      <h2 id="integrations">Integrations</h2>
      <Remote loaded={integrations} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">None were saved by the API.</p>
          ) : (
            <Table
              label="Agent integrations"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                { id: 'name', title: 'Name', isMain: true, show: ({ name }) => <Text of={name} /> },
                {
                  id: 'changed',
                  title: 'Changed',
                  show: ({ last_updated_at: at }) => <Time at={at} isRelative />,
                },
                {
                  id: 'card',
                  title: 'Card',
                  isMain: true,
                  show: integration =>
                    mayChange.value && (
                      <button type="button" class="small" onClick={() => void fetchCard(integration)}>
                        Fetch the card
                      </button>
                    ),
                },
              ]}
            />
          )
        }
      </Remote>
      {card !== undefined && (
        <Dialog title={`The card of ${card.name}`} onClose={() => setCard(undefined)}>
          {card.isFault ? (
            <p class="fault" role="alert" dir="auto">
              {card.text}
            </p>
          ) : (
            <CodeBlock label="Card" text={card.text} />
          )}
        </Dialog>
      )}
    </section>
  )
}
