// People of the organisation and members of workspaces, with what the caller may change of them.
import { useState } from 'preact/hooks'
import type {
  OrganisationUser,
  OrganisationUserList,
  Workspace,
  WorkspaceList,
  WorkspaceUser,
  WorkspaceUserList,
} from '../../../../../schemas/generated/control-types.ts'
import { hrefOf, queryOf, route } from '../../address.ts'
import { api } from '../../api/client.ts'
import { hasScope, mayChange } from '../../api/session.ts'
import { useRead } from '../../api/use-request.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { type Choice, FilterBar, TextFilter } from '../../parts/filter-bar.tsx'
import { Empty, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Text, Time, Zone } from '../../parts/values.tsx'

export default function People() {
  const [workspace] = route.value.open
  return (
    <div class="stack">
      <header class="screen-head">
        <h1>People and workspaces</h1>
        <Zone />
      </header>
      {workspace === undefined ? (
        <>
          <Workspaces />
          <Organisation />
        </>
      ) : (
        <Members workspace={workspace} />
      )}
    </div>
  )
}

const WORKSPACE_COLUMNS: readonly Column<Workspace>[] = [
  { id: 'name', title: 'Workspace', isMain: true, show: ({ name }) => <Text of={name} /> },
  { id: 'slug', title: 'Slug', show: ({ slug }) => <Text of={slug} /> },
  {
    id: 'owner',
    title: 'Defined in',
    isMain: true,
    show: ({ owner }) => <Badge>{owner === 'git' ? 'git' : 'API'}</Badge>,
  },
  {
    id: 'status',
    title: 'Status',
    show: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'quiet'}>{status}</Badge>,
  },
  {
    id: 'reset',
    title: 'Usage resets',
    show: ({ next_usage_reset_at: reset }) => <Time at={reset} isRelative />,
  },
]

function Workspaces() {
  const workspaces = useRead<WorkspaceList>('/v1/workspaces', { page_size: 100 })
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby="workspaces">
      <div class="screen-head">
        <h2 id="workspaces">Workspaces</h2>
        {mayChange.value && hasScope('workspaces.create') && (
          <button type="button" onClick={() => setIsOpen(true)}>
            New workspace
          </button>
        )}
      </div>
      <Remote loaded={workspaces} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title="No workspaces" />
          ) : (
            <Table
              label="Workspaces"
              columns={WORKSPACE_COLUMNS}
              rows={data}
              keyOf={({ id }) => id}
              hrefOf={({ slug }) => hrefOf(['people', slug])}
            />
          )
        }
      </Remote>
      {isOpen && (
        <ChangeDialog
          title="New workspace"
          action="Create"
          fields={[{ name: 'name', label: 'Name' }]}
          onClose={() => setIsOpen(false)}
          send={({ name }) => api.send('POST', '/v1/workspaces', { name })}
          onDone={workspaces.reload}
        />
      )}
    </section>
  )
}

const nameOfPerson = (first: string | null, last: string | null): string =>
  [first, last].filter(each => each !== null).join(' ')

const ROLES = ['member', 'admin', 'owner'] as const

const choicesOf = (names: readonly string[]): readonly Choice[] =>
  names.map(name => ({ value: name, title: name }))

const choosePeople = (people: OrganisationUserList | undefined): readonly Choice[] =>
  people?.data.map(({ id, email }) => ({ value: id, title: email })) ?? []

function Organisation() {
  const people = useRead<OrganisationUserList>('/v1/organisation/users', {
    email: queryOf('email'),
    page_size: 100,
  })
  const [isOpen, setIsOpen] = useState(false)
  const [removed, setRemoved] = useState<OrganisationUser>()
  const mayUpdate = mayChange.value && hasScope('organisation_users.update')
  const mayRemove = mayChange.value && hasScope('organisation_users.delete')
  const columns: readonly Column<OrganisationUser>[] = [
    { id: 'email', title: 'Address', isMain: true, show: ({ email }) => <Text of={email} /> },
    {
      id: 'name',
      title: 'Name',
      show: ({ first_name: first, last_name: last }) => <Text of={nameOfPerson(first, last)} />,
    },
    {
      id: 'role',
      title: 'Role',
      isMain: true,
      show: person => <Role person={person} isChangeable={mayUpdate} onDone={people.reload} />,
    },
    {
      id: 'active',
      title: 'Signs in',
      show: ({ active }) =>
        active ? <Badge tone="good">yes</Badge> : <Badge tone="warning">disabled</Badge>,
    },
    { id: 'since', title: 'Since', show: ({ created_at: at }) => <Time at={at} /> },
    ...(mayRemove
      ? [
          {
            id: 'remove',
            title: 'Remove',
            show: (person: OrganisationUser) => (
              <button type="button" class="small danger" onClick={() => setRemoved(person)}>
                Remove
              </button>
            ),
          },
        ]
      : []),
  ]
  return (
    <section aria-labelledby="people">
      <div class="screen-head">
        <h2 id="people">People of the organisation</h2>
        {mayChange.value && hasScope('organisation_users.create') && (
          <button type="button" onClick={() => setIsOpen(true)}>
            Add a person
          </button>
        )}
      </div>
      <FilterBar label="Filters of people">
        <TextFilter name="email" label="Address" />
      </FilterBar>
      <Remote loaded={people} lines={4}>
        {({ data, total }) =>
          data.length === 0 ? (
            <Empty title={queryOf('email') === undefined ? 'No people yet' : 'No person matches'}>
              <p>
                People are added here, by a directory over SCIM, or by their first sign-in with a role in the
                token.
              </p>
            </Empty>
          ) : (
            <>
              <Table
                label="People of the organisation"
                columns={columns}
                rows={data}
                keyOf={({ id }) => id}
              />
              {total > data.length && (
                <p class="quiet">
                  The first {data.length} of {total}: search by address for others.
                </p>
              )}
            </>
          )
        }
      </Remote>
      {isOpen && (
        <ChangeDialog
          title="Add a person"
          action="Add"
          fields={[
            { name: 'email', label: 'Address', type: 'email' },
            { name: 'role', label: 'Role', choices: choicesOf(ROLES) },
          ]}
          onClose={() => setIsOpen(false)}
          send={({ email, role }) => api.send('POST', '/v1/organisation/users', { email, role })}
          onDone={people.reload}
        />
      )}
      {removed !== undefined && (
        <ChangeDialog
          title={`Remove ${removed.email}?`}
          action="Remove"
          isDangerous
          note="Memberships and keys of the person are removed at once, everywhere. This cannot be undone."
          fields={[]}
          onClose={() => setRemoved(undefined)}
          send={() => api.send('DELETE', `/v1/organisation/users/${encodeURIComponent(removed.id)}`)}
          onDone={people.reload}
        />
      )}
    </section>
  )
}

function Role({
  person,
  isChangeable,
  onDone,
}: {
  readonly person: OrganisationUser
  readonly isChangeable: boolean
  readonly onDone: () => void
}) {
  const [fault, setFault] = useState<string>()
  if (!isChangeable) return <Badge>{person.role}</Badge>
  const change = async (role: string): Promise<void> => {
    const result = await api.send('PUT', `/v1/organisation/users/${encodeURIComponent(person.id)}`, { role })
    setFault(result.ok ? undefined : result.message)
    onDone()
  }
  return (
    <>
      <select
        aria-label={`Role of ${person.email}`}
        value={person.role}
        onChange={({ currentTarget: { value } }) => void change(value)}
      >
        {ROLES.map(role => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </select>
      {fault !== undefined && (
        <span class="fault" role="alert" dir="auto">
          {fault}
        </span>
      )}
    </>
  )
}

const MEMBER_COLUMNS: readonly Column<WorkspaceUser>[] = [
  { id: 'email', title: 'Address', isMain: true, show: ({ email }) => <Text of={email} /> },
  {
    id: 'name',
    title: 'Name',
    show: ({ first_name: first, last_name: last }) => <Text of={nameOfPerson(first, last)} />,
  },
  { id: 'role', title: 'Role here', isMain: true, show: ({ role }) => <Badge>{role}</Badge> },
  {
    id: 'org',
    title: 'Role in the organisation',
    show: ({ organisation_role: role }) => <Badge>{role}</Badge>,
  },
  {
    id: 'status',
    title: 'Status',
    show: ({ status }) => <Badge tone={status === 'active' ? 'good' : 'warning'}>{status}</Badge>,
  },
]

function Members({ workspace }: { readonly workspace: string }) {
  const members = useRead<WorkspaceUserList>(`/v1/workspaces/${encodeURIComponent(workspace)}/users`, {
    email: queryOf('email'),
    page_size: 100,
  })
  const [isOpen, setIsOpen] = useState(false)
  const people = useRead<OrganisationUserList>(isOpen ? '/v1/organisation/users' : undefined, {
    page_size: 100,
  })
  const [removed, setRemoved] = useState<WorkspaceUser>()
  const columns =
    mayChange.value && hasScope('workspace_users.delete')
      ? [
          ...MEMBER_COLUMNS,
          {
            id: 'remove',
            title: 'Remove',
            show: (member: WorkspaceUser) => (
              <button type="button" class="small danger" onClick={() => setRemoved(member)}>
                Remove
              </button>
            ),
          },
        ]
      : MEMBER_COLUMNS
  return (
    <section aria-labelledby="members">
      <p>
        <a href={hrefOf(['people'])}>All workspaces</a>
      </p>
      <div class="screen-head">
        <h2 id="members">
          Members of <bdi>{workspace}</bdi>
        </h2>
        {mayChange.value && hasScope('workspace_users.create') && (
          <button type="button" onClick={() => setIsOpen(true)}>
            Add a member
          </button>
        )}
      </div>
      <FilterBar label="Filters of members">
        <TextFilter name="email" label="Address" />
      </FilterBar>
      <Remote loaded={members} lines={4}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={queryOf('email') === undefined ? 'No members yet' : 'No member matches'} />
          ) : (
            <Table label="Members" columns={columns} rows={data} keyOf={({ id }) => id} />
          )
        }
      </Remote>
      {isOpen && (
        <ChangeDialog
          title="Add a member"
          action="Add"
          note="People of the organisation can be members of its workspaces."
          fields={[
            { name: 'id', label: 'Person', choices: choosePeople(people.data) },
            { name: 'role', label: 'Role', choices: choicesOf(['member', 'manager', 'admin']) },
          ]}
          onClose={() => setIsOpen(false)}
          send={({ id, role }) =>
            api.send('POST', `/v1/workspaces/${encodeURIComponent(workspace)}/users`, {
              users: [{ id, role }],
            })
          }
          onDone={members.reload}
        />
      )}
      {removed !== undefined && (
        <ChangeDialog
          title={`Remove ${removed.email} from ${workspace}?`}
          action="Remove"
          isDangerous
          note="The person’s keys in this workspace are removed too."
          fields={[]}
          onClose={() => setRemoved(undefined)}
          send={() =>
            api.send(
              'DELETE',
              `/v1/workspaces/${encodeURIComponent(workspace)}/users/${encodeURIComponent(removed.id)}`,
            )
          }
          onDone={members.reload}
        />
      )}
    </section>
  )
}
