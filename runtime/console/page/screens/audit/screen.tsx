// Who changed what, or was denied to: entries of the audit log, searched by the server, with what was there before and after.
import { useState } from 'preact/hooks'
import type { AuditLog, AuditLogList } from '../../../../../schemas/generated/control-types.ts'
import { isObject, type Json, type JsonObject } from '../../../../../schemas/values/json.ts'
import { pointerTokens } from '../../../../../schemas/values/pointer.ts'
import { address, changeQuery, hrefOf, queryOf } from '../../address.ts'
import { useRead } from '../../api/use-request.ts'
import { formatCount } from '../../format.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ChoiceFilter, FilterBar, TextFilter } from '../../parts/filter-bar.tsx'
import { Pages, pageOfAddress } from '../../parts/pages.tsx'
import { PeriodFilter, usePeriod } from '../../parts/period.tsx'
import { Empty, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Text, Time, Zone } from '../../parts/values.tsx'

const PAGE_SIZE = 50

export default function Audit() {
  const period = usePeriod('7d')
  const { user, resource_type: type, action, method } = address.value.query
  const page = pageOfAddress()
  const entries = useRead<AuditLogList>('/v1/audit-logs', {
    start_time: new Date(period.from).toISOString(),
    end_time: new Date(period.to).toISOString(),
    user,
    resource_type: type,
    action,
    method,
    page_size: PAGE_SIZE,
    current_page: page,
  })
  return (
    <div class="stack">
      <header class="screen-head">
        <h1>Audit log</h1>
        <Zone />
      </header>
      <FilterBar label="Filters of the audit log">
        <PeriodFilter period={period} drops={['page']} />
        <TextFilter name="user" label="Who" drops={['page']} />
        <TextFilter name="resource_type" label="Kind of resource" drops={['page']} />
        <TextFilter name="action" label="Action" drops={['page']} />
        <ChoiceFilter
          name="method"
          label="Method"
          drops={['page']}
          choices={['', 'POST', 'PUT', 'PATCH', 'DELETE', 'GET'].map(value => ({
            value,
            title: value === '' ? 'All' : value,
          }))}
        />
      </FilterBar>
      <Remote loaded={entries}>
        {({ records, total }) =>
          records.length === 0 ? (
            <Empty title="No changes in this period">
              <p>
                Changes through the API and this console appear here, also those that were denied; changes of
                the project are in git.
              </p>
            </Empty>
          ) : (
            <>
              <Table
                label="Entries of the audit log"
                columns={COLUMNS}
                rows={records}
                keyOf={({ id }) => id}
                hrefOf={({ id }) => hrefOf(['audit'], { ...address.value.query, entry: id })}
                open={queryOf('entry')}
              />
              <Pages page={page} size={PAGE_SIZE} shown={records.length} total={total} />
              <OpenEntry entries={records} />
            </>
          )
        }
      </Remote>
    </div>
  )
}

const COLUMNS: readonly Column<AuditLog>[] = [
  { id: 'time', title: 'Time', isMain: true, show: ({ timestamp }) => <Time at={timestamp} /> },
  {
    id: 'user',
    title: 'Who',
    isMain: true,
    show: ({ user, user_type: type }) => (
      <>
        <Text of={user} /> <span class="quiet">{type}</span>
      </>
    ),
  },
  { id: 'action', title: 'Action', isMain: true, show: ({ action }) => <Badge>{action}</Badge> },
  {
    id: 'resource',
    title: 'Resource',
    show: ({ resource_type: type, resource_id: id }) => (
      <>
        {type} <Text of={id} />
      </>
    ),
  },
  { id: 'workspace', title: 'Workspace', show: ({ workspace }) => <Text of={workspace} /> },
]

function OpenEntry({ entries }: { readonly entries: readonly AuditLog[] }) {
  const entry = entries.find(({ id }) => id === queryOf('entry'))
  const [isWhole, setIsWhole] = useState(false)
  if (entry === undefined) return null
  const changes = changedValues(entry)
  const { differences = [], denied } = entry
  const shown = isWhole ? changes : changes.filter(({ before, after }) => before !== after)
  return (
    <Dialog
      title={`${entry.action} ${entry.resource_type}`}
      onClose={() => changeQuery({ entry: undefined })}
    >
      <dl class="facts">
        <dt>When</dt>
        <dd>
          <Time at={entry.timestamp} />
        </dd>
        <dt>Who</dt>
        <dd>
          <Text of={entry.user} /> ({entry.user_type})
        </dd>
        <dt>Request</dt>
        <dd>
          <code>
            {entry.method} <bdi>{entry.uri}</bdi>
          </code>
        </dd>
        <dt>Resource</dt>
        <dd>
          <Text of={entry.resource_id} />
        </dd>
        {denied === undefined ? null : (
          <>
            <dt>Denied</dt>
            <dd>
              {formatCount(denied.count)} since <Time at={denied.since} />: <Text of={denied.reason} />
            </dd>
          </>
        )}
      </dl>
      {denied !== undefined ? null : shown.length === 0 ? (
        <p class="quiet">The entry has no values that differ.</p>
      ) : (
        <Table
          label="Values before and after"
          rows={shown}
          keyOf={({ name }) => name}
          columns={[
            { id: 'name', title: 'Value', show: ({ name }) => <Text of={name} /> },
            { id: 'before', title: 'Before', show: ({ before }) => <Text of={before} /> },
            { id: 'after', title: 'After', show: ({ after }) => <Text of={after} /> },
          ]}
        />
      )}
      {differences.map(({ path, before, after }) => (
        <p class="quiet" key={path}>
          <Text of={pathName(path)} /> had {formatCount(before)} items before and {formatCount(after)} after;
          only those that differ are recorded.
        </p>
      ))}
      {changes.length > shown.length || isWhole ? (
        <button type="button" class="small" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Only what differs' : 'All values'}
        </button>
      ) : null}
    </Dialog>
  )
}

/** A JSON Pointer as the table names values. */
const pathName = (pointer: string): string => pointerTokens(pointer).join('.')

interface ChangedValue {
  readonly name: string
  readonly before: string | undefined
  readonly after: string | undefined
}

function changedValues({ before, after }: AuditLog): readonly ChangedValue[] {
  const old = flatten(before as JsonObject | null)
  const fresh = flatten(after as JsonObject | null)
  return [...new Set([...old.keys(), ...fresh.keys()])].map(name => ({
    name,
    before: old.get(name),
    after: fresh.get(name),
  }))
}

/** Values by their paths. */
function flatten(value: Json | null, path = '', found = new Map<string, string>()): Map<string, string> {
  if (isObject(value))
    for (const [name, each] of Object.entries(value))
      flatten(each, path === '' ? name : `${path}.${name}`, found)
  else if (path !== '') found.set(path, typeof value === 'string' ? value : JSON.stringify(value))
  return found
}
