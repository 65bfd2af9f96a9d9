// What a key or person may do, and why.
import type { KeyPolicy, PolicyScope } from '../../../../../schemas/generated/control-types.ts'
import { hrefOf } from '../../address.ts'
import { hasScope } from '../../api/session.ts'
import { Badge, Text } from '../../parts/values.tsx'
import { LimitTable } from './limit-table.tsx'

export const PolicyView = ({ policy }: { readonly policy: KeyPolicy }) => (
  <>
    <section aria-labelledby="calls">
      <h2 id="calls">Calls of models</h2>
      <p>
        <Badge tone={policy.calls ? 'good' : 'warning'}>
          {policy.calls ? 'may call models' : 'may not call models'}
        </Badge>{' '}
        <span dir="auto">{policy.faults.join(' ')}</span>
      </p>
      {policy.rules.length > 0 && (
        <ul class="plain-list">
          {policy.rules.map(({ name, text, source }) => (
            <li key={name} dir="auto">
              {text} <span class="quiet">Set by {source}.</span>{' '}
              {name === 'config' && policy.config !== null && hasScope('configs.read') && (
                <a href={hrefOf(['plan', policy.config])}>Its plan</a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
    {policy.rules.length > 0 && <Calls policy={policy} />}
    <section aria-labelledby="scopes">
      <h2 id="scopes">Scopes</h2>
      <Scopes scopes={policy.scopes} />
    </section>
    {policy.restrictions.length > 0 && (
      <section aria-labelledby="restrictions">
        <h2 id="restrictions">Restrictions</h2>
        <p dir="auto">
          It makes no keys and loosens no settings, since it is restricted by {policy.restrictions.join(', ')}
          .
        </p>
      </section>
    )}
  </>
)

const Calls = ({ policy }: { readonly policy: KeyPolicy }) => (
  <>
    <section aria-labelledby="limits">
      <h2 id="limits">Limits</h2>
      <LimitTable limits={policy.limits} />
    </section>
    <section aria-labelledby="providers">
      <h2 id="providers">Providers and models</h2>
      {policy.providers.length === 0 ? (
        <p class="quiet">No stored provider is reached.</p>
      ) : (
        <p class="row">
          {policy.providers.map(({ slug, pool, provider }) => (
            <Badge key={slug} tone={pool ? 'accent' : 'quiet'}>
              @{slug}
              {pool ? ' (pool)' : provider === null || provider === slug ? '' : ` (${provider})`}
            </Badge>
          ))}
        </p>
      )}
      {policy.forced && (
        <p class="quiet">These are the providers that its config calls; it may name no others.</p>
      )}
      {policy.aliases.length > 0 && (
        <ul class="plain-list">
          {policy.aliases.map(({ alias, model }) => (
            <li key={alias}>
              <Text of={alias} /> means <Text of={model} />
            </li>
          ))}
        </ul>
      )}
    </section>
    <section aria-labelledby="guardrails">
      <h2 id="guardrails">Guardrails</h2>
      {policy.guardrails.length === 0 ? (
        <p class="quiet">No guardrail runs on its calls.</p>
      ) : (
        <ul class="plain-list">
          {policy.guardrails.map(({ id, hook, source }) => (
            <li key={`${hook} ${id}`}>
              <Text of={id} />{' '}
              <span class="quiet">
                on {hook === 'request' ? 'requests' : 'replies'}, from {source}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  </>
)

/** One line for each grant. */
function Scopes({ scopes }: { readonly scopes: readonly PolicyScope[] }) {
  if (scopes.length === 0) return <p class="quiet">It has no scopes.</p>
  const groups = Map.groupBy(scopes, ({ granted, because, workspace }) =>
    JSON.stringify([granted, because, workspace]),
  )
  return (
    <ul class="plain-list">
      {Array.from(groups, ([name, all]) => (
        <li key={name}>
          <Badge tone={all[0]?.granted === true ? 'good' : 'bad'}>
            {all[0]?.granted === true ? 'granted' : 'withheld'}
          </Badge>{' '}
          <span dir="auto">
            {all[0]?.granted === true ? `by ${all[0].because}` : `because ${all[0]?.because}`}
            {all[0]?.workspace == null ? '' : `, in ${all[0].workspace}`}
          </span>
          <p>
            <code>{all.map(({ scope }) => (scope === '*' ? 'every scope' : scope)).join(', ')}</code>
          </p>
        </li>
      ))}
    </ul>
  )
}
