// The keys that the caller sees, found by the server.
import { useState } from 'preact/hooks'
import type { ApiKeyList, WorkspaceList } from '../../../../../schemas/generated/control-types.ts'
import { queryOf } from '../../address.ts'
import { hasScope, mayChange } from '../../api/session.ts'
import { useRead } from '../../api/use-request.ts'
import { ChoiceFilter, FilterBar, TextFilter } from '../../parts/filter-bar.tsx'
import { Pages, pageOfAddress } from '../../parts/pages.tsx'
import { Empty, Remote } from '../../parts/states.tsx'
import { KeyForm } from './key-form.tsx'
import { KEY_TONES, KEY_TYPES, KeyTable } from './key-table.tsx'

/** The use of each row with limits is read, too. */
const SIZE = 25

const MAKERS = ['workspace_service_api_keys.create', 'workspace_user_api_keys.create']

export function KeyList() {
  const page = pageOfAddress()
  const [name, status, type, workspace] = ['name', 'status', 'type', 'workspace'].map(queryOf)
  const keys = useRead<ApiKeyList>('/v1/api-keys', {
    ...{ name, status, type, workspace_id: workspace, page_size: SIZE, current_page: page },
  })
  const workspaces = useRead<WorkspaceList>(hasScope('workspaces.list') ? '/v1/workspaces' : undefined, {
    page_size: 100,
  })
  const [isOpen, setIsOpen] = useState(false)
  const isFiltered = [name, status, type, workspace].some(each => each !== undefined)
  return (
    <section aria-labelledby="keys">
      <div class="screen-head">
        <h2 id="keys">Keys</h2>
        {mayChange.value && MAKERS.some(hasScope) && (
          <button type="button" class="main" onClick={() => setIsOpen(true)}>
            New key
          </button>
        )}
      </div>
      <FilterBar label="Filters of keys">
        <TextFilter name="name" label="Name" drops={['page']} />
        <ChoiceFilter
          name="status"
          label="Status"
          drops={['page']}
          choices={[
            { value: '', title: 'any' },
            ...Object.keys(KEY_TONES).map(value => ({ value, title: value })),
          ]}
        />
        <ChoiceFilter
          name="type"
          label="For"
          drops={['page']}
          choices={[
            { value: '', title: 'services and people' },
            ...Object.entries(KEY_TYPES).map(([value, title]) => ({ value, title })),
          ]}
        />
        {(workspaces.data?.data.length ?? 0) > 1 && (
          <ChoiceFilter
            name="workspace"
            label="Workspace"
            drops={['page']}
            choices={[
              { value: '', title: 'any' },
              ...(workspaces.data?.data ?? []).map(({ slug, name: title }) => ({ value: slug, title })),
            ]}
          />
        )}
      </FilterBar>
      <Remote loaded={keys}>
        {({ data, total }) =>
          data.length === 0 ? (
            <Empty title={isFiltered ? 'No key matches' : 'No keys yet'}>
              <p>
                Applications and people call models with keys. They are made here, or defined as{' '}
                <code>api_keys</code> in gateway.yaml.
              </p>
            </Empty>
          ) : (
            <>
              <KeyTable label="Keys" keys={data} />
              <Pages page={page} size={SIZE} shown={data.length} total={total} />
            </>
          )
        }
      </Remote>
      {isOpen && <KeyForm onClose={() => setIsOpen(false)} onDone={keys.reload} />}
    </section>
  )
}
