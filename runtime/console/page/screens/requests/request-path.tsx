// The path of a request through its plan, in the words of `portolan logs why`: choices, attempts, waits, verdicts of guards, what to do
// about a failure, where the time went, and what it cost.
import { type ComponentChildren, Fragment } from 'preact'
import {
  describeBranches,
  describePath,
  type PathBranch,
  type PathLine,
  spentTime,
} from '../../../../../compiler/plan/request-path.ts'
import type { LogRecord } from '../../../../../schemas/generated/types.ts'
import { formatDuration } from '../../format.ts'
import { type Branch, Tree } from '../../parts/tree.tsx'
import { Badge, Count, Duration, Money, Text } from '../../parts/values.tsx'

export function RequestPath({ record }: { readonly record: LogRecord }) {
  const tree = describeBranches(record)
  const others = describePath(record).filter(
    ({ kind }) => !['step', 'skipped', 'attempt', 'wait', 'guard'].includes(kind),
  )
  return (
    <>
      <Part title="Path">
        {tree === undefined ? (
          <p class="quiet">No provider was called.</p>
        ) : (
          <Tree label="Path through the config" branches={[branchOf(tree, record)]} />
        )}
        <ul class="lines">
          {others.map(line => (
            <li key={line.text}>
              <Line line={line} />
            </li>
          ))}
        </ul>
      </Part>
      <Guards record={record} />
      <Times record={record} />
      <Costs record={record} />
    </>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
)

const TONES = { plain: '', quiet: 'quiet', note: 'note', warning: 'warns', error: 'fails' } as const

/** The first words carry the tone. */
const Line = ({ line: { text, lead = '', tone } }: { readonly line: PathLine }) => (
  <span dir="auto">
    {lead === '' ? (
      <span class={TONES[tone]}>{text}</span>
    ) : (
      <>
        <b class={TONES[tone]}>{lead}</b>
        {text.slice(lead.length)}
      </>
    )}
  </span>
)

function branchOf({ node, because, lines, children }: PathBranch, record: LogRecord): Branch {
  const attempts = record.attempts ?? []
  return {
    id: node,
    content: (
      <>
        <code>{node}</code>
        {because !== undefined && (
          <span class="quiet" dir="auto">
            {' '}
            because {because}
          </span>
        )}
        <ul class="lines">
          {lines.map(line => {
            const attempt = line.attempt === undefined ? undefined : attempts[line.attempt]
            return (
              <li key={`${line.kind} ${line.attempt ?? ''}`}>
                <Line line={line} />
                {line.kind === 'attempt' && attempt?.model !== undefined && (
                  <span class="quiet">
                    {' '}
                    model <bdi>{attempt.model}</bdi>
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      </>
    ),
    children: children.map(each => branchOf(each, record)),
  }
}

interface GuardCheck {
  readonly id?: unknown
  readonly verdict?: unknown
  readonly reason?: unknown
  readonly error?: unknown
  readonly transformed?: unknown
  readonly execution_time?: unknown
}

function Guards({ record }: { readonly record: LogRecord }) {
  const guards = record.guards ?? []
  if (guards.length === 0) return null
  return (
    <Part title="Guards">
      <ul class="guards">
        {guards.map(guard => (
          <li key={String(guard['id'])}>
            <p>
              <b dir="auto">{String(guard['id'])}</b>{' '}
              {guard['deny'] === true ? (
                <Badge tone="bad">denied</Badge>
              ) : guard['verdict'] === true ? (
                <Badge tone="good">passed</Badge>
              ) : (
                <Badge tone="warning">failed, not denied</Badge>
              )}{' '}
              {guard['async'] === true && <Badge>beside the request</Badge>}{' '}
              <span class="quiet">
                {typeof guard['execution_time'] === 'number' && formatDuration(guard['execution_time'])}
              </span>
            </p>
            <ul class="lines">
              {checksOf(guard['checks']).map(check => (
                <li key={String(check.id)}>
                  <code>{String(check.id)}</code>{' '}
                  {check.error === true ? (
                    <Badge tone="warning">not evaluated</Badge>
                  ) : (
                    <Badge tone={check.verdict === true ? 'good' : 'bad'}>
                      {check.verdict === true ? 'passed' : 'failed'}
                    </Badge>
                  )}{' '}
                  {check.transformed === true && <Badge tone="accent">rewrote it</Badge>}{' '}
                  <span dir="auto">{String(check.reason ?? '')}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const checksOf = (value: unknown): readonly GuardCheck[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'object' && each !== null) : []

const SPENT = [
  ['providers', 'Providers', '--series-1'],
  ['waits', 'Waits', '--series-2'],
  ['gateway', 'Gateway', '--series-3'],
  ['bodies', 'Sending and receiving bodies', '--series-6'],
] as const

function Times({ record }: { readonly record: LogRecord }) {
  if ((record.attempts ?? []).length === 0) return null
  const spent = spentTime(record)
  const parts = SPENT.filter(([name]) => spent[name] > 0)
  const whole = SPENT.reduce((sum, [name]) => sum + spent[name], 0)
  return (
    <Part title="Time">
      <div class="spent" aria-hidden="true">
        {parts.map(([name, , colour]) => (
          <span
            key={name}
            style={{
              inlineSize: `${whole === 0 ? 0 : (100 * spent[name]) / whole}%`,
              backgroundColor: `var(${colour})`,
            }}
          />
        ))}
      </div>
      <ul class="legend">
        {parts.map(([name, title, colour]) => (
          <li key={name}>
            <span class="dot" style={{ backgroundColor: `var(${colour})` }} /> {title}{' '}
            <Duration ms={spent[name]} />
          </li>
        ))}
      </ul>
    </Part>
  )
}

const SOURCES = {
  provider: 'stated by the provider',
  list: 'by the list of prices',
  own: 'by the prices of the manifest',
} as const

const dollars = (cost: number | undefined): number | undefined =>
  cost === undefined ? undefined : cost / 1e9

function Costs({ record }: { readonly record: LogRecord }) {
  const { tokens, units = {}, cost, costSource, rates, priced, unpriced = [] } = record
  if (tokens === undefined && cost === undefined) return null
  return (
    <Part title="Tokens and cost">
      <dl class="facts">
        {tokens !== undefined && (
          <>
            <dt>Input</dt>
            <dd>
              <Count of={tokens.input} />
              {tokens.cached !== undefined && (
                <span class="quiet">
                  , of which <Count of={tokens.cached} /> from the cache of the provider
                </span>
              )}
            </dd>
            <dt>Output</dt>
            <dd>
              <Count of={tokens.output} />
              {tokens.reasoning !== undefined && (
                <span class="quiet">
                  , of which <Count of={tokens.reasoning} /> for reasoning
                </span>
              )}
            </dd>
            <dt>Counted by</dt>
            <dd>{tokens.source === 'provider' ? 'the provider' : 'the gateway'}</dd>
          </>
        )}
        {Object.entries(units).map(([name, count]) => (
          <Fragment key={name}>
            <dt>{name.replaceAll('_', ' ')}</dt>
            <dd>
              <Count of={count} />
            </dd>
          </Fragment>
        ))}
        <dt>Cost</dt>
        <dd>
          {cost === undefined ? 'unknown' : <Money dollars={dollars(cost)} />}
          {costSource !== undefined && <span class="quiet"> {SOURCES[costSource]}</span>}
        </dd>
        {rates !== undefined && (
          <>
            <dt>Rates</dt>
            <dd>
              <bdi>{rates}</bdi> <span class="quiet">US dollars per million tokens</span>
            </dd>
          </>
        )}
        {priced !== undefined && (
          <>
            <dt>Prices of</dt>
            <dd>
              <Text of={priced} />
            </dd>
          </>
        )}
        {record.computedCost !== undefined && (
          <>
            <dt>By prices</dt>
            <dd>
              <Money dollars={dollars(record.computedCost)} />
            </dd>
          </>
        )}
        {record.upstreamCost !== undefined && (
          <>
            <dt>Besides</dt>
            <dd>
              <Money dollars={dollars(record.upstreamCost)} />{' '}
              <span class="quiet">charged by the provider behind this one</span>
            </dd>
          </>
        )}
        {unpriced.length > 0 && (
          <>
            <dt>Without a price</dt>
            <dd>
              <bdi>{unpriced.join(', ')}</bdi>
            </dd>
          </>
        )}
      </dl>
    </Part>
  )
}
