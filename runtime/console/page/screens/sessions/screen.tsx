// Sessions: the runs of agents, each with its requests in their order, its tools, its cost and who started it.
import { hrefOf, route } from '../../address.ts'
import { session } from '../../api/session.ts'
import { Empty } from '../../parts/states.tsx'
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
        <Empty title="No records of requests are stored">
          <p>
            With <code>{'telemetry: { log_store: {} }'}</code> and a <code>store</code> in gateway.yaml, the
            runs of agents appear here.
          </p>
          <p>
            <a href={hrefOf(['connect'])}>Connect an agent</a>
          </p>
        </Empty>
      ) : open === undefined ? (
        <SessionList />
      ) : (
        <SessionRun key={open} id={open} />
      )}
    </div>
  )
}
