// The thread of a worker of `portolan serve`, which reads prompts as YAML.
import { runWorker } from '../../runtime/workers/run-worker.ts'
import { readYamlText } from '../read/yaml.ts'

runWorker({ readYaml: readYamlText })
