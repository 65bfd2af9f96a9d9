// What `portolan-runtime --help` prints.
import { VERSION } from '../compiler/facts/version.ts'

export const HELP = `portolan-runtime ${VERSION}: serves a compiled gateway plan.

Usage: portolan-runtime PLAN [--host HOST] [--port PORT] [--workers N]
                        [--modules FOLDER]
       portolan-runtime [control | inference] --store ADDRESS [--project NAME]
                        [--label NAME | --deployment SLUG] [--trust FILE]...
                        [--moves FILE] [--signing-key FILE]
       portolan-runtime health [--help]

  PLAN               the file written by "portolan compile"
  --host HOST        listen on this address instead of the plan's
  --port PORT        listen on this port instead of the plan's; 0 picks a free
                     one
  --workers N        serve with N threads on one port, or one on each core with
                     auto; default 1. Linux only
  --admin HOST:PORT  serve saved resources only on this address, instead of the
                     plan's listen.admin; port 0 picks a free one
  --modules FOLDER   the folder that paths of custom check modules and of the
                     certificate are relative to; default: the plan's folder
  --store ADDRESS    serve the release that "portolan push" stored there, and
                     follow its label: sqlite:PATH, folder:PATH, postgres://…,
                     s3:BUCKET/PREFIX, or a reference such as
                     '\${env:STORE_URL}'; default: the variable PORTOLAN_STORE
  --project NAME     the project within the store; default main
  --label NAME       the label to follow; default live
  --deployment SLUG  follow the label of this deployment (/v1/deployments), and
                     serve only callers of its workspaces
  control            serve only saved resources and the rendering of prompts, on
                     listen.admin if the plan has it; calls no model
  inference          serve only calls: saved resources are served by the control
                     plane
  --trust FILE       accept only releases, labels and saved resources that
                     affect calls if they are signed with this public key
                     (Ed25519, PEM); may be repeated
  --moves FILE       the last moves of labels that were used, so that with
                     --trust no earlier signed state is; default
                     .portolan/moves.db
  --signing-key FILE sign resources saved by API with this private key (Ed25519,
                     PEM); default: the PEM in the variable
                     PORTOLAN_SIGNING_KEY. With --trust and without it, such
                     changes are refused
  health             exit with 0 if a gateway on this machine accepts requests,
                     otherwise with 1
  --help             print this help
  --version          print the version

SIGHUP reloads the plan and the certificate of listen.tls, and reopens
telemetry.log_file: if the plan is rejected, the running one stays in use.
Stores are polled every second; while a store is unavailable, the running plan
stays in use. SIGTERM and SIGINT stop the gateway: requests in flight are
completed first.

Exit codes: 0 stopped, 1 the plan cannot be served, 64 invalid usage, 70
internal error.
`
