import type { Content, FunctionDeclaration, GenerateContentConfig } from '@google/genai'
import { describe, expectTypeOf, it } from 'vitest'
import type { RequestBody } from '../../../src/request'

type Body = RequestBody<'google'>
type Declared = NonNullable<Body['tools']>[number]['functionDeclarations']
type Generation = NonNullable<Body['generationConfig']>
type Calling = NonNullable<Body['toolConfig']>['functionCallingConfig']

describe('a request of generateContent', () => {
  it('has contents, instructions and functions that the official SDK takes', () => {
    expectTypeOf<Body['contents']>().toExtend<Content[]>()
    expectTypeOf<NonNullable<Body['systemInstruction']>>().toExtend<Content>()
    expectTypeOf<Declared>().toExtend<FunctionDeclaration[]>()
  })

  it('has the settings of the SDK, whose enums are the words themselves', () => {
    expectTypeOf<Omit<Generation, 'thinkingConfig'>>().toExtend<GenerateContentConfig>()
    type Thinking = NonNullable<GenerateContentConfig['thinkingConfig']>
    expectTypeOf<Omit<NonNullable<Generation['thinkingConfig']>, 'thinkingLevel'>>().toExtend<Thinking>()
    type Level = NonNullable<NonNullable<Generation['thinkingConfig']>['thinkingLevel']>
    expectTypeOf<Uppercase<Level>>().toExtend<`${NonNullable<Thinking['thinkingLevel']>}`>()
    type SdkCalling = NonNullable<NonNullable<GenerateContentConfig['toolConfig']>['functionCallingConfig']>
    expectTypeOf<Omit<Calling, 'mode'>>().toExtend<SdkCalling>()
    expectTypeOf<Calling['mode']>().toExtend<`${NonNullable<SdkCalling['mode']>}`>()
  })
})
