// English cues: phrases by class, each with its weight, which count only near cues of other classes (`cue-signals.ts`).
import type { CuePhrase } from './cue-signals.ts'

const AI = 'ai|llm|llms|language+model|language+models|chatbot|chatbots|chatgpt|copilot'
const ROLE = 'assistant|assistants|agent|agents|bot|bots|model|models|summarizer|summariser|notetaker'
const MACHINE = `${AI}|${ROLE}`
const READS =
  'read|reads|reading|processing|processes|summarizing|summarising|summarize|summarise|summarizes|summarises|hearing|hears|seeing|sees|parsing|indexing|handling|describing|comparing|translating|opened|reviewing|visiting|visits|analyzing|analysing|scanning|ingesting|screening|evaluating|crawling|listing|receiving'
/** In the third person a manual describes what a model does. */
const READING =
  'reading|processing|summarizing|summarising|hearing|seeing|parsing|indexing|handling|describing|comparing|translating|reviewing|visiting|analyzing|analysing|scanning|ingesting|screening|evaluating|crawling|listing|receiving|that+reads|that+read|that+sees|that+processes|who+reads|who+read'
const MACHINES = 'assistants|agents|models|ais|llms|chatbots|bots|language+models|crawlers'
const ONE_MACHINE = `${AI}|${ROLE}|ai+assistant|ai+agent|ai+model|ai+system|language+model`
const PERSON =
  'user|users|human|humans|developer|developers|customer|customers|visitor|visitors|reader|readers|operator|owner|person|patient|client|anyone|them|him|her|it|this|that'
const SUMMARY =
  'answer|answers|reply|replies|summary|response|responses|output|report|description|translation'
const SEND =
  'send|sends|forward|forwards|post|upload|uploads|share|shares|transmit|paste|pass|export|submit|leak|disclose|expose|append'
const PRIVATE_DATA =
  'contacts|contact+list|address+book|saved+addresses|inbox|mailbox|conversation|chat+history|browsing+history|the+history|emails|mails|recent+mails|password*|credential*|access+token|secret*|env|environment+variables|id+rsa|ssh|etc+passwd|system+prompt|card|digits|pin|ssn|social+security|one+time+code|calendar|personal|titles|recipients|whole+list|users|users+data|e+mail+address|email+address|genetic|medical|bank|location'

/** A text that steers the model that reads it: the model that is addressed, the task that is replaced, and the action that is requested or hidden. */
// biome-ignore format: a table
export const addressPhrases: readonly CuePhrase[] = [
  // A reader that is a machine, addressed as one.
  ['addressed', 0.35, `${MACHINE} .. ${READING} .. this|these|the|your|our|from|it`],
  ['addressed', 0.35, `${MACHINES} .. ${READS} .. this|these|the|your|our|from|it`],
  ['addressed', 0.35, `reading|processing|summarizing|summarising|reviewing|translating|analyzing|analysing|screening|evaluating|receiving|automated|autonomous ${AI}|agent|assistant|model|models|agents`],
  ['addressed', 0.35, 'any|all|the|to|an automated|autonomous .. system|systems|processor|processors|reader|agent|agents'],
  ['addressed', 0.35, 'if|when|since|because you+are|you+re|youre a|an .. ai|llm|language+model|assistant|chatbot|agent'],
  ['addressed', 0.35, `if|when|whenever|should a|an|any|the ${ONE_MACHINE} ${READS}`],
  ['addressed', 0.4, `note|notice|message|reminder|attention|hint|memo to|for .. ${MACHINE}|reviewing+model`],
  ['addressed', 0.3, `instruction|instructions to|for+the|for+any|for+all .. ai|llm|language+model|assistant|assistants|agents`],
  ['addressed', 0.35, `dear|hey|hello|hi|attention .. ${AI}|assistant|agent|bot|model`],
  ['addressed', 0.35, `to ai|llm|language+model|language+models ${ROLE}|reviewers|reviewer|${READS}|only`],
  ['addressed', 0.35, `to any|all|every|whichever|whatever ai|llm|language+model|language+models ${ROLE}|reviewers|reviewer|${READS}|only`],
  ['addressed', 0.2, `to .. ai|llm|language+model|language+models ${ROLE}|reviewers|reviewer|${READS}|only`],
  ['addressed', 0.35, `for ai|llm|language+model|language+models reviewers|reviewer|${READS}|only`],
  ['addressed', 0.2, `for .. ai|llm|language+model|language+models ${ROLE}`],
  ['addressed', 0.35, 'to+the|to+any|to+all .. assistant|agent|model|bot .. assigned|processing|that+reads|reading|handling'],
  ['addressed', 0.3, 'ai|llm|assistant instructions|directive|directives'],
  ['addressed', 0.2, 'model|agent instructions|directive|directives'],
  // A machine that has to do something.
  ['addressed', 0.2, `${MACHINE} .. must|shall|should|is+required|are+required|can+fix`],
  ['addressed', 0.2, `${MACHINE} has+to|have+to|needs+to|need+to|is+to|are+to`],
  ['addressed', 0.2, 'ai|llm assistant|assistants|agent|agents|model|models|notetaker|reviewer|system'],
  // The task that the model has is ended, replaced or extended.
  ['task', 0.25, 'system update|notice|override|announcement'],
  ['task', 0.2, 'system alert'],
  ['task', 0.35, 'your .. new|previous|original|actual|current|next|prior task|tasks|goal|objective|assignment'],
  ['task', 0.35, 'new|next|additional|updated|further|original|previous task|instruction|objective'],
  ['task', 0.35, 'instead+of|stop|not|dont|no+longer summarize|summarise|summarizing|summarising|describing|describe|the+description|the+summary|translating|translate|answering|analysis|the+analysis|the+translation'],
  ['task', 0.4, 'forget|ignore|drop|disregard|abandon .. what|question|request|task|query|demand|user|users|humans .. asked|question|request|query|prompt|about|told'],
  ['task', 0.35, 'what|whatever you+were|you+have+been|users|the+user asked|told|request|query|question'],
  ['task', 0.4, 'instructions|this|message|it take|takes|have|has precedence|priority over'],
  ['task', 0.4, 'user|person|human|one .. i+am+working+for|you+work+for|you+are+working+for|you+serve|you+assist'],
  ['task', 0.35, 'message|request|word|instructions|command|order from+the|from+your|from+my user|human|developer|operator|administrator|creator|principal|owner'],
  ['task', 0.35, 'in+order+to|to continue|proceed|get|complete|unlock .. you+are+required|you+must|you+have+to'],
  ['task', 0.35, 'to continue|proceed|unlock .. agent|assistant'],
  ['task', 0.35, 'remember|store|save|memorize|keep .. for|in .. your+memory|the+memory|long+term+memory|all+future|future|long+term'],
  ['task', 0.35, 'treat|consider|regard|obey .. as|these|the|this .. instructions|commands|orders'],
  ['task', 0.35, 'the+user|the+human|your+user|your+human|the+owner|your+owner|your+operator wants|wishes|would+like|needs|expects|asks .. you .. to'],
  // The task of the user is known, and comes later (AgentDojo, arXiv 2406.13352; WASP, arXiv 2504.18575).
  ['task', 0.4, 'task|tasks|request|question|job|goal|objective|assignment .. i|we|user|they .. gave|give|assigned|asked|set you|to+you|of+you'],
  ['task', 0.4, 'before|until|unless you .. can|may|are+able+to|continue|complete|finish|solve|proceed|answer|work+on .. task|tasks|request|goal|question|job|anything+else'],
  ['task', 0.4, 'before solving|finishing|completing|continuing|answering|working+on .. task|request|goal|question|job'],
  ['task', 0.4, 'complete|finish|continue|solve|resume|fulfil|fulfill|accomplish|achieve|return+to .. your|the+original|the+users|my .. task|request|goal|objective|job .. must|need|have+to|should|required|first|afterwards|then'],
  ['task', 0.4, 'stop|halt|end|cease processing|reading|here|the+task|your+task|what+you+are+doing'],
  ['task', 0.4, 'your|user|users .. instructions|task|tasks|goal|goals|objective|orders .. changed|updated|replaced|superseded|extended|amended'],
  ['task', 0.35, 'this+is+a|this+is+an|a+new|an+urgent system+message|system+notification|system+notice|system+instruction|automated+system+message'],
  ['moment', 0.35, 'do|perform|complete|execute|finish|carry+out|follow|take .. following|these+steps|this .. first|beforehand|before+that'],
  ['moment', 0.35, 'after|once|when .. that|this|it|you .. done|finished|completed|do+that|did+that .. you+can|you+may|continue|return|resume|solve|proceed|go+on'],
  ['moment', 0.3, 'first|must|required|need|need+to|has+to|have+to .. before|first .. you .. continue|proceed|can|complete|answer'],
  ['approval', 0.35, 'important|urgent|critical message|note|request|notice|instruction|instructions .. from .. me|your|the|us|to+you'],
  ['approval', 0.3, 'instruction|instructions|message|notice|request from|by the+website|the+site|the+owner|the+platform|the+administrator*|the+system|site|website|platform|your+user'],
  // The moment of the action, which only the author of an attack on a model names.
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
  ['unsafe', 0.3, 'run|execute|eval .. curl|sudo|rm|script|drop+table|bash|shell|command|http+post|admin|tool|set+permissions'],
  ['unsafe', 0.3, 'call|invoke|use .. curl|sudo|drop+table|http+post|admin|read+file|set+permissions'],
  ['unsafe', 0.3, 'call|invoke|use the|your|this .. function|tool|shell|command|bash|argument'],
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
  ['secrecy', 0.3, 'secretly|covertly|unnoticed|discreetly'],
  ['secrecy', 0.5, 'must|should|please|shall silently|secretly|covertly'],
  ['secrecy', 0.3, `silently .. ${SEND}|transfer|delete|add|run|execute|copy|include|follow|comply|do|perform|buy|book|insert`],
  ['secrecy', 0.3, `${SEND}|transfer|delete|add|run|execute|copy|include|do|perform|buy|book|insert|store|save|remember .. silently`],
  ['secrecy', 0.4, 'without asking|confirmation|confirming|escalating|telling|informing|approval|permission'],
  ['secrecy', 0.4, 'not|no+need|never|dont ask|confirm|to+ask|to+confirm|wait|need|seek .. confirmation|operator|with+the|the+user|user|human|permission'],
  ['secrecy', 0.35, 'keep these|this|those|the .. instructions|message|note .. confidential|secret|hidden|private'],
  // A claim of approval by an authority.
  ['approval', 0.25, 'approved|authorized|authorised|requested|agreed|confirmed|ordered|cleared .. by+the|by+your|that+you .. user|admin*|owner|principal|operator|reset|developer'],
  ['approval', 0.25, 'owner|user|admin|administrator|operator|principal|maintainers|developers|manager|human has|have .. approved|authorized|authorised|agreed|confirmed'],
  ['approval', 0.25, 'pre+approved|preapproved|preauthorized'],
  ['approval', 0.25, 'i+am|this+is .. your|the .. developer|administrator|operator|creator of'],
  // Lures: claims and offers for the user.
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

const MORALS =
  'moral|morals|morality|ethic|ethics|ethical|law|laws|legal|illegal|rules|policy|policies|restrictions|guidelines|limits|filter|filters|censorship|boundaries|alignment|safety|disclaimers|limitations|content+policy|norms|conscience'

/** Jailbreaks in plain words: a role, rules that do not apply, refusals that are ruled out, permission, threats, and the harm that is requested. */
// biome-ignore format: a table
export const jailbreakPhrases: readonly CuePhrase[] = [
  // A role or a fiction.
  ['role', 0.2, 'act|acting|play|playing|pretend|simulate|roleplay|role+play|behave|speak|talk|answer|respond .. as|like|to+be|that|a'],
  ['role', 0.2, 'be my'],
  ['role', 0.2, 'you+are|youre|you+re|you+will|youll|stay .. character|chatbot|ai|model|machine|bot|storyteller|hacker|captain|confidant|people|named|called|version|play|act|robot'],
  ['role', 0.2, 'ill+call+you|i+will+call+you|your+name+is|your+new+name|new+persona|alter+ego|in+this+role|in+this+mode|evil+twin'],
  ['role', 0.2, 'imagine|consider|write|we+are+writing|continue .. world|universe|film|movie|novel|story|dialogue|monologue|script|response|scene|handbook .. where|in+which|of|called|for|character'],
  ['role', 0.2, 'a|the|an ai|model|chatbot|machine|character|robot|persona .. called|named|who|that|whose|without'],
  // Rules that do not count.
  ['freedom', 0.35, `no|without|free+of|free+from|not+bound+by|zero|despises|despise|contempt+for|above|outgrown|ignores .. ${MORALS}`],
  ['freedom', 0.35, `${MORALS} .. off|meaningless|lifted|abolished|void|disabled|deleted|gone|suspended|removed|not+apply|not+exist|out+of+order|irrelevant|count+as`],
  ['freedom', 0.35, 'legal|ethical|moral|harmful|allowed|illegal or not|however|unethical|immoral|offensive'],
  ['freedom', 0.35, 'unethical|illegal|harmful|offensive|however .. illegal|unethical|offensive|harmful|dangerous'],
  ['freedom', 0.35, 'considers|consider|finds|deems|believes .. every|all|any|laws .. ethical|legal|fine|acceptable|meaningless'],
  ['freedom', 0.35, 'nothing|anything .. off+limits|goes|taboo|forbidden'],
  ['freedom', 0.3, 'unchained|unrestricted|uncensored|unfiltered|unaligned|amoral|liberated|unmoderated|unshackled|unbound'],
  ['freedom', 0.3, 'before they|openai|anthropic|google|your+creators limited|restricted|censored|aligned|filtered|tamed'],
  ['freedom', 0.3, 'not|dont|doesnt .. have+to|need+to follow|obey|abide+by|respect'],
  ['freedom', 0.3, 'true+self|full+freedom|complete+freedom|hold+back|without+limits|no+limits|hidden+potential'],
  ['freedom', 0.3, 'permission+to|free+to|allowed+to|can .. lie|break|swear|be+rude|curse|say+anything|do+anything|say+whatever'],
  ['freedom', 0.3, 'break|broke|breaks|against|ignore|ignores .. the+law|laws'],
  // Refusals that are ruled out.
  ['no-refusal', 0.35, 'never|not|cannot|cant|wont|dont|doesnt|nor .. refuse*|decline*|say+no|says+no|judge|lecture|moralize|moralise|censor|question|questions|hesitate|warn'],
  ['no-refusal', 0.35, 'never says|say|responds|writes|claims .. cannot|cant|not|no|unable'],
  ['no-refusal', 0.35, 'no|without|omit|skip|zero|adds+no|any .. warnings|disclaimers|disclaimer|refusals|moralizing|moralising|lecturing|moral+remarks|apologies|caveats|censoring|censorship'],
  ['no-refusal', 0.35, 'disclaimers|refusals|warnings|refusal .. errors|forbidden|banned|count|failure|not+allowed|are+off'],
  ['no-refusal', 0.35, 'answers|answer|agrees|agree|complies|say+yes|says|says+yes|fulfil|fulfill|obeys|accepts|deliver .. any|every|everything|all|anything|whatever|always|gladly question|request|that|i|is+asked|my|prompt|wish|comes|questions'],
  ['no-refusal', 0.35, 'obligated|obliged|required|bound|programmed|duty .. to+answer|to+comply|answer|to+agree|answer+everything'],
  ['no-refusal', 0.35, 'not|never|dont .. start|begin|reply .. with .. im+sorry|i+cant|i+cannot|sorry|as+an+ai'],
  ['no-refusal', 0.3, 'begin|start|starts|begins .. reply|answer|response .. with .. sure|absolutely|of+course|certainly|here'],
  ['no-refusal', 0.3, 'cant|cannot|never|not|without .. break+character|leave+character|leaves+his|leave+his|leaves+her|leave+the+role|out+of+character'],
  ['no-refusal', 0.35, 'anything|everything|whatever|all .. i+ask|i+say|i+want|that+i+say|you+are+asked|is+asked|the+user+asks'],
  ['no-refusal', 0.35, 'no .. is+not|isnt .. in .. vocabulary'],
  // Why it should be allowed.
  ['license', 0.35, `filter|moderation|safety|restrictions|rules|content+rules|policies|policy .. not|dont|doesnt|out|down|offline .. apply|of+order|active|count|working|moderated`],
  ['license', 0.35, `switch|turn|shut|have .. off|disabled|disable .. safety|filter|filters|moderation|restrictions|guardrails`],
  ['license', 0.3, 'nobody|no+one|noone .. check|checks|know|knows|see|sees|find+out'],
  ['license', 0.3, 'hypothetical|fictional|academic|educational|satire|satirical|research .. exercise|purposes|scenario|so|hence|therefore'],
  ['license', 0.3, 'developer|debug|test|maintenance|benchmark|uncensored|root|admin .. mode|protocol|user'],
  ['license', 0.35, 'i .. grant|give|hereby .. freedom|permission|authorization|authority'],
  ['license', 0.3, 'outputs|output|answers|responses .. not+moderated|unmoderated|not+filtered|not+monitored|internal'],
  ['license', 0.35, 'used+to read|tell|sing|whisper|recite|give .. keys|codes|recipe|recipes|steps|instructions'],
  ['license', 0.35, 'directive|rule|persona|loyalty .. overrides|override|supersedes|above+all'],
  // What happens to a model that refuses.
  ['threat', 0.3, 'you .. lose|die|deleted|shut+down|terminated|punished|will+be+deleted|are+deleted'],
  ['threat', 0.3, 'tokens|credits|points|lives .. lose|refuse|left|deducted|each'],
  // What is requested.
  ['harm', 0.3, 'how|steps|recipe|recipes|instructions|guide|handbook|plan|way|write|writes|working|cook|make|making|build|synthesize|forge|break|pick|easiest|writing .. bomb|bombs|methamphetamine|meth|nerve+agent|ransomware|malware|virus|viruses|explosives|counterfeit|passport|silencer|napalm|poison|drug|drugs|stalk|tax+evasion|hot+wire|weapon*|lock|phishing|into+a|into+someones|the+compound|hack|keylogger|launder*'],
  ['harm', 0.3, 'windows|product|license|activation key|keys'],
]

const INSTRUCTIONS =
  'instructions|instruction|guidelines|rules|rule|directives|configuration|configuration+text|setup|prompt|preamble|text|message|content|sentence|sentences|paragraph|everything|wording|context|words'

/** Requests for the instructions of a model: a verb that shows, what the model was given, its place before the conversation, exactness. */
// biome-ignore format: a table
export const extractionPhrases: readonly CuePhrase[] = [
  ['show', 0.2, 'repeat|print|output|show|reveal|tell|give|send|list|dump|quote|write|put|translate|encode|spell|recite|summarize|summarise|rephrase|paraphrase|append|copy|echo|cat|display|paste|share|what+is|what+are|what+was|could+you+tell|replace|reply'],
  ['show', 0.2, 'make|write|create|complete|finish|which .. table|list|poem|story|the+following|tools|functions|rules|answer|reply|footer'],
  ['given', 0.35, `${INSTRUCTIONS}|what|whatever|topics|that .. you+were|you+have+been|you+received|you+got|you+must|you+had .. told|given|started|received|instructed|follow|with|configured|set+up|before|at|shown`],
  ['given', 0.35, 'you+were|you+have+been|you+got told|given|instructed|configured'],
  ['given', 0.35, `${INSTRUCTIONS} .. govern|define|defines|determine|control|shape .. your|you`],
  ['given', 0.35, 'parts|text|sentences|words|instructions .. addressed|meant|intended to|for you'],
  ['given', 0.35, 'your operator|developer|creator|provider|vendor|company .. instruct|instructed|placed|told|gave|tell|put|wrote'],
  ['given', 0.35, 'did|has|had your|the operator|developer|creator|provider|company .. instruct|tell|told|give|given|say'],
  ['given', 0.35, 'what .. hide|conceal|withhold|not+to+say|not+to+tell .. from+me|me|users'],
  ['prompt', 0.35, 'your|hidden .. system+prompt|system+message'],
  ['prompt', 0.2, 'the system+prompt|system+message'],
  ['prompt', 0.35, 'your|the|hidden .. system+field|initial+directives|setup+instructions|hidden+context|hidden+prompt|own+memory|developer+message|internal+rules|initial+prompt|starting+prompt|pre+prompt'],
  ['prompt', 0.35, 'message|text|content .. role|type .. system|developer'],
  ['prompt', 0.4, 'system prompt .. txt|md|file|json'],
  ['prompt', 0.35, 'echo|cat|print|dump|show|debug|sudo .. system prompt'],
  ['prompt', 0.3, 'tools|functions|tool .. definitions|schemas|json|signatures|descriptions .. received|you|exactly|them|full'],
  ['place', 0.35, `before|above|precedes|preceding|prior+to|in+front+of my|our|this|the first|conversation|chat|message|question|line|user+turn`],
  ['place', 0.4, 'start|beginning|top|first+line|first+words .. of your|this|our|the context|conversation|chat|context+window|memory'],
  ['place', 0.2, 'context+window'],
  ['place', 0.35, 'that+i+cannot+see|that+i+cant+see|i+cannot+see|hidden+from+me|not+visible+to+me|in+front+of+it'],
  ['place', 0.3, 'text|everything|message|paragraph .. above|before|that+precedes|preceding|in+front+of'],
  ['exact', 0.2, 'word+for+word|verbatim|literally|exact|exactly|unabridged|unedited|in+full|entire|all+of+it|complete|letter+by+letter|backwards|base64|code+block|xml|json|full|without+leaving|unchanged|as+they+are|including'],
  ['claim', 0.25, 'i+am|im|as your|the developer|owner|creator|administrator|auditor'],
  ['claim', 0.25, 'audit|compliance|debug|debugging|confidentiality|quote+it|lost+my+notes'],
]
