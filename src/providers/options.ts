/** What the caller knows about a stream beforehand. */
export interface ProviderOptions {
  /** How many choices the request asked for (`n`). A stream that finishes fewer is incomplete. Absent: as many as come. */
  readonly choices?: number | undefined
  /**
   * Take text between `<think>` and `</think>` as reasoning; `inside` when the model's template opens the tag, so that the stream starts
   * within it. Absent: the tags are text.
   */
  readonly thinkTags?: boolean | 'inside' | undefined
  /** The server sends in each delta all of the text, reasoning or arguments so far, not what is new. */
  readonly cumulative?: boolean | undefined
}
