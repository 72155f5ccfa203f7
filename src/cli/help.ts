import { providers } from '../providers'

/** Their names in lines of a terminal, as deep as the column that they stand in. */
const listed = providers.join(', ').replace(/(.{1,60},) /g, `$1\n${' '.repeat(23)}`)

export const helpText = `chunkfold folds a recorded or live stream of an LLM response into the response.

Usage
  chunkfold fold <file> [options]      "-" is the standard input

Options
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
  -h, --help           show this page
  -v, --version        show the version

Exit codes
  0  the response is whole
  1  it is not: the stream was cut, reported an error, or said nothing; what came is printed all the same
  2  the command could not do its work, such as an option or a file that is not there

Examples
  chunkfold fold recording.sse --pretty
  chunkfold fold recording.sse --output frames | grep '"tool-call-complete"'
  curl -sN "$URL" -H "authorization: Bearer $KEY" -d @request.json | chunkfold fold - --output text
`
