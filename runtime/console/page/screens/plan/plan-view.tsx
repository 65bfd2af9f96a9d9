// One plan: its graph, the node that is open in it, the same nodes as a list, and the pools that it calls.
import type {
  PlanDetail,
  PlanNodeView,
  PlanOutcomes,
} from '../../../../../schemas/generated/control-types.ts'
import { changeQuery, hrefOf, queryOf, route } from '../../address.ts'
import { useRead } from '../../api/use-request.ts'
import { formatShare } from '../../format.ts'
import { ChoiceFilter, FilterBar } from '../../parts/filter-bar.tsx'
import { Empty, Remote } from '../../parts/states.tsx'
import { type Branch, Tree } from '../../parts/tree.tsx'
import { Badge, Count, Duration, Status, Text, Time } from '../../parts/values.tsx'
import { PlanGraph, stateOfNode, titleOf } from './plan-graph.tsx'
import { PoolTables } from './pool-tables.tsx'

/** Milliseconds between two looks at what changes by itself. */
export const LIVE = 5_000

const PERIODS = [
  { value: '15', title: '15 minutes' },
  { value: '60', title: 'an hour' },
  { value: '1440', title: 'a day' },
  { value: '10080', title: 'a week' },
]

export function PlanView({ slug }: { readonly slug: string }) {
  const plan = useRead<PlanDetail>(
    `/v1/plans/${encodeURIComponent(slug)}`,
    { minutes: queryOf('minutes') ?? '60' },
    { every: LIVE },
  )
  return (
    <>
      <p>
        <a href={hrefOf(['plan'])}>All plans</a>
      </p>
      <Remote loaded={plan}>
        {data => (
          <>
            <Facts plan={data} />
            {data.graph === null ? (
              <Empty title="This config does not compile">
                <p dir="auto">{data.fault}</p>
              </Empty>
            ) : (
              <Nodes plan={data} nodes={data.graph.nodes} />
            )}
            <PoolTables pools={data.live_pools} />
            <p class="quiet" dir="auto">
              {data.process.note}
            </p>
          </>
        )}
      </Remote>
    </>
  )
}

const Facts = ({ plan }: { readonly plan: PlanDetail }) => (
  <dl class="facts">
    <dt>Defined in</dt>
    <dd>{plan.owner === 'git' ? 'git: it is changed there, and read here' : 'the API'}</dd>
    <dt>Version</dt>
    <dd>
      {plan.version}, plan <code>{plan.plan.slice(0, 12)}</code>
    </dd>
    {plan.requires.reads.length > 0 && (
      <>
        <dt>Conditions read</dt>
        <dd dir="auto">{plan.requires.reads.join(', ')}</dd>
      </>
    )}
    {plan.requires.prompt !== null && (
      <>
        <dt>Prompt</dt>
        <dd>
          <Text of={plan.requires.prompt} />
        </dd>
      </>
    )}
    <dt>Requests</dt>
    <dd>
      <a href={hrefOf(['requests'], { configs: plan.slug })}>Requests of this config</a>
    </dd>
  </dl>
)

function Nodes({ plan, nodes }: { readonly plan: PlanDetail; readonly nodes: readonly PlanNodeView[] }) {
  const named = queryOf('node')
  const open =
    named === undefined ? undefined : nodes.find(({ at, id }) => at === named || String(id) === named)
  const { period, period_fault: fault } = plan
  return (
    <>
      <FilterBar label="Period of outcomes">
        <ChoiceFilter name="minutes" label="Outcomes of the last" first="60" choices={PERIODS} />
        <p class="quiet" dir="auto">
          {period === null ? (
            fault
          ) : (
            <>
              From <Count of={period.records} /> records since <Time at={period.from} />
              {period.complete ? '' : ', the latest of the period'}.
            </>
          )}
        </p>
      </FilterBar>
      <PlanGraph
        graph={{ nodes, cut: false }}
        open={open?.id}
        onOpen={node => changeQuery({ node: open?.id === node ? undefined : String(node) })}
      />
      {plan.graph?.cut === true && (
        <p class="quiet">The plan has more positions than are drawn: portolan print shows all of them.</p>
      )}
      {open !== undefined && <NodeDetail node={open} plan={plan} />}
      <section aria-labelledby="nodes">
        <h2 id="nodes">The same as a list</h2>
        <Tree
          label="Nodes of the plan"
          branches={nodes[0] === undefined ? [] : [branchOf(nodes[0], nodes, '')]}
        />
      </section>
    </>
  )
}

function branchOf(node: PlanNodeView, nodes: readonly PlanNodeView[], way: string): Branch {
  const state = stateOfNode(node)
  return {
    id: String(node.id),
    content: (
      <>
        {way !== '' && (
          <span class="quiet" dir="auto">
            {way} →{' '}
          </span>
        )}
        <a
          href={hrefOf(['plan', ...route.value.open], { minutes: queryOf('minutes'), node: String(node.id) })}
        >
          <bdi>{node.label}</bdi>
        </a>{' '}
        {state !== undefined && <Badge tone={state.tone}>{state.text}</Badge>}
      </>
    ),
    children: node.children.flatMap(({ node: child, label }) => {
      const below = nodes[child]
      return below === undefined ? [] : [branchOf(below, nodes, label)]
    }),
  }
}

function NodeDetail({ node, plan }: { readonly node: PlanNodeView; readonly plan: PlanDetail }) {
  const { target } = node
  return (
    <section class="panel" aria-labelledby="node" aria-live="polite">
      <div class="screen-head">
        <h2 id="node">
          <bdi>{titleOf(node)}</bdi>
        </h2>
        <button type="button" onClick={() => changeQuery({ node: undefined })}>
          Close
        </button>
      </div>
      <dl class="facts">
        <dt>Position</dt>
        <dd>
          <code>{node.at}</code>
        </dd>
        <dt>Node</dt>
        <dd dir="auto">{node.label}</dd>
        {target !== null && (
          <>
            <dt>Share</dt>
            <dd>
              {target.share === null
                ? 'serves only after failures'
                : `${formatShare(target.share)} of the requests that meet the conditions on the way`}
            </dd>
            <dt>Circuit breaker</dt>
            <dd>
              {target.threshold === null || target.cooldown === null
                ? 'none'
                : `opens after ${target.threshold} failures within ${target.cooldown / 1000} s`}
              {target.circuits.map(circuit => (
                <p key={circuit.provider ?? ''}>
                  <Badge
                    tone={circuit.state === 'open' ? 'bad' : circuit.state === 'closed' ? 'good' : 'warning'}
                  >
                    {circuit.state}
                  </Badge>{' '}
                  {circuit.provider !== null && <Text of={circuit.provider} />}{' '}
                  {circuit.failures === 0
                    ? ''
                    : circuit.failures === 1
                      ? '1 failure counts'
                      : `${circuit.failures} failures count`}
                  {circuit.opened_at !== null && (
                    <>
                      {'; opened '}
                      <Time at={circuit.opened_at} isRelative />
                    </>
                  )}
                  {circuit.retry_at !== null && (
                    <>
                      {', next probe '}
                      <Time at={circuit.retry_at} isRelative />
                    </>
                  )}
                </p>
              ))}
            </dd>
            <dt>Outcomes</dt>
            <dd>
              {target.outcomes === null ? (
                <span class="quiet">No attempts in the period.</span>
              ) : (
                <Outcomes of={target.outcomes} config={plan.slug} />
              )}
            </dd>
          </>
        )}
      </dl>
    </section>
  )
}

const Outcomes = ({ of, config }: { readonly of: PlanOutcomes; readonly config: string }) => (
  <>
    <p>
      <Badge tone="good">{of.succeeded} succeeded</Badge>{' '}
      {of.failed > 0 && <Badge tone="bad">{of.failed} failed</Badge>}{' '}
      {of.limited > 0 && <Badge tone="warning">{of.limited} with 429</Badge>}{' '}
      {of.refused > 0 && <Badge tone="warning">{of.refused} refused</Badge>}{' '}
      {of.skipped > 0 && <Badge tone="bad">{of.skipped} skipped by the circuit</Badge>}
    </p>
    <p>
      Median <Duration ms={of.p50} />; first <Time at={of.first_seen} />, last <Time at={of.last_seen} />
      {of.last_status !== null && (
        <>
          {' with '}
          <Status of={of.last_status} />
        </>
      )}
    </p>
    {of.last_message !== null && (
      <p>
        Last failure: <bdi class="words">{of.last_message}</bdi>
      </p>
    )}
    <p>
      <a href={hrefOf(['requests', of.last_log], { configs: config })}>The last request</a>
    </p>
  </>
)
