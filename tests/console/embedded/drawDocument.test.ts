import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { documentSvg, flawOf } from '../../../services/embedded/verification/drawDocument.ts'

const DRAWING = new URL('../../../services/embedded/verification/drawDocument.ts', import.meta.url).href

const drawn = {
  proof: 'DRIVERS_LICENSE',
  given: 'Mara',
  family: 'Quill <b>',
  street: '118 Larch Hollow Rd',
  town: 'Ithaca, NY 14850',
  born: '1989-04-12',
}

/** The first document with this flaw. */
const idWith = (flaw: string): string => {
  const ids = Array.from({ length: 200 }, (_, index) => `snap-4107-${index}`)
  return ids.find((id) => flawOf(id) === flaw) ?? ''
}

test('a document shows its person as text, and a specimen as one', () => {
  const svg = documentSvg({ ...drawn, id: idWith('none') })
  for (const text of ['Mara Quill &#60;b&#62;', '118 Larch Hollow Rd', '1989-04-12', 'SPECIMEN'])
    expect(svg).toContain(text)
})

test.each(['name', 'address', 'expired'])('some documents differ from the record: %s', (flaw) => {
  const right = documentSvg({ ...drawn, id: idWith('none') })
  const wrong = documentSvg({ ...drawn, id: idWith(flaw) })
  const said = { name: 'Mara Quill &#60;b&#62;<', address: drawn.street, expired: '03/31/2031' }[flaw] ?? ''
  expect([right.includes(said), wrong.includes(said)]).toEqual([true, false])
})

/** What a process of its own draws, as the embedded services are: where the gateway's own code runs, SVG is blocked. */
async function drawnAlone(id: string): Promise<{ readonly size: readonly number[]; readonly dark: number }> {
  const code = `
    import sharp from 'sharp'
    import { drawDocument } from '${DRAWING}'
    const picture = sharp(await drawDocument(${JSON.stringify({ ...drawn, id })}))
    const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true })
    console.log(JSON.stringify({ size: [info.width, info.height], dark: data.filter((grey) => grey < 60).length }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])
  return JSON.parse(stdout) as Awaited<ReturnType<typeof drawnAlone>>
}

test('a document is a picture with text in the bundled font, and some are cut or blurred', async () => {
  const [whole, cut, blurred] = await Promise.all(['none', 'cut', 'blurred'].map((flaw) => drawnAlone(idWith(flaw))))
  expect(whole?.size).toEqual([900, 560])
  expect(whole?.dark).toBeGreaterThan(2000)
  expect(cut?.size).toEqual([650, 330])
  expect(blurred?.dark).toBeLessThan(500)
})
