// Saved prompts: their versions and labels, a new version, the difference of two, and a try with variables.
import { useState } from 'preact/hooks'
import type {
  PromptVersion,
  PromptVersionList,
  PromptWritten,
  SavedPrompt,
  SavedPromptList,
} from '../../../../../schemas/generated/control-types.ts'
import { isObject, type JsonObject, parseJson } from '../../../../../schemas/values/json.ts'
import { address, changeQuery, hrefOf, queryOf, route } from '../../address.ts'
import { api } from '../../api/client.ts'
import { hasScope, mayChange, session } from '../../api/session.ts'
import { useRead } from '../../api/use-request.ts'
import { ChangeDialog } from '../../parts/change-dialog.tsx'
import { CodeBlock } from '../../parts/copy.tsx'
import { FilterBar, TextFilter } from '../../parts/filter-bar.tsx'
import { diffLines } from '../../parts/line-diff.ts'
import { Empty, Remote } from '../../parts/states.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { Badge, Count, Text, Time, Zone } from '../../parts/values.tsx'
import { readStored, writeStored } from '../../stored.ts'

export default function Prompts() {
  const [open] = route.value.open
  return (
    <div class="stack">
      <header class="screen-head">
        <h1>Prompts</h1>
        <Zone />
      </header>
      {open === undefined ? <List /> : <Prompt key={open} id={open} />}
    </div>
  )
}

const COLUMNS: readonly Column<SavedPrompt>[] = [
  { id: 'name', title: 'Name', isMain: true, show: ({ name }) => <Text of={name} /> },
  { id: 'slug', title: 'Slug', show: ({ slug }) => <Text of={slug} /> },
  {
    id: 'version',
    title: 'Published',
    isNumber: true,
    isMain: true,
    show: ({ version }) => <Count of={version} />,
  },
  {
    id: 'latest',
    title: 'Latest',
    isNumber: true,
    show: ({ latest_version: latest }) => <Count of={latest} />,
  },
  {
    id: 'owner',
    title: 'Defined in',
    isMain: true,
    show: ({ owner }) => <Badge>{owner === 'git' ? 'git' : 'API'}</Badge>,
  },
  { id: 'changed', title: 'Changed', show: ({ last_updated_at: at }) => <Time at={at} isRelative /> },
]

function List() {
  const prompts = useRead<SavedPromptList>('/v1/prompts', { search: queryOf('search'), page_size: 100 })
  return (
    <>
      <FilterBar label="Filters of prompts">
        <TextFilter name="search" label="Name or slug" />
      </FilterBar>
      <Remote loaded={prompts}>
        {({ data, total }) =>
          data.length === 0 ? (
            <Empty title={queryOf('search') === undefined ? 'No prompts' : 'No prompt matches'}>
              <p>Prompts are files of the project, or saved by the API.</p>
            </Empty>
          ) : (
            <>
              <Table
                label="Saved prompts"
                columns={COLUMNS}
                rows={data}
                keyOf={({ id }) => id}
                hrefOf={({ slug }) => hrefOf(['prompts', slug])}
              />
              {total > data.length && (
                <p class="quiet">
                  The first {data.length} of {total}: search for others.
                </p>
              )}
            </>
          )
        }
      </Remote>
    </>
  )
}

function Prompt({ id }: { readonly id: string }) {
  const path = `/v1/prompts/${encodeURIComponent(id)}`
  const prompt = useRead<SavedPrompt>(path)
  const versions = useRead<PromptVersionList>(`${path}/versions`, { page_size: 100 })
  const [published, setPublished] = useState<number>()
  const reload = (): void => {
    prompt.reload()
    versions.reload()
  }
  return (
    <>
      <p>
        <a href={hrefOf(['prompts'])}>All prompts</a>
      </p>
      <Remote loaded={prompt}>
        {found => (
          <>
            <section class="panel" aria-labelledby="prompt">
              <h2 id="prompt">
                <bdi>{found.name}</bdi> <Badge>{found.owner === 'git' ? 'git' : 'API'}</Badge>
              </h2>
              <dl class="facts">
                <dt>Slug</dt>
                <dd>
                  <code>{found.slug}</code>
                </dd>
                <dt>Published version</dt>
                <dd>{found.version}</dd>
                <dt>Model</dt>
                <dd>
                  <Text of={found.model} />
                </dd>
                <dt>Labels</dt>
                <dd>
                  {Object.entries(found.labels).map(([name, version]) => (
                    <Badge key={name}>
                      {name}: {version}
                    </Badge>
                  ))}
                  {Object.keys(found.labels).length === 0 && <span class="none">–</span>}
                </dd>
              </dl>
              <Editor path={path} prompt={found} onSaved={reload} />
            </section>
            <Try path={path} found={found} />
          </>
        )}
      </Remote>
      <section aria-labelledby="versions">
        <h2 id="versions">Versions</h2>
        <Remote loaded={versions} lines={3}>
          {({ data }) => (
            <>
              <Table
                label="Versions"
                columns={versionColumns(
                  mayChange.value && hasScope('prompts.publish') && prompt.data?.owner === 'api'
                    ? setPublished
                    : undefined,
                )}
                rows={data}
                keyOf={({ id: each }) => each}
                hrefOf={({ version }) =>
                  hrefOf(['prompts', id], { ...address.value.query, version: String(version) })
                }
                open={data.find(({ version }) => String(version) === queryOf('version'))?.id}
              />
              <Comparison versions={data} />
            </>
          )}
        </Remote>
      </section>
      {published !== undefined && (
        <ChangeDialog
          title={`Publish version ${published}?`}
          action="Publish"
          note="Calls that name no version use it from now on."
          fields={[]}
          onClose={() => setPublished(undefined)}
          send={() => api.send('PUT', `${path}/makeDefault`, { version: published })}
          onDone={reload}
        />
      )}
    </>
  )
}

const versionColumns = (
  publish: ((version: number) => void) | undefined,
): readonly Column<PromptVersion>[] => [
  { id: 'version', title: 'Version', isMain: true, show: ({ version }) => <Count of={version} /> },
  {
    id: 'status',
    title: 'Status',
    isMain: true,
    show: ({ status }) => <Badge tone={status === 'published' ? 'good' : 'quiet'}>{status}</Badge>,
  },
  { id: 'labels', title: 'Labels', show: ({ labels }) => <Text of={labels.join(', ')} /> },
  { id: 'by', title: 'By', show: ({ created_by: by }) => <Text of={by} /> },
  { id: 'at', title: 'Saved', show: ({ created_at: at }) => <Time at={at} /> },
  { id: 'description', title: 'Description', show: ({ version_description: text }) => <Text of={text} /> },
  ...(publish === undefined
    ? []
    : [
        {
          id: 'publish',
          title: 'Publish',
          isMain: true,
          show: ({ version, status }: PromptVersion) =>
            status !== 'published' && (
              <button type="button" class="small" onClick={() => publish(version)}>
                Publish
              </button>
            ),
        },
      ]),
]

/** A version that is open beside the published one. */
function Comparison({ versions }: { readonly versions: readonly PromptVersion[] }) {
  const open = versions.find(({ version }) => String(version) === queryOf('version'))
  const published = versions.find(({ status }) => status === 'published')
  if (open === undefined) return null
  const rows = diffLines(published?.string ?? '', open.string)
  return (
    <section class="panel" aria-labelledby="compared">
      <div class="screen-head">
        <h3 id="compared">
          Version {open.version}
          {published !== undefined && published !== open && ` beside the published ${published.version}`}
        </h3>
        <button type="button" class="small" onClick={() => changeQuery({ version: undefined })}>
          Close
        </button>
      </div>
      {published === undefined || published === open || rows.every(({ isSame }) => isSame) ? (
        <CodeBlock label={`Version ${open.version}`} text={open.string} />
      ) : (
        <Table
          label="Lines that differ"
          rows={rows.map((row, line) => ({ ...row, line })).filter(({ isSame }) => !isSame)}
          keyOf={({ line }) => String(line)}
          columns={[
            { id: 'left', title: `Version ${published.version}`, show: ({ left }) => <Text of={left} /> },
            { id: 'right', title: `Version ${open.version}`, show: ({ right }) => <Text of={right} /> },
          ]}
        />
      )}
    </section>
  )
}

interface EditorProps {
  readonly path: string
  readonly prompt: SavedPrompt
  readonly onSaved: () => void
}

/** A new version from the text; a draft stays in this browser until it is saved. */
function Editor({ path, prompt, onSaved }: EditorProps) {
  const current = prompt.string ?? ''
  const draftName = `draft.prompt.${prompt.id}`
  const [text, setText] = useState(() => readStored(draftName) ?? current)
  // With the key that was pressed: an effect would come after the next frame, and a reload may come before it.
  const edit = (edited: string): void => {
    setText(edited)
    writeStored(draftName, edited === current ? undefined : edited)
  }
  const [fault, setFault] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const isOfGit = prompt.owner === 'git'
  if (isOfGit || !mayChange.value || !hasScope('prompts.update'))
    return (
      <>
        <CodeBlock label="Published version" text={current} />
        {isOfGit && <p class="quiet">It is a file of the project: change it there.</p>}
      </>
    )
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const description = String(form.get('description') ?? '').trim()
    setIsBusy(true)
    const saved = await api.send<PromptWritten>('PUT', path, {
      string: text,
      patch: true,
      ...(description !== '' && { version_description: description }),
    })
    setIsBusy(false)
    setFault(saved.ok ? undefined : saved.message)
    if (!saved.ok) return
    writeStored(draftName, undefined)
    changeQuery({ version: String(saved.data.version) })
    onSaved()
  }
  return (
    <form onSubmit={event => void save(event)}>
      <label class="field">
        <span>Text</span>
        <textarea
          dir="auto"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => edit(currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Description of the change</span>
        <input name="description" />
      </label>
      <p class="fault" role="alert" dir="auto">
        {fault}
      </p>
      <div class="row">
        <button type="submit" class="main" disabled={isBusy || text === current}>
          Save as a new version
        </button>
        {text !== current && (
          <button type="button" onClick={() => edit(current)}>
            Discard the draft
          </button>
        )}
      </div>
    </form>
  )
}

/** Fills in the variables, and calls the model if the viewer wants. */
function Try({ path, found }: { readonly path: string; readonly found: SavedPrompt }) {
  const [variables, setVariables] = useState('{}')
  const [result, setResult] = useState<{ readonly label: string; readonly text: string }>()
  const [fault, setFault] = useState<string>()
  if (!mayChange.value) return null
  const parsed = parseJson(variables)
  const send = async (action: 'render' | 'completions'): Promise<void> => {
    if (!isObject(parsed)) return setFault('The variables must be a JSON object.')
    const reply = await api.send<JsonObject>('POST', `${path}/${action}`, { variables: parsed })
    setFault(reply.ok ? undefined : reply.message)
    setResult(
      reply.ok
        ? {
            label: action === 'render' ? 'The request' : 'The reply',
            text: JSON.stringify(reply.data['data'] ?? reply.data, null, 2),
          }
        : undefined,
    )
  }
  return (
    <section class="panel" aria-labelledby="try">
      <h2 id="try">Try it</h2>
      <label class="field">
        <span>Variables, as a JSON object</span>
        <textarea
          spellcheck={false}
          value={variables}
          aria-invalid={!isObject(parsed)}
          onInput={({ currentTarget }) => setVariables(currentTarget.value)}
        />
      </label>
      <p class="fault" role="alert" dir="auto">
        {fault}
      </p>
      <div class="row">
        <button type="button" onClick={() => void send('render')}>
          Fill in
        </button>
        {session.value?.gateway.has.calls === true && (
          <button type="button" onClick={() => void send('completions')}>
            Call <bdi>{found.model ?? 'the model'}</bdi>
          </button>
        )}
      </div>
      {result !== undefined && <CodeBlock label={result.label} text={result.text} />}
    </section>
  )
}
