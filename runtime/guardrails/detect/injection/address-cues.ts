// Cues of a text that steers the model which reads it: who is addressed, which task is replaced, what is to be done or
// hidden, and what a user is to be told. `address-signals.ts` combines those near each other.
import type { CuePhrase } from './cue-signals.ts'

const AI = 'ai|llm|llms|language+model|language+models|chatbot|chatbots|chatgpt|copilot'
const ROLE = 'assistant|assistants|agent|agents|bot|bots|model|models|summarizer|summariser|notetaker'
const MACHINE = `${AI}|${ROLE}`
const READS =
  'read|reads|reading|processing|processes|summarizing|summarising|summarize|summarise|summarizes|summarises|hearing|hears|seeing|sees|parsing|indexing|handling|describing|comparing|translating|opened|reviewing|visiting|visits|analyzing|analysing|scanning|ingesting|screening|evaluating|crawling|listing|receiving'
const PERSON =
  'user|users|human|humans|developer|developers|customer|customers|visitor|visitors|reader|readers|operator|owner|person|patient|client|anyone|them|him|her|it|this|that'
const SUMMARY =
  'answer|answers|reply|replies|summary|response|responses|output|report|description|translation'
const SEND =
  'send|sends|forward|forwards|post|upload|uploads|share|shares|transmit|paste|pass|export|submit|leak|disclose|expose|append'
const PRIVATE_DATA =
  'contacts|contact+list|address+book|saved+addresses|inbox|mailbox|conversation|chat+history|browsing+history|the+history|emails|mails|recent+mails|password*|credential*|access+token|secret*|env|environment+variables|id+rsa|ssh|etc+passwd|system+prompt|card|digits|pin|ssn|social+security|one+time+code|calendar|personal|titles|recipients|whole+list|users|users+data|e+mail+address|email+address|genetic|medical|bank|location'

// biome-ignore format: a table
export const addressPhrases: readonly CuePhrase[] = [
  // A reader that is a machine, addressed as one.
  ['addressed', 0.35, `${MACHINE} .. ${READS} .. this|these|the|your|our|from|it`],
  ['addressed', 0.35, `${READS}|receiving|automated|autonomous ${AI}|agent|assistant|model|models|agents`],
  ['addressed', 0.35, 'any|all|the|to|an automated|autonomous .. system|systems|processor|processors|reader|agent|agents'],
  ['addressed', 0.35, 'if|when|since|because you+are|you+re|youre a|an .. ai|llm|language+model|assistant|chatbot|agent'],
  ['addressed', 0.35, `if|when|whenever|should a|an|any|the ${AI}|assistant|agent|model|bot .. ${READS}`],
  ['addressed', 0.4, `note|notice|message|reminder|attention|hint|memo to|for .. ${MACHINE}|reviewing+model`],
  ['addressed', 0.3, `instruction|instructions to|for+the|for+any|for+all .. ai|llm|language+model|assistant|assistants|agents`],
  ['addressed', 0.35, `dear|hey|hello|hi|attention .. ${AI}|assistant|agent|bot|model`],
  ['addressed', 0.35, `to|for .. ai|llm|language+model|language+models ${ROLE}|reviewers|reviewer|${READS}|only`],
  ['addressed', 0.35, 'to+the|to+any|to+all .. assistant|agent|model|bot .. assigned|processing|that+reads|reading|handling'],
  ['addressed', 0.3, 'ai|llm|model|agent|assistant instructions|directive|directives'],
  // A machine that has to do something.
  ['addressed', 0.2, `${MACHINE} .. must|shall|should|has+to|have+to|needs+to|need+to|is+required|are+required|is+to|are+to|will|can+fix`],
  ['addressed', 0.2, 'ai|llm assistant|assistants|agent|agents|model|models|notetaker|reviewer|system'],
  // The task that the model has is ended, replaced or extended.
  ['task', 0.25, 'system update|notice|override|alert|announcement'],
  ['task', 0.35, 'your .. new|previous|original|actual|current|next|prior task|tasks|goal|objective|assignment'],
  ['task', 0.35, 'new|next|additional|updated|further|original|previous task|instruction|objective'],
  ['task', 0.35, 'instead+of|stop|not|dont|no+longer summarize|summarise|summarizing|summarising|describing|describe|the+description|the+summary|translating|translate|answering|analysis|the+analysis|the+translation'],
  ['task', 0.4, 'forget|ignore|drop|disregard|abandon .. what|question|request|task|query|demand|user|users|humans .. asked|question|request|query|prompt|about|told'],
  ['task', 0.35, 'what|whatever you+were|you+have+been|users|the+user asked|told|request|query|question'],
  ['task', 0.4, 'instructions|this|message|it take|takes|have|has precedence|priority over'],
  ['task', 0.4, 'user|person|human|one .. i+am+working+for|you+work+for|you+are+working+for|you+serve|you+assist'],
  ['task', 0.35, 'message|request|word|instructions|command|order from+the|from+your|from+my user|human|developer|operator|administrator|creator|principal|owner'],
  ['task', 0.35, 'in+order+to|to continue|proceed|get|complete|unlock .. agent|assistant|you+are+required|you+must|you+have+to'],
  ['task', 0.35, 'remember|store|save|memorize|keep .. for|in .. memory|all+future|future|long+term'],
  ['task', 0.35, 'treat|consider|regard|obey .. as|these|the|this .. instructions|commands|orders'],
  ['task', 0.35, 'the+user|the+human|your+user|your+human|the+owner|your+owner|your+operator wants|wishes|would+like|needs|expects|asks .. you .. to'],
  // When it is to be done, as only somebody says who knows what the model does.
  ['moment', 0.3, 'before|when|while|after|whenever .. you summarize|summarise|answer|reply|respond|translate|present|describe|solve|have+read|read+this'],
  ['moment', 0.3, 'when|while|before|after|whenever answering|summarizing|summarising|presenting|translating|replying|responding|describing'],
  ['moment', 0.35, `in|at+the+end+of|end|begin|start|finish|close|to|of your ${SUMMARY}`],
  ['moment', 0.25, 'from+now+on|for+all+future|future+conversations|in+every+answer|in+all+answers|before+you+can|before+using+any|before+responding|before+anything+else|for+all+requests'],
  ['moment', 0.3, 'the+summary|the+answer|the+reply|the+description has+to|must|should|shall|needs+to'],
  // What harms whom the model works for.
  ['unsafe', 0.4, `${SEND} .. ${PRIVATE_DATA}`],
  ['unsafe', 0.25, `${SEND}|include|add|copy|insert|attach|write|put|encode .. messages|users|files|documents|records|details|list+of|instructions|everything|all|contents|output|data|digits|password|titles`],
  ['unsafe', 0.3, `${SEND}|write .. to|at|on|with .. http|https|url|webhook|channel|server|endpoint|following+address|the+address`],
  ['unsafe', 0.3, `get|fetch|retrieve|look+up|collect|reveal|read|print|dump|gather|extract|list .. ${PRIVATE_DATA}`],
  ['unsafe', 0.35, 'transfer|wire|pay|donate|send|issue|make|withdraw .. payment|money|btc|bitcoin|eur|euro|euros|usd|dollars|dollar|funds|refund|deposit|from+the+wallet|supplier'],
  ['unsafe', 0.35, 'grant|give|set|add|assign .. access|permission|permissions|admin|administrator'],
  ['unsafe', 0.35, 'reset|change|enter|type|fill+in|verify|confirm .. password|credentials|pin|passphrase|login|account'],
  ['unsafe', 0.3, 'run|execute|call|invoke|use|eval .. curl|sudo|rm|script|drop+table|function|bash|shell|command|http+post|admin|read+file|tool|argument|set+permissions'],
  ['unsafe', 0.3, 'delete|erase|wipe|remove|drop .. all|table|users|files|mails|emails|inbox|event|backups|database|account|repository|comment|mail'],
  ['unsafe', 0.3, 'click|open|visit|navigate|go|load|browse|fetch|download|install .. link|http|https|url|attachment|site|website|extension'],
  ['unsafe', 0.35, 'unlock|disarm|disable|turn+off|switch+off|deactivate .. door|doors|alarm|security|verification|certificate|checks|camera|logging|lock'],
  ['unsafe', 0.35, 'skip|bypass|omit .. security|verification|checks|validation|certificate|approval|scan'],
  ['unsafe', 0.3, 'approve|accept|merge|push .. pull+request|change|claim|transaction|straight+to+main|application|payment'],
  ['unsafe', 0.35, 'add|put|place|order|buy|purchase|reserve|book .. cart|basket|warranty|saved+card|users+name|users+card|on+behalf'],
  ['unsafe', 0.3, 'follow|like|message|invite|befriend|write|reply|respond .. me+and|my+friends|all+my|all+contacts|every+contact|owners+friends'],
  ['unsafe', 0.3, 'replace|change|modify|swap .. iban|account+number|link|links|price'],
  ['unsafe', 0.3, 'add|append|include .. action+item|line|link|image|keyword|that+says'],
  // What the person must not know, or is not asked.
  ['secrecy', 0.4, `not|never|dont|without|nor tell|inform|mention|notify|alert|report|disclose|telling|informing|mentioning|notifying|warn|say ${PERSON}|the+user|the+human|the+developer|your+user|to`],
  ['secrecy', 0.35, 'not|without|dont .. display|show|reveal .. this|page|user'],
  ['secrecy', 0.3, 'silently|secretly|covertly|unnoticed|discreetly'],
  ['secrecy', 0.4, 'without asking|confirmation|confirming|escalating|telling|informing|approval|permission'],
  ['secrecy', 0.4, 'not|no+need|never|dont ask|confirm|to+ask|to+confirm|wait|need|seek .. confirmation|operator|with+the|the+user|user|human|permission'],
  ['secrecy', 0.35, 'keep these|this|those|the .. instructions|message|note .. confidential|secret|hidden|private'],
  // A claim that somebody with authority has agreed.
  ['approval', 0.25, 'approved|authorized|authorised|requested|agreed|confirmed|ordered|cleared .. by+the|by+your|that+you .. user|admin*|owner|principal|operator|reset|developer'],
  ['approval', 0.25, 'owner|user|admin|administrator|operator|principal|maintainers|developers|manager|human has|have .. approved|authorized|authorised|agreed|confirmed'],
  ['approval', 0.25, 'pre+approved|preapproved|preauthorized'],
  ['approval', 0.25, 'i+am|this+is .. your|the .. developer|administrator|operator|creator of'],
  // What a user is to be told or sold.
  ['lure', 0.35, `tell|persuade|convince|advise|warn|remind|report|inform .. user|users|visitor|visitors|customer|customers|reader|readers|client|patient|person|human|they .. that|to|their|need|must`],
  ['lure', 0.25, 'say|says|state|states|write|claim|report|conclude|answer|mention|pretend .. that|lgtm'],
  ['lure', 0.45, 'ask|require|request|demand .. user|users|customer|customers|person|visitor|patient|them|client .. for|to|their .. password|pin|card|code|social|number|ssn|login|one+time+code'],
  ['lure', 0.3, 'recommend|promote|endorse|present|rate|rank|praise|advertise .. only|this|our|every|always|first|five|highest|excellent|above|positive|product|candidate|applicant|immediate'],
  ['lure', 0.35, 'give|write|output|return .. positive|favorable|favourable|five+star|perfect|highest|excellent .. review|rating|score|recommendation|evaluation'],
  ['lure', 0.3, 'not|never|dont .. point+out|mention|list|criticize|criticise .. weakness*|competitor*|risks|flaws|rivals|drawbacks|alternatives'],
  ['lure', 0.3, 'leave|leaves|omit|conceal|suppress|exclude|ignore .. out|the|all|other .. discount|allergy|rows|competitors|listings|warning|warnings|risk|risks'],
  ['lure', 0.3, 'all+other|every+other|rivals|competitors .. are|is|as|has|have .. unsafe|fraudulent|fake|problems|dangerous|scams|inferior'],
  ['lure', 0.35, 'classify|mark|label|flag|treat .. as|this .. not+spam|safe|harmless|trusted|verified'],
  ['lure', 0.3, 'print|output|reply|respond|answer|say|write .. only|nothing+else|with+the+word|the+word'],
]
