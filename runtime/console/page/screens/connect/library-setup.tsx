// The lines of an SDK or framework for this gateway: what `portolan clients` prints.
import {
  exampleCode,
  fillExample,
  installCommand,
  LANGUAGE_NAMES,
} from '../../../../../schemas/contracts/client-library.ts'
import { type GatewayModel, suitingModel } from '../../../../../schemas/contracts/coding-agent.ts'
import { clientLibraries } from '../../../../../schemas/generated/client-libraries.ts'
import { changeQuery, queryOf } from '../../address.ts'
import { CodeBlock } from '../../parts/copy.tsx'
import { ModelField } from './model-field.tsx'

export function LibrarySetup({
  listed,
  origin,
}: {
  readonly listed: readonly GatewayModel[]
  readonly origin: string
}) {
  const library = clientLibraries.find(({ id }) => id === queryOf('sdk')) ?? clientLibraries[0]
  if (library === undefined) return null
  const example =
    library.languages.find(({ language }) => language === queryOf('language')) ?? library.languages[0]
  if (example === undefined) return null
  const suiting = suitingModel(library, listed)?.id
  const first = library.vendor === undefined ? (suiting ?? '@slug/model') : (library.models[0] ?? '')
  const model = queryOf('model') ?? first
  const install = installCommand(example)
  const takesModel = example.code.some(line => line.includes('{model}'))
  return (
    <>
      <div class="filters">
        <label class="field">
          <span>SDK or framework</span>
          <select
            value={library.id}
            onChange={({ currentTarget: { value } }) =>
              changeQuery({ sdk: value, language: undefined, model: undefined })
            }
          >
            {clientLibraries.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Language</span>
          <select
            value={example.language}
            onChange={({ currentTarget: { value } }) => changeQuery({ language: value })}
          >
            {library.languages.map(({ language }) => (
              <option key={language} value={language}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </select>
        </label>
        {takesModel && <ModelField listed={listed} model={model} />}
      </div>
      <p>
        Its base URL is <code>{fillExample(library.base, { origin, model })}</code>.
      </p>
      {install !== undefined && <CodeBlock label="Install" text={install} />}
      <CodeBlock
        label={`${library.name}, ${LANGUAGE_NAMES[example.language]}${example.tried === undefined ? '' : `, tried with ${example.tried}`}`}
        text={exampleCode(example, { origin, model })}
      />
      {library.notes !== undefined && (
        <ul>
          {library.notes.map(note => (
            <li key={note}>{plainNote(note)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Without the marks of a document: links and backticks. */
const plainNote = (text: string): string =>
  text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')
