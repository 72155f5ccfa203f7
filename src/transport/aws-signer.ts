import type { FetchModelOptions, SignableRequest } from './fetch-model'

/** Keys of an AWS account or role. */
export interface AwsCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

export interface AwsSignerOptions {
  readonly region: string
  /** Or who gives them, asked before each request: a credential provider of the AWS SDK. */
  readonly credentials: AwsCredentials | (() => Promise<AwsCredentials>)
}

/**
 * Signs requests to Amazon Bedrock with Signature Version 4, by the AWS SDK's own signer: the package `@smithy/signature-v4`, which must be installed
 * beside this one. With one of Bedrock's own API keys nothing needs to be signed.
 *
 * ```ts
 * fetchModel({ provider: 'bedrock', region, sign: awsSigner({ region, credentials: fromNodeProviderChain() }) })
 * ```
 *
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html
 */
export const awsSigner = ({
  region,
  credentials,
}: AwsSignerOptions): NonNullable<FetchModelOptions['sign']> => {
  const signer = import('@smithy/signature-v4').then(
    ({ SignatureV4 }) => new SignatureV4({ service: 'bedrock', region, credentials, sha256: Sha256 }),
  )
  signer.catch(() => {}) // told by the first request
  return async ({ method, url, headers, body }: SignableRequest) => {
    const { protocol, hostname, port, pathname, searchParams, host } = new URL(url)
    const request = {
      method,
      protocol,
      hostname,
      ...(port !== '' && { port: Number(port) }),
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: { ...headers, host },
      body,
    }
    const { host: _host, ...signed } = (await (await signer).sign(request)).headers // `fetch` sets it by itself
    return signed
  }
}

/** SHA-256, or with a secret its HMAC, as the signer wants it, by the platform's own. */
class Sha256 {
  readonly #secret: Uint8Array<ArrayBuffer> | undefined
  #data: Uint8Array<ArrayBuffer> = new Uint8Array()

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#secret = secret === undefined ? undefined : bytesOf(secret)
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    const more = bytesOf(data)
    const joined = new Uint8Array(this.#data.length + more.length)
    joined.set(this.#data)
    joined.set(more, this.#data.length)
    this.#data = joined
  }

  async digest(): Promise<Uint8Array> {
    const { subtle } = globalThis.crypto
    if (this.#secret === undefined) return new Uint8Array(await subtle.digest('SHA-256', this.#data))
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await subtle.importKey('raw', this.#secret, algorithm, false, ['sign'])
    return new Uint8Array(await subtle.sign('HMAC', key, this.#data))
  }

  reset(): void {
    this.#data = new Uint8Array()
  }
}

const bytesOf = (data: string | ArrayBuffer | ArrayBufferView): Uint8Array<ArrayBuffer> => {
  if (typeof data === 'string') return new TextEncoder().encode(data)
  if (data instanceof ArrayBuffer) return new Uint8Array(data)
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice()
}
