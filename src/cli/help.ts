import { providers } from '../providers'

/** Their names in lines of a terminal, as deep as the column that they stand in. */
const listed = providers.join(', ').replace(/(.{1,60},) /g, `$1\n${' '.repeat(23)}`)

export const helpText = `chunkfold folds a recorded or live stream of an LLM response into the response, and runs agents.

Usage
  chunkfold fold <file> [options]      "-" is the standard input
  chunkfold run <question> --provider <name> --model <name> [options]

Options of fold
  --provider <name>    the dialect of the stream (default: told from the first bytes):
                       ${listed}
  --output <name>      what to print (default: response)
                         response   the response as JSON, when the stream has ended
                         frames     provider-neutral frames as they come, one JSON a line
                         text       the text as it comes
                         states     the state after each chunk, one JSON a line
  --pretty             indent the JSON
  --think-tags         take <think>…</think> in the text as reasoning
                       (--think-tags=inside: the stream starts within them)
  --choices <count>    how many choices the request asked for
  --cumulative         each delta holds all that was sent before

Options of run
  --provider <name>    the API that is spoken
  --model <name>       the model that is asked
  --base-url <url>     in place of the provider's own address, as for a server of your own:
                       http://localhost:1234/v1
  --tools <file>       a module that exports a list of tools, by default or as "tools"
  --system <text>      the system prompt
  --max-iterations <count>      turns of the model (default: 10)
  --max-output-tokens <count>   tokens of each answer
  --journal <file>     write down each event of the run, in a new or an empty file
  --resume             go on with the run in the journal
  --json               frames as JSON lines in place of text; the last line is the result

  Keys come from the environment alone: OPENAI_API_KEY, OPENROUTER_API_KEY, ANTHROPIC_API_KEY,
  GEMINI_API_KEY, MISTRAL_API_KEY, CO_API_KEY, AWS_BEARER_TOKEN_BEDROCK with AWS_REGION.

Options of both
  -h, --help           show this page
  -v, --version        show the version

Exit codes
  0    the response is whole, or the run came to its answer
  1    it is not: the stream was cut, reported an error, or said nothing; what came is printed all the same
  2    the command could not do its work, such as an option or a file that is not there
  130  the run was interrupted; what came is printed all the same

Examples
  chunkfold fold recording.sse --pretty
  chunkfold fold recording.sse --output frames | grep '"tool-call-complete"'
  chunkfold run 'Why is the sky blue?' --provider ollama --model qwen3
  chunkfold run 'What is in here?' --provider openai --model gpt-5-mini --tools tools.mjs --journal run.jsonl
  curl -sN "$URL" -H "authorization: Bearer $KEY" -d @request.json | chunkfold fold - --output text
`
