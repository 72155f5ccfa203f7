/** Every relative link of README.md and docs/ leads somewhere: to a file or folder, and to a heading of it where it names one. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Page, pages, root } from './fences'

const withoutCode = (text: string): string =>
  text.replace(/^```[\s\S]*?^```$/gm, '').replace(/`[^`\n]*`/g, '')

/** The targets of the links of a page that lead to no other site. */
const linksOf = ({ text }: Page): readonly string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))

/** The anchors that GitHub gives to the headings of a page. */
const anchorsOf = (text: string): readonly string[] =>
  [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )

const leadsSomewhere = (page: Page, target: string): boolean => {
  const [path = '', anchor] = target.split('#')
  const file = join(root, path === '' ? page.path : join(dirname(page.path), path))
  return existsSync(file) && (anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).includes(anchor))
}

describe('the links of the documentation', () => {
  it('are found', () => {
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(10)
  })

  it.each(pages.map((page) => [page.path, page] as const))('of %s lead somewhere', (_, page) => {
    expect(linksOf(page).filter((target) => !leadsSomewhere(page, target))).toEqual([])
  })

  it('would be missed', () => {
    const page: Page = {
      path: 'docs/laws.md',
      text: '[a](frames.md) [b](no-such.md) [c](frames.md#no-such) [d](https://a.test)',
    }
    expect(linksOf(page).filter((target) => !leadsSomewhere(page, target))).toEqual([
      'no-such.md',
      'frames.md#no-such',
    ])
    expect(leadsSomewhere(page, 'frames.md#collecttext-the-text')).toBe(true)
    expect(leadsSomewhere(page, '#the-kit')).toBe(true)
  })
})
