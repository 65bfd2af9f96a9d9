// The page of the documentation with the compiler: the projects of the examples, and what was typed into them.
import { render } from 'preact'
import { useState } from 'preact/hooks'
import { readDraft, writeDraft } from '../screens/compiler/draft.ts'
import type { ProjectFiles } from '../screens/compiler/page-types.ts'
import { Workbench, type WorkbenchView } from '../screens/compiler/workbench.tsx'

const examples = (window as unknown as { readonly portolanExamples?: Readonly<Record<string, ProjectFiles>> })
  .portolanExamples ?? { quickstart: { 'gateway.yaml': 'providers: {}\n' } }

const named = (hash: string): string => {
  const name = decodeURIComponent(hash.slice(1))
  return Object.hasOwn(examples, name)
    ? name
    : 'routing' in examples
      ? 'routing'
      : (Object.keys(examples)[0] ?? '')
}

function CompilerPage() {
  const [name, setName] = useState(named(window.location.hash))
  const base = examples[name] ?? {}
  const [files, setFiles] = useState<ProjectFiles>(readDraft(`docs.${name}`) ?? base)
  const [view, setView] = useState<WorkbenchView>({})
  const change = (changed: ProjectFiles): void => setFiles(changed)
  const open = (chosen: string): void => {
    window.history.replaceState(null, '', `#${chosen}`)
    setName(chosen)
    setFiles(readDraft(`docs.${chosen}`) ?? examples[chosen] ?? {})
    setView({})
  }
  return (
    <>
      <label class="field">
        <span>Project</span>
        <select value={name} onChange={({ currentTarget }) => open(currentTarget.value)}>
          {Object.keys(examples).map(each => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <Workbench
        key={name}
        compilerUrl="compiler.js"
        base={base}
        baseName={`the example ${name}`}
        files={files}
        onFiles={change}
        view={view}
        onView={changed => setView(before => ({ ...before, ...changed }))}
        onCompiled={({ diagnostics }, compiled) => writeDraft(`docs.${name}`, compiled, base, diagnostics)}
      />
    </>
  )
}

const place = document.getElementById('workbench')
if (place !== null) render(<CompilerPage />, place)
