// The filters of requests: a search whose words are filters of the server, and fields for what is chosen often.
import { useState } from 'preact/hooks'
import type { LogFacets } from '../../../../../schemas/generated/control-types.ts'
import { changeQuery, queryOf } from '../../address.ts'
import { useRead } from '../../api/use-request.ts'
import { ChoiceFilter, FilterBar, FilterMarks, TextFilter } from '../../parts/filter-bar.tsx'
import { type Period, PeriodFilter } from '../../parts/period.tsx'
import type { SearchMeaning } from './request-search.ts'
import { requestHref } from './request-view.ts'

/** The filters of records that the address may have, by their names in the interface. */
export const FILTERS: Readonly<Record<string, string>> = {
  is_success: 'Succeeded',
  status_code: 'Status',
  ai_org_model: 'Model',
  virtual_keys: 'Provider',
  ai_service: 'Vendor',
  api_key_ids: 'Key',
  configs: 'Config',
  prompt_slug: 'Prompt',
  workspace_slug: 'Workspace',
  session: 'Session',
  trace_id: 'Trace',
  span_id: 'Span',
  cache_status: 'Cache',
  metadata: 'Metadata',
  error: 'Failure',
  cost_min: 'Cost from',
  cost_max: 'Cost to',
  latency_min: 'Milliseconds from',
  latency_max: 'Milliseconds to',
  total_units_min: 'Tokens from',
  total_units_max: 'Tokens to',
  weighted_feedback_min: 'Feedback from',
  weighted_feedback_max: 'Feedback to',
}

/** What words may be, to try. */
const EXAMPLES = [
  ['429', 'a status'],
  ['gpt', 'models, providers, configs and keys with this in their names'],
  ['"timed out"', 'a part of the message of a failure, as is every word that nothing else has'],
  ['user:ann', 'the user; also session, trace, key, config, model, provider, prompt, cache and workspace'],
  ['metadata.team:legal', 'a value of the metadata'],
  ['cost>0.1 latency>5000', 'ranges of dollars and milliseconds; also tokens, input and output'],
] as const

/** Those with a field; the others are shown as marks where the address has them. */
const FIELDS = ['is_success', 'ai_org_model', 'virtual_keys', 'api_key_ids', 'configs']
const DROPS = ['cursor']

interface FiltersProps {
  readonly period: Period
  readonly meaning: SearchMeaning
  readonly isCompact: boolean
}

export function RequestFilters({ period, meaning, isCompact }: FiltersProps) {
  const text = queryOf('q') ?? ''
  const [isMore, setIsMore] = useState(FIELDS.slice(2).some(name => queryOf(name) !== undefined))
  return (
    <>
      <FilterBar label="Search and filters">
        <div class="search">
          <TextFilter
            name="q"
            label="Search"
            placeholder="429, gpt, session:run-7, cost>0.5, timed out"
            drops={DROPS}
          />
        </div>
        <PeriodFilter period={period} drops={DROPS} />
        {!isCompact && (
          <>
            <ChoiceFilter
              name="is_success"
              label="Result"
              drops={DROPS}
              choices={[
                { value: '', title: 'All' },
                { value: 'true', title: 'Succeeded' },
                { value: 'false', title: 'Failed' },
              ]}
            />
            <FacetFilter name="ai_org_model" facet="model" label="Model" />
            {isMore ? (
              <>
                <FacetFilter name="virtual_keys" facet="provider" label="Provider" />
                <FacetFilter name="api_key_ids" facet="api_key" label="Key" />
                <FacetFilter name="configs" facet="config" label="Config" />
              </>
            ) : (
              <button type="button" onClick={() => setIsMore(true)}>
                More filters
              </button>
            )}
          </>
        )}
      </FilterBar>
      {!isCompact && text === '' && (
        <details class="meaning">
          <summary>What can be searched</summary>
          <ul class="lines">
            {EXAMPLES.map(([example, means]) => (
              <li key={example}>
                <button type="button" class="small" onClick={() => changeQuery({ q: example })}>
                  {example}
                </button>{' '}
                {means}
              </li>
            ))}
          </ul>
        </details>
      )}
      {text !== '' && (
        <p class="quiet meaning" role="status" dir="auto">
          Searched for: {meaning.parts.length === 0 ? 'everything' : meaning.parts.join(', ')}.{' '}
          {meaning.identifier !== undefined && (
            <a href={requestHref(meaning.identifier)}>Open the request with this identifier</a>
          )}
        </p>
      )}
      <FilterMarks
        marks={Object.entries(FILTERS).flatMap(([name, title]) => {
          const value = queryOf(name)
          const hasField = !isCompact && FIELDS.includes(name)
          return value === undefined || hasField ? [] : [{ name, title, value: shownValue(name, value) }]
        })}
      />
    </>
  )
}

/** `{"_user":"ann"}` as people read it. */
function shownValue(name: string, value: string): string {
  if (name === 'is_success') return value === 'true' ? 'yes' : 'no'
  return name === 'metadata' ? value.replaceAll(/[{}"]/g, ' ').trim() : value
}

interface FacetProps {
  readonly name: string
  readonly facet: string
  readonly label: string
}

/** A choice of the values that records have, by their number; one that the address has is always among them. */
function FacetFilter({ name, facet, label }: FacetProps) {
  const values = useRead<LogFacets>(`/v1/logs/facets/${facet}`, { workspace_id: queryOf('workspace_slug') })
  const chosen = queryOf(name)
  const listed = values.data?.data.map(({ value }) => value).filter(value => !value.includes(',')) ?? []
  const all = chosen === undefined || listed.includes(chosen) ? listed : [chosen, ...listed]
  return (
    <ChoiceFilter
      name={name}
      label={label}
      drops={DROPS}
      choices={[{ value: '', title: 'All' }, ...all.map(value => ({ value, title: value }))]}
    />
  )
}
