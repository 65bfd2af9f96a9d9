// The compiler beside the sources of what is served. It proposes: the patch is for the repository, and nothing is written here.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { changeQuery, queryOf } from '../../address.ts'
import { session } from '../../api/session.ts'
import { useLoaded } from '../../api/use-request.ts'
import { Failed, Loading } from '../../parts/states.tsx'
import { readDraft, writeDraft } from './draft.ts'
import type { PageReplacement, ProjectFiles } from './page-types.ts'
import { EMPTY_PROJECT, readServedSources, type ServedSources } from './served-sources.ts'
import { Workbench } from './workbench.tsx'

const COMPILER = '/console/assets/compiler.js'

export default function Compiler() {
  const hasStore = session.value?.gateway.has.store === true
  const loaded = useLoaded(hasStore ? 'served sources' : undefined, readServedSources)
  const isRefused =
    loaded.refusal !== undefined && loaded.refusal.status !== 0 && loaded.refusal.status !== 503
  if (hasStore && loaded.isLoading)
    return (
      <Frame>
        <Loading />
      </Frame>
    )
  if (hasStore && loaded.data === undefined && loaded.refusal !== undefined && !isRefused)
    return (
      <Frame>
        <Failed refusal={loaded.refusal} retry={loaded.reload} />
      </Frame>
    )
  return (
    <Frame>
      {loaded.data !== undefined && (
        <p class="quiet">
          The sources of <bdi>{loaded.data.name}</bdi>, which is live.
        </p>
      )}
      {loaded.data === undefined && (
        <p class="quiet">
          {isRefused ? (
            <>The sources of what is served are not shown to you: {loaded.refusal?.message}</>
          ) : (
            <>
              No sources are stored here: <code>portolan push</code> stores them with a release. The files
              below are an example to begin with.
            </>
          )}
        </p>
      )}
      <Edited key={(loaded.data ?? EMPTY_PROJECT).name} sources={loaded.data ?? EMPTY_PROJECT} />
    </Frame>
  )
}

const Frame = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="stack">
    <header class="screen-head">
      <h1>Compiler</h1>
      <span class="quiet">Runs in this browser. Nothing is written: take the patch to your repository.</span>
    </header>
    {children}
  </div>
)

/** `OLD=NEW` of the address, as the screen of models writes it. */
function replacementOf(
  written: string | undefined,
): { readonly from: string; readonly to: string } | undefined {
  const [, from, to] = /^([^=]+)=([^=]+)$/.exec(written ?? '') ?? []
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** What a replacement came to; whether it is right is what the problems beside it say. */
const Replaced = ({
  from,
  to,
  done: { edits, mentioned, faults },
}: {
  readonly from: string
  readonly to: string
  readonly done: PageReplacement
}) => (
  <div class="notice" role="status">
    <h2>
      <bdi>{to}</bdi> in place of <bdi>{from}</bdi>
    </h2>
    <p>
      {edits.length === 0
        ? 'These files do not name it: callers do, or a file that is not here.'
        : `${edits.length === 1 ? '1 name was' : `${edits.length} names were`} replaced. Problems and analysis are those of the changed files; the patch is under Patch.`}
      {mentioned > 0 && ` ${mentioned} stay, since they are names that callers send.`}
    </p>
    {faults.map(sentence => (
      <p key={sentence} class="fault" dir="auto">
        {sentence}
      </p>
    ))}
  </div>
)

function Edited({ sources: { files: base, name } }: { readonly sources: ServedSources }) {
  const [files, setFiles] = useState<ProjectFiles>(readDraft(name) ?? base)
  const [isRemembered, setIsRemembered] = useState(true)
  const [replacement] = useState(() => replacementOf(queryOf('replace')))
  const [done, setDone] = useState<PageReplacement>()
  return (
    <>
      {!isRemembered && (
        <p class="stale" role="status">
          A file has a secret in plain text, or the files are too large: these changes are forgotten when you
          leave.
        </p>
      )}
      {replacement !== undefined && done !== undefined && <Replaced {...replacement} done={done} />}
      <Workbench
        replacement={replacement}
        onReplaced={result => {
          setDone(result)
          changeQuery({ replace: undefined, ...(result.edits.length > 0 && { tab: 'patch' }) })
        }}
        compilerUrl={COMPILER}
        base={base}
        baseName={name}
        files={files}
        onFiles={setFiles}
        view={{ file: queryOf('file'), tab: queryOf('tab'), config: queryOf('config') }}
        onView={change => changeQuery({ ...change })}
        onCompiled={({ diagnostics }, compiled) =>
          setIsRemembered(writeDraft(name, compiled, base, diagnostics))
        }
      />
    </>
  )
}
