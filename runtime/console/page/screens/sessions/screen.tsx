// Sessions: the runs of agents, each with its requests in their order, its tools, its cost and who started it.
import { route } from '../../address.ts'
import { session } from '../../api/session.ts'
import { NoRecords } from '../../parts/states.tsx'
import { Zone } from '../../parts/values.tsx'
import { SessionList } from './session-list.tsx'
import { SessionRun } from './session-run.tsx'

export default function Sessions() {
  const [open] = route.value.open
  return (
    <div class="stack sessions">
      <header class="screen-head">
        <h1>{open === undefined ? 'Sessions' : 'Session'}</h1>
        <Zone />
      </header>
      {session.value?.gateway.has.logs === false ? (
        <NoRecords>the runs of agents appear here.</NoRecords>
      ) : open === undefined ? (
        <SessionList />
      ) : (
        <SessionRun key={open} id={open} />
      )}
    </div>
  )
}
