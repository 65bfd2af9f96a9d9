// Keys and limits: all keys with their use against limits, one key with what it may do and why, and the caller's own page.
import { hrefOf, queryOf, route } from '../../address.ts'
import { caller, hasScope } from '../../api/session.ts'
import { Zone } from '../../parts/values.tsx'
import { KeyList } from './key-list.tsx'
import { KeyView } from './key-view.tsx'
import { OwnPage } from './own-page.tsx'

/** Without one of them, callers see what they may do themselves. */
const LISTS = ['organisation_service', 'workspace_service', 'workspace_user'].map(
  kind => `${kind}_api_keys.list`,
)

export default function Keys() {
  const [id] = route.value.open
  const mayList = LISTS.some(hasScope)
  const isOwn = !mayList || queryOf('view') === 'mine'
  return (
    <div class="stack">
      <header class="screen-head">
        <h1>{id === undefined ? 'Keys and limits' : 'Key'}</h1>
        <Zone />
      </header>
      {id !== undefined ? (
        <KeyView key={id} id={id} />
      ) : (
        <>
          <nav class="tabs" aria-label="Parts of this screen">
            {mayList && (
              <a href={hrefOf(['keys'])} aria-current={isOwn ? undefined : 'page'}>
                Keys
              </a>
            )}
            <a href={hrefOf(['keys'], { view: 'mine' })} aria-current={isOwn ? 'page' : undefined}>
              {caller.value?.type === 'person' ? 'My page' : 'What I may do'}
            </a>
          </nav>
          {isOwn ? <OwnPage /> : <KeyList />}
        </>
      )}
    </div>
  )
}
